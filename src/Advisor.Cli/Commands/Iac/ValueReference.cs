using System.Text.RegularExpressions;
using Advisor.Cli.Commands.Iac.Code;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Reference of an expression to a parameter or a variable: <c>var.units</c>, <c>local.sku.capacity</c>,
/// <c>var.sizes["chat"]</c>; <c>units</c>, <c>sku.capacity</c>; <c>[parameters('units')]</c>, <c>[variables('sku').capacity]</c>.
/// </summary>
/// <param name="IsLocal">Whether it is a local of Terraform, or a variable of Bicep or ARM: only the template states its value.</param>
/// <param name="Path">Names through the objects that the value is; empty = the whole value.</param>
internal sealed partial record ValueReference(string Name, bool IsLocal, IReadOnlyList<string> Path)
{
    private static readonly TimeSpan OneSecond = TimeSpan.FromSeconds(1);

    /// <summary>Returns the reference that an expression is; null when it is something else.</summary>
    public static ValueReference? Find(CodeFile file, CodeEntry expression) =>
        expression switch
        {
            { Literal: { } text } => ArmPattern().Match(text) is { Success: true } match
                ? new(match.Groups["name"].Value, match.Groups["kind"].Value is "variables", SplitPath(match.Groups["path"].Value))
                : null,
            { Objects.Count: > 0 } => null,
            _ => (file.IsTerraform, ListNames(NameIndexes(expression.Tokens))) switch
            {
                (true, [("var" or "local") and var kind, var name, .. var path]) => new(name, kind == "local", path),
                (false, [var name, .. var path]) => new(
                    name,
                    file.Root.Any(entry => entry.Header is ["var", var variable] && variable == name),
                    path
                ),
                _ => null,
            },
        };

    /// <summary>Whether the value of an entry of this file has a reference to the same, to a part of it or to the whole.</summary>
    public bool IsIn(CodeFile file, CodeEntry entry)
    {
        const string AnyPath = @"(?<path>(\s*\.\s*[\w-]+|\['[\w-]+'\])*)";
        var name = Regex.Escape(Name);
        var pattern =
            file.IsTerraform ? $@"\b{(IsLocal ? "local" : "var")}\s*\.\s*{name}(?![\w-]){AnyPath}"
            : file.IsJson ? $@"\b{(IsLocal ? "variables" : "parameters")}\('{name}'\){AnyPath}"
            : $@"(?<!\.\s*)\b{name}\b{AnyPath}";
        var code = string.Join(
            ' ',
            NameIndexes(entry.Tokens)
                .Select(token => token.Kind == CodeTokenKind.Text && !file.IsJson ? JoinInterpolations(token.Text) : token.Text)
        );
        return Regex
            .Matches(code, pattern, RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, OneSecond)
            .Select(match => SplitPath(match.Groups["path"].Value))
            .Any(path => path.Zip(Path).All(names => names.First == names.Second));
    }

    // ${var.units} in a string.
    private static string JoinInterpolations(string text) =>
        string.Join(' ', InterpolationPattern().Matches(text).Select(match => match.Value));

    // sizes["chat"] as sizes.chat, where the name is written out and could stand behind a dot.
    private static List<CodeToken> NameIndexes(IReadOnlyList<CodeToken> tokens)
    {
        var named = new List<CodeToken>();
        for (var i = 0; i < tokens.Count; i++)
        {
            var isIndex =
                named is [.., { Kind: CodeTokenKind.Word }]
                && tokens[i].Is('[')
                && i + 2 < tokens.Count
                && tokens[i + 1].Kind == CodeTokenKind.Text
                && NamePattern().IsMatch(tokens[i + 1].Text)
                && tokens[i + 2].Is(']');
            named.Add(isIndex ? tokens[i] with { Text = "." } : tokens[i]);
            if (isIndex)
            {
                named.Add(tokens[i + 1] with { Kind = CodeTokenKind.Word });
                i += 2;
            }
        }

        return named;
    }

    private static string[] SplitPath(string path) =>
        path.Split(['.', '[', '\'', ']'], StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    // sku.capacity; empty where it is no path of names.
    private static string[] ListNames(IReadOnlyList<CodeToken> tokens) =>
        tokens.Count % 2 == 1 && tokens.Index().All(one => one.Index % 2 == 0 ? one.Item.Kind == CodeTokenKind.Word : one.Item.Is('.'))
            ? [.. tokens.Where((_, i) => i % 2 == 0).Select(token => token.Text)]
            : [];

    [GeneratedRegex(
        @"^\[(?<kind>parameters|variables)\('(?<name>[^']+)'\)(?<path>(\.[A-Za-z_][A-Za-z0-9_]*|\['[\w-]+'\])*)\]$",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex ArmPattern();

    [GeneratedRegex(@"^[\w-]+$", RegexOptions.None, 1000)]
    private static partial Regex NamePattern();

    [GeneratedRegex(@"\$\{[^}]*\}", RegexOptions.None, 1000)]
    private static partial Regex InterpolationPattern();
}
