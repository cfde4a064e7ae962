namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Which files of values a template takes: a .bicepparam file is for the template of its <c>using</c>, any other for the templates of its
/// folder, or of the nearest folder above that has some.
/// </summary>
internal sealed class ValuesFiles(IReadOnlyList<CodeFile> files)
{
    private readonly ILookup<(bool IsTerraform, string Folder), CodeFile> templates = files
        .Where(file => file.IsTemplate)
        .ToLookup(file => (file.IsTerraform, file.Folder));

    private readonly List<CodeFile> values = [.. files.Where(file => file.IsValues)];

    /// <summary>Returns the files that give values to a template, in the order in which they were read.</summary>
    public IEnumerable<CodeFile> List(CodeFile template) =>
        values.Where(file =>
            file.IsBicepParameters
                ? IsUsedBy(template, file)
                : file.IsTerraform == template.IsTerraform
                    && FindFolder(file) == template.Folder
                    && (file.IsTerraform || IsForName(file, template))
        );

    /// <summary>
    /// Whether one of the files is for this template, not only for those of its folder: it is then deployed by itself, also where modules
    /// use it.
    /// </summary>
    public bool IsDeployed(CodeFile template) =>
        List(template).Any(file => file.IsTerraform || file.IsBicepParameters || HasNameOf(file, template));

    private static bool IsUsedBy(CodeFile template, CodeFile parameters) =>
        string.Equals(
            parameters.Resolve(parameters.Entries.FirstOrDefault(entry => entry.Header is ["using", _, ..])?.Header[1]),
            template.FullPath,
            StringComparison.OrdinalIgnoreCase
        );

    /// <summary>
    /// Returns the folder of the templates that a file is for: the nearest at or above it; for a file that the user named, where there is
    /// none, the only folder with templates. Null when there is neither.
    /// </summary>
    private string? FindFolder(CodeFile file)
    {
        for (var folder = file.Folder; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (templates.Contains((file.IsTerraform, folder)))
            {
                return folder;
            }
        }

        var all = templates.Where(group => group.Key.IsTerraform == file.IsTerraform).Select(group => group.Key.Folder).ToList();
        return file.IsNamed && all.Count == 1 ? all[0] : null;
    }

    // chat.parameters.json and chat.prod.parameters.json are for chat.bicep where the folder has it, else for every template of the folder.
    private bool IsForName(CodeFile file, CodeFile template)
    {
        var named = templates[(false, template.Folder)].Where(one => HasNameOf(file, one)).ToList();
        return named.Count == 0 || named.Contains(template);
    }

    private static bool HasNameOf(CodeFile file, CodeFile template) =>
        Path.GetFileName(file.Path).StartsWith(Path.GetFileNameWithoutExtension(template.Path) + ".", StringComparison.OrdinalIgnoreCase);
}
