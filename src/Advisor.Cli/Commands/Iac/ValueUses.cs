using Advisor.Cli.Commands.Iac.Code;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Finds what else takes a value that a resource takes: the workers of an App Service plan from the variable of the units. Outputs, and the
/// resource or module itself, do not count.
/// </summary>
internal sealed class ValueUses(IReadOnlyList<CodeFile> files)
{
    private static readonly string[] Declaring = ["output", "outputs", "variable", "parameters"];

    /// <summary>Returns the first of the references to a number that something else has too, and where; null = there is none.</summary>
    public SharedValue? FindShared(IEnumerable<ValueStep> steps) =>
        (
            from step in steps
            from file in step.File.ListScope(files)
            from part in ListParts(file)
            where !Declaring.Contains(part.Name) && !(IsDeployed(part) && ListEntries(part).Contains(step.User))
            from entry in ListEntries(part)
            where entry != step.User && step.Reference.IsIn(file, entry)
            select new SharedValue(step.Reference.Name, file.Whole, entry.Line)
        ).FirstOrDefault();

    // In ARM each of the resources for itself.
    private static IEnumerable<CodeEntry> ListParts(CodeFile file) =>
        file.Root.SelectMany(entry =>
            entry.Header is not ["resources"] ? [entry]
            : entry.IsObject && entry.Tokens is [{ Text: "{}" }] && entry.Body.Find("type") is null
                ? entry.Body.Select(one => AsResource([.. one.Objects], one.Line))
            : entry.Objects.Select(one => AsResource([one], entry.Line))
        );

    private static CodeEntry AsResource(IReadOnlyList<IReadOnlyList<CodeEntry>> objects, int line) => new(["resource"], [], objects, line);

    private static bool IsDeployed(CodeEntry part) => part.Name is "resource" or "module";

    private static IEnumerable<CodeEntry> ListEntries(CodeEntry entry) =>
        entry.Objects.SelectMany(body => body).SelectMany(ListEntries).Prepend(entry);
}

/// <summary>Parameter or variable that a number comes from, and the line of something else that takes it too.</summary>
public sealed record SharedValue(string Name, CodeFile File, int Line);
