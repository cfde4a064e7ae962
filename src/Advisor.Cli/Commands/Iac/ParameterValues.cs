using System.Text.RegularExpressions;
using Advisor.Cli.Commands.Iac.Code;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Values of parameters and variables, where the files give them: a file of values (.tfvars, .bicepparam, deployment parameters) of the
/// template comes before the default in the template's own folder.
/// </summary>
internal sealed partial class ParameterValues(IReadOnlyList<CodeFile> files)
{
    private readonly ValuesFiles valuesFiles = new(files);

    /// <summary>
    /// Returns the number that an expression refers to, with the name of the parameter where the number is its default; null where none of
    /// the files has it, or several have.
    /// </summary>
    public (CodeFile File, CodeToken Number, string? DefaultOf)? Find(CodeFile file, CodeEntry expression) =>
        FindEntry(file, expression) is { } found && found.File.FindNumber(found.Entry) is { } number
            ? (found.File, number, found.DefaultOf)
            : null;

    /// <summary>Returns the text that an expression refers to; null where none of the files has it, or several have.</summary>
    public string? FindText(CodeFile file, CodeEntry expression) => FindEntry(file, expression)?.Entry.Literal;

    private (CodeFile File, CodeEntry Entry, string? DefaultOf)? FindEntry(CodeFile file, CodeEntry expression)
    {
        if (FindParameter(file, expression) is not { } name)
        {
            return null;
        }

        var given = ListValues(file, name).ToList();
        return given switch
        {
            [var one] => (one.File, one.Entry, null),
            [] => FindDefault(file, name),
            _ => null,
        };
    }

    // var.units, local.units; units; "[parameters('units')]".
    private static string? FindParameter(CodeFile file, CodeEntry expression) =>
        expression switch
        {
            { Literal: { } text } => ParameterPattern().Match(text) is { Success: true } match ? match.Groups["name"].Value : null,
            { Objects.Count: > 0 } => null,
            { Tokens: [{ Text: "var" or "local" }, { Text: "." }, { Kind: CodeTokenKind.Word } name] } when file.IsTerraform => name.Text,
            { Tokens: [{ Kind: CodeTokenKind.Word } name] } when !file.IsTerraform => name.Text,
            _ => null,
        };

    private IEnumerable<(CodeFile File, CodeEntry Entry)> ListValues(CodeFile template, string name) =>
        from file in valuesFiles.List(template)
        let value = FindValue(file, name)
        where value is not null
        select (file, value);

    // units = 2; param units = 2; "parameters": { "units": { "value": 2 } }.
    private static CodeEntry? FindValue(CodeFile file, string name) =>
        file.IsTerraform ? file.Root.FirstOrDefault(entry => entry.Header is [var only] && only == name)
        : file.IsBicepParameters ? file.Root.FirstOrDefault(entry => entry.Header is ["param", var param] && param == name)
        : file.Root.Find("parameters")?.Body.Find(name)?.Body.Find("value");

    // variable "units" { default = 2 }, locals { units = 2 }; param units int = 2, var units = 2; "units": { "defaultValue": 2 }.
    private (CodeFile File, CodeEntry Entry, string? DefaultOf)? FindDefault(CodeFile template, string name)
    {
        var found = (
            from file in template.ListScope(files)
            where file.IsTemplate
            from entry in file.Entries.ListBodies().SelectMany(body => body)
            let value = entry.Header switch
            {
                ["variable", var variable] when variable == name => entry.Body.Find("default"),
                ["locals"] => entry.Body.Find(name),
                ["param", var param, _] when param == name => entry,
                ["var", var variable] when variable == name => entry,
                [var only] when only == name => entry.Body.Find("defaultValue"),
                _ => null,
            }
            where value is not null
            let isFixed = entry.Header is ["locals"] or ["var", _]
            select (file, value, isFixed ? null : name)
        ).ToList();
        return found.Count == 1 ? found[0] : null;
    }

    [GeneratedRegex(@"^\[parameters\('(?<name>[^']+)'\)\]$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ParameterPattern();
}
