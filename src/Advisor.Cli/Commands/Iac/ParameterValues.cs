using Advisor.Cli.Commands.Iac.Code;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Values of parameters and variables, where the files give them: the module that uses the template, or a file of values (.tfvars,
/// .bicepparam, deployment parameters) where it is deployed by itself, comes before the default in the template's own folder. A local of
/// Terraform, or a variable of Bicep or ARM, has the value that the template states: no file of values gives it.
/// </summary>
internal sealed class ParameterValues(IReadOnlyList<CodeFile> files, ValuesFiles valuesFiles)
{
    // One value leads to the next; what leads to itself ends here.
    private const int MaxSteps = 20;

    /// <summary>
    /// Returns the number that an expression is or refers to, with the name of the parameter where the number is its default; null where
    /// none of the files has it, or several have.
    /// </summary>
    public FoundNumber? Find(CodeFile file, CodeEntry expression) =>
        FindEntry(file, expression, "capacity") is { } found && found.File.FindNumber(found.Entry) is { } number
            ? new(found.File.Whole, number, found.DefaultOf, found.Steps)
            : null;

    /// <summary>
    /// Returns the text that an expression is or refers to, with the name of the parameter where the text is its default; null where it is
    /// computed, none of the files has it, or several have.
    /// </summary>
    public (string Text, string? DefaultOf)? FindText(CodeFile file, CodeEntry expression) =>
        FindEntry(file, expression, "name") is { Entry.Literal: { } text } found
        && !text.Contains("${", StringComparison.Ordinal)
        && !text.StartsWith('[')
            ? (text, found.DefaultOf)
            : null;

    /// <param name="member">What is sought of a <c>sku</c> that is computed as a whole, or of the body around it.</param>
    private FoundEntry? FindEntry(CodeFile file, CodeEntry expression, string member)
    {
        var (at, entry) = (file, expression);
        var path = new Stack<string>(
            expression.Name switch
            {
                "body" => [member, "sku"],
                "sku" => [member],
                _ => [],
            }
        );
        string? defaultOf = null;
        var steps = new List<ValueStep>();
        for (var step = 0; step < MaxSteps; step++)
        {
            if (ValueReference.Find(at, entry) is not { } reference)
            {
                if (path.Count == 0 || !entry.IsObject)
                {
                    return new(at, entry, defaultOf, steps);
                }

                if (entry.Body.Find(path.Pop()) is not { } found)
                {
                    return null;
                }

                entry = found;
                continue;
            }

            foreach (var name in reference.Path.Reverse())
            {
                path.Push(name);
            }

            steps.Add(new(at, reference with { Path = [.. path] }, entry));
            if (FindValue(at, reference) is not { } value)
            {
                return null;
            }

            (at, entry) = (value.File, value.Entry);
            defaultOf ??= value.DefaultOf;
        }

        return null;
    }

    private (CodeFile File, CodeEntry Entry, string? DefaultOf)? FindValue(CodeFile file, ValueReference reference)
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

    // locals { units = 2 }, variable "units" { default = 2 }; var units = 2, param units int = 2; in ARM "units": 2 among the variables,
    // "units": { "defaultValue": 2 } among the parameters.
    private (CodeFile File, CodeEntry Entry)? FindDeclared(CodeFile template, ValueReference reference)
    {
        var name = reference.Name;
        var found = (
            from file in template.ListScope(files)
            where file.IsTemplate
            from entry in file.Root
            let value = (reference.IsLocal, entry.Header) switch
            {
                (true, ["locals"] or ["variables"]) => entry.Body.Find(name),
                (true, ["var", var variable]) when variable == name => entry,
                (false, ["variable", var variable]) when variable == name => entry.Body.Find("default"),
                (false, ["param", var param, ..]) when param == name => entry,
                (false, ["parameters"]) => entry.Body.Find(name)?.Body.Find("defaultValue"),
                _ => null,
            }
            where value is { Tokens.Count: > 0 } or { Objects.Count: > 0 }
            select (file, value)
        ).ToList();
        return found.Count == 1 ? found[0] : null;
    }

    private sealed record FoundEntry(CodeFile File, CodeEntry Entry, string? DefaultOf, IReadOnlyList<ValueStep> Steps);
}

/// <summary>A number, and how it is found.</summary>
/// <param name="DefaultOf">Parameter or variable whose default it is; null = it is not one.</param>
internal sealed record FoundNumber(CodeFile File, CodeToken Number, string? DefaultOf, IReadOnlyList<ValueStep> Steps);

/// <summary>A reference on the way from a resource to its number.</summary>
/// <param name="File">File that sees the name.</param>
/// <param name="Reference">With the path to the number in the value.</param>
/// <param name="User">Entry whose value the reference is.</param>
internal sealed record ValueStep(CodeFile File, ValueReference Reference, CodeEntry User)
{
    /// <summary>Returns what the parameter may be; null where it is no number itself, or has no limit.</summary>
    public ValueLimit? FindLimit(IReadOnlyList<CodeFile> files) =>
        Reference is { IsLocal: false, Path: [] } ? ValueLimit.Find(File.ListScope(files), Reference.Name) : null;
}
