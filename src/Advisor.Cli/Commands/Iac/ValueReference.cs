using System.Text.RegularExpressions;
using Advisor.Cli.Commands.Iac.Code;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Reference of an expression to a parameter or a variable: <c>var.units</c>, <c>local.sku.capacity</c>; <c>units</c>,
/// <c>sku.capacity</c>; <c>[parameters('units')]</c>, <c>[variables('sku').capacity]</c>.
/// </summary>
/// <param name="IsLocal">Whether it is a local of Terraform, or a variable of Bicep or ARM: only the template states its value.</param>
/// <param name="Path">Names through the objects that the value is; empty = the whole value.</param>
internal sealed partial record ValueReference(string Name, bool IsLocal, IReadOnlyList<string> Path)
{
    private const StringSplitOptions Trimmed = StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries;

    private static readonly TimeSpan OneSecond = TimeSpan.FromSeconds(1);

    /// <summary>Returns the reference that an expression is; null when it is something else.</summary>
    public static ValueReference? Find(CodeFile file, CodeEntry expression) =>
        expression switch
        {
            { Literal: { } text } => ArmPattern().Match(text) is { Success: true } match
                ? new(match.Groups["name"].Value, match.Groups["kind"].Value is "variables", match.Groups["path"].Value.Split('.', Trimmed))
                : null,
            { Objects.Count: > 0 } => null,
            _ => (file.IsTerraform, SplitPath(expression.Tokens)) switch
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
        const string AnyPath = @"(?<path>(\s*\.\s*\w+)*)";
        var name = Regex.Escape(Name);
        var pattern =
            file.IsTerraform ? $@"\b{(IsLocal ? "local" : "var")}\s*\.\s*{name}(?![\w-]){AnyPath}"
            : file.IsJson ? $@"\b{(IsLocal ? "variables" : "parameters")}\('{name}'\){AnyPath}"
            : $@"(?<!\.\s*)\b{name}\b{AnyPath}";
        var code = string.Join(
            ' ',
            entry.Tokens.Select(token => token.Kind == CodeTokenKind.Text && !file.IsJson ? JoinInterpolations(token.Text) : token.Text)
        );
        return Regex
            .Matches(code, pattern, RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, OneSecond)
            .Select(match => match.Groups["path"].Value.Split('.', Trimmed))
            .Any(path => path.Zip(Path).All(names => names.First == names.Second));
    }

    // ${var.units} in a string.
    private static string JoinInterpolations(string text) =>
        string.Join(' ', InterpolationPattern().Matches(text).Select(match => match.Value));

    // sku.capacity; empty where it is no path of names.
    private static string[] SplitPath(IReadOnlyList<CodeToken> tokens) =>
        tokens.Count % 2 == 1 && tokens.Index().All(one => one.Index % 2 == 0 ? one.Item.Kind == CodeTokenKind.Word : one.Item.Is('.'))
            ? [.. tokens.Where((_, i) => i % 2 == 0).Select(token => token.Text)]
            : [];

    [GeneratedRegex(
        @"^\[(?<kind>parameters|variables)\('(?<name>[^']+)'\)(?<path>(\.[A-Za-z_][A-Za-z0-9_]*)*)\]$",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex ArmPattern();

    [GeneratedRegex(@"\$\{[^}]*\}", RegexOptions.None, 1000)]
    private static partial Regex InterpolationPattern();
}
