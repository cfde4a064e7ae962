using Advisor.Cli.Commands.Iac.Code;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Which modules use a template, and what they pass.</summary>
internal sealed class ModuleUses(IReadOnlyList<CodeFile> files, ValuesFiles valuesFiles)
{
    // Modules that use one another twice at each of n levels are 2^n resources.
    private const int MaxUses = 10_000;

    private readonly ILookup<string, (CodeFile File, IReadOnlyList<CodeEntry> Passed)> uses = (
        from file in files
        where file.IsTemplate
        from entry in file.Entries
        let use = FindUse(file, entry)
        where use.Path is not null
        select (use.Path, File: file, use.Passed)
    ).ToLookup(use => use.Path, use => (use.File, use.Passed), StringComparer.OrdinalIgnoreCase);

    /// <summary>
    /// Returns a template once for each module of the files that uses it, with what that one passes, and for each use of the template in
    /// which the module is; itself where a file of values is for it alone, and where no module uses it, as in a circle, which Bicep and
    /// Terraform refuse.
    /// </summary>
    /// <exception cref="CommandException">There are too many uses to list.</exception>
    public IReadOnlyList<CodeFile> List(CodeFile template) => List(template, []);

    /// <summary>Returns the absolute paths of the local modules that files use: folders in Terraform, else files.</summary>
    public static IEnumerable<string> ListPaths(IEnumerable<CodeFile> files) =>
        from file in files
        where file.IsTemplate
        from entry in file.Entries
        let path = FindSource(file, entry)
        where path?.StartsWith('.') == true || (path?.EndsWith(".bicep", StringComparison.Ordinal) == true && !path.StartsWith('/'))
        select file.Resolve(path);

    private IReadOnlyList<CodeFile> List(CodeFile template, string[] users)
    {
        string[] chain = [.. users, GetPath(template)];
        var used = (
            from use in uses[GetPath(template)]
            where !chain.Contains(GetPath(use.File))
            from user in List(use.File, chain)
            select template with
            {
                Caller = (user, use.Passed),
            }
        )
            .Take(MaxUses + 1)
            .ToList();
        if (used.Count > MaxUses)
        {
            throw CommandException.CreateInvalidInput(
                $"modules use '{UntrustedText.Sanitize(template.Path)}' more than {Wording.FormatNumber(MaxUses)} times: "
                    + "specify a folder that has fewer of them."
            );
        }

        return used.Count == 0 || valuesFiles.IsDeployed(template) ? [.. used, template] : used;
    }

    // Terraform uses folders.
    private static string GetPath(CodeFile file) => file.IsTerraform ? file.Folder : file.FullPath;

    private static (string? Path, IReadOnlyList<CodeEntry> Passed) FindUse(CodeFile file, CodeEntry entry) =>
        (file.Resolve(FindSource(file, entry)), file.IsTerraform ? entry.Body : entry.Body.Find("params")?.Body ?? []);

    // module "chat" { source = "./chat", units = 2 }; module chat 'chat.bicep' = { params: { units: 2 } }; null when it is no use.
    private static string? FindSource(CodeFile file, CodeEntry entry) =>
        entry.Header switch
        {
            ["module", _] when file.IsTerraform => entry.Body.Find("source")?.Literal,
            ["module", _, var path] => path,
            _ => null,
        };
}
