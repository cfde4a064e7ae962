using System.Text.RegularExpressions;
using Advisor.Cli.Commands.Iac.Code;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Values of parameters and variables, where the files give them: the module that uses the template, or a file of values (.tfvars,
/// .bicepparam, deployment parameters) of one that no module uses, comes before the default in the template's own folder. A local of
/// Terraform, or a variable of Bicep, has the value that the template states: no file of values gives it.
/// </summary>
internal sealed partial class ParameterValues(IReadOnlyList<CodeFile> files)
{
    // One value leads to the next; what leads to itself ends here.
    private const int MaxSteps = 20;

    private readonly ValuesFiles valuesFiles = new(files);

    /// <summary>
    /// Returns the number that an expression is or refers to, with the name of the parameter where the number is its default; null where
    /// none of the files has it, or several have.
    /// </summary>
    public (CodeFile File, CodeToken Number, string? DefaultOf)? Find(CodeFile file, CodeEntry expression) =>
        FindEntry(file, expression) is { } found && found.File.FindNumber(found.Entry) is { } number
            ? (found.File.Whole, number, found.DefaultOf)
            : null;

    /// <summary>
    /// Returns the text that an expression is or refers to, with the name of the parameter where the text is its default; null where it is
    /// computed, none of the files has it, or several have.
    /// </summary>
    public (string Text, string? DefaultOf)? FindText(CodeFile file, CodeEntry expression) =>
        FindEntry(file, expression) is { Entry.Literal: { } text } found
        && !text.Contains("${", StringComparison.Ordinal)
        && !text.StartsWith('[')
            ? (text, found.DefaultOf)
            : null;

    private (CodeFile File, CodeEntry Entry, string? DefaultOf)? FindEntry(CodeFile file, CodeEntry expression)
    {
        var (at, entry) = (file, expression);
        string? defaultOf = null;
        for (var step = 0; step < MaxSteps; step++)
        {
            if (FindReference(at, entry) is not { } reference)
            {
                return (at, entry, defaultOf);
            }

            if (FindValue(at, reference) is not { } found)
            {
                return null;
            }

            (at, entry) = (found.File, found.Entry);
            defaultOf ??= found.DefaultOf;
        }

        return null;
    }

    // var.units, local.units; units; "[parameters('units')]".
    private static Reference? FindReference(CodeFile file, CodeEntry expression) =>
        expression switch
        {
            { Literal: { } text } => ParameterPattern().Match(text) is { Success: true } match
                ? new(match.Groups["name"].Value, false)
                : null,
            { Objects.Count: > 0 } => null,
            { Tokens: [{ Text: "var" or "local" } kind, { Text: "." }, { Kind: CodeTokenKind.Word } name] } when file.IsTerraform => new(
                name.Text,
                kind.Text == "local"
            ),
            { Tokens: [{ Kind: CodeTokenKind.Word } name] } when !file.IsTerraform => new(
                name.Text,
                file.Root.Any(entry => entry.Header is ["var", var variable] && variable == name.Text)
            ),
            _ => null,
        };

    private (CodeFile File, CodeEntry Entry, string? DefaultOf)? FindValue(CodeFile file, Reference reference)
    {
        var given = reference.IsLocal ? [] : ListGiven(file, reference.Name).ToList();
        return given switch
        {
            [{ Entry: { } value } only] => (only.File, value, null),
            _ when given.Any(one => one.Entry is not null) => null,
            // What modules do not pass, no deployment passes.
            _ => FindDeclared(file, reference) is { } own
                ? (own.File, own.Entry, reference.IsLocal || given.Count > 0 ? null : reference.Name)
                : null,
        };
    }

    // Null stands for a module, or a template around, that does not pass it.
    private IEnumerable<(CodeFile File, CodeEntry? Entry)> ListGiven(CodeFile template, string name) =>
        template.Caller is { } caller
            ? [(caller.File, caller.Parameters.FindAt(name) is { } passed ? passed.Body.Find("value") ?? passed : null)]
            : valuesFiles.List(template).Select(file => (file, FindValue(file, name))).Where(given => given.Item2 is not null);

    // units = 2; param units = 2; "parameters": { "units": { "value": 2 } }.
    private static CodeEntry? FindValue(CodeFile file, string name) =>
        file.IsTerraform ? file.Root.FirstOrDefault(entry => entry.Header is [var only] && only == name)
        : file.IsBicepParameters ? file.Root.FirstOrDefault(entry => entry.Header is ["param", var param] && param == name)
        : file.Root.Find("parameters")?.Body.Find(name)?.Body.Find("value");

    // locals { units = 2 }, variable "units" { default = 2 }; var units = 2, param units int = 2; "units": { "defaultValue": 2 }.
    private (CodeFile File, CodeEntry Entry)? FindDeclared(CodeFile template, Reference reference)
    {
        var name = reference.Name;
        var found = (
            from file in template.ListScope(files)
            where file.IsTemplate
            from entry in file.Root
            let value = (reference.IsLocal, entry.Header) switch
            {
                (true, ["locals"]) => entry.Body.Find(name),
                (true, ["var", var variable]) when variable == name => entry,
                (false, ["variable", var variable]) when variable == name => entry.Body.Find("default"),
                (false, ["param", var param, ..]) when param == name => entry,
                (false, ["parameters"]) => entry.Body.Find(name)?.Body.Find("defaultValue"),
                _ => null,
            }
            where value is not null
            select (file, value)
        ).ToList();
        return found.Count == 1 ? found[0] : null;
    }

    [GeneratedRegex(@"^\[parameters\('(?<name>[^']+)'\)\]$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ParameterPattern();

    /// <param name="IsLocal">Whether it is a local of Terraform or a variable of Bicep: only the template states its value.</param>
    private readonly record struct Reference(string Name, bool IsLocal);
}
