using System.Text.RegularExpressions;

namespace Advisor.Core.Tests.Architecture;

/// <summary>A declared method or local function.</summary>
/// <param name="Type">Name of the type that declares it.</param>
/// <param name="Returns">Its return type as written.</param>
internal sealed record DeclaredMethod(string Path, int Line, string Type, string Modifiers, string Returns, string Name)
{
    /// <summary>The word that the name begins with: <c>Find</c> of <c>FindClosed</c>.</summary>
    public string FirstWord { get; } = MethodDeclarations.FirstWordPattern().Match(Name).Value;

    public bool IsStatic => HasModifier("static");

    public bool IsOverride => HasModifier("override");

    public override string ToString() => $"{Path}:{Line}: {Type}.{Name}";

    private bool HasModifier(string name) => Modifiers.Split(' ').Contains(name);
}

/// <summary>The methods and local functions that C# code declares, by its text: also code that this build leaves out.</summary>
internal static partial class MethodDeclarations
{
    /// <summary>Lists the methods in folders of the repository.</summary>
    public static IEnumerable<DeclaredMethod> List(params string[] folders) =>
        SourceFiles.List(folders).SelectMany(file => Find(file.Path, File.ReadAllText(file.FullPath)));

    /// <summary>Finds the methods in the text of one file, which has one declaration a line.</summary>
    public static IEnumerable<DeclaredMethod> Find(string path, string content)
    {
        // The types around a line, each with its indentation.
        var types = new Stack<(int Indent, string Name)>();
        foreach (var (index, line) in content.Split('\n').Index())
        {
            var indent = line.Length - line.TrimStart().Length;
            if (TypePattern().Match(line) is { Success: true } type)
            {
                while (types.TryPeek(out var last) && last.Indent >= indent)
                {
                    types.Pop();
                }

                types.Push((indent, type.Groups["name"].Value));
            }
            else if (MethodPattern().Match(line) is { Success: true } method)
            {
                while (types.TryPeek(out var last) && last.Indent >= indent)
                {
                    types.Pop();
                }

                yield return new DeclaredMethod(
                    path,
                    index + 1,
                    types.TryPeek(out var around) ? around.Name : "",
                    method.Groups["modifiers"].Value,
                    method.Groups["returns"].Value,
                    method.Groups["name"].Value
                );
            }
        }
    }

    [GeneratedRegex("^([A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    public static partial Regex FirstWordPattern();

    [GeneratedRegex(
        """
            ^\s*((public|private|protected|internal|static|abstract|sealed|readonly|ref|partial|file)\s+)*
            (class|interface|struct|record)\s+((class|struct)\s+)?(?<name>\w+)
            """,
        RegexOptions.ExplicitCapture | RegexOptions.IgnorePatternWhitespace,
        matchTimeoutMilliseconds: 10_000
    )]
    private static partial Regex TypePattern();

    // Modifiers, a return type (with arguments, a tuple, an array), a name, and what opens its parameters.
    [GeneratedRegex(
        """
            ^\s+(?<modifiers>((public|private|protected|internal|static|async|virtual|abstract|sealed|override|readonly|partial|unsafe|new)
            \s)*)
            (?!(public|private|protected|internal|static|async|virtual|abstract|sealed|override|readonly|partial|unsafe|new|required|this
            |params|record|class|struct|ref\s+struct|delegate|return|await|throw|else|case|in|is|not|and|or|when|yield|where|select
            |orderby|from|let|join|on|by|into|using|lock)\b)
            (?<returns>(ref\s(readonly\s)?)?([A-Za-z_][\w.]*(<[^=;]*>)?|\(([^()]|\([^()]*\))*\))[\[\],?]*)
            \s(?<name>[A-Z]\w*)((<[\w\s,]+>)?\(|<(\[.*)?$)
            """,
        RegexOptions.ExplicitCapture | RegexOptions.IgnorePatternWhitespace,
        matchTimeoutMilliseconds: 10_000
    )]
    private static partial Regex MethodPattern();
}
