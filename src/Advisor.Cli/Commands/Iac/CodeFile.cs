using System.Text;
using Advisor.Cli.Commands.Iac.Code;
using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Iac;

/// <summary>A file of Terraform, Bicep or ARM JSON, as it was read.</summary>
/// <param name="Path">Path as the user named it, or below the folder that the user named.</param>
/// <param name="Text">Its text, without a byte order mark.</param>
public sealed record CodeFile(string Path, string Text, IReadOnlyList<CodeEntry> Entries)
{
    private static readonly string[] Extensions = [".tf", ".tfvars", ".bicep", ".bicepparam", ".json"];

    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true,
        AttributesToSkip = FileAttributes.Hidden | FileAttributes.System | FileAttributes.ReparsePoint,
    };

    public bool IsTerraform => HasExtension(".tf", ".tfvars");

    /// <summary>Whether it only gives values: a .tfvars or .bicepparam file, or one of deployment parameters.</summary>
    public bool IsValues =>
        HasExtension(".tfvars", ".bicepparam") || (HasExtension(".json") && !Text.Contains("\"resources\"", StringComparison.Ordinal));

    /// <summary>Returns the files whose names this one sees: in Terraform those of its folder, elsewhere itself.</summary>
    public IEnumerable<CodeFile> ListScope(IReadOnlyList<CodeFile> files)
    {
        var folder = System.IO.Path.GetDirectoryName(Path);
        return IsTerraform ? files.Where(file => file.IsTerraform && System.IO.Path.GetDirectoryName(file.Path) == folder) : [this];
    }

    /// <summary>Reads files, and the templates in folders and below; hidden folders such as .terraform are left out.</summary>
    /// <exception cref="CommandException">One is missing, has an unknown extension or cannot be read, or a folder has none.</exception>
    public static IReadOnlyList<CodeFile> ReadAll(CliContext cli, IReadOnlyList<string> paths) =>
        [
            .. paths
                .SelectMany(path => ListFiles(cli, path))
                .Distinct(StringComparer.Ordinal)
                .Select(path => Read(cli, path))
                .OfType<CodeFile>(),
        ];

    /// <summary>Parses the text of a file.</summary>
    /// <exception cref="FormatException">It is not well formed.</exception>
    public static CodeFile Parse(string path, string text) => new(path, text, CodeParser.Parse(text));

    private static IEnumerable<string> ListFiles(CliContext cli, string path)
    {
        var full = cli.ResolvePath(path);
        if (!Directory.Exists(full))
        {
            return Extensions.Contains(System.IO.Path.GetExtension(path).ToLowerInvariant())
                ? [path]
                : throw new CommandException(
                    ExitCodes.Usage,
                    $"'{UntrustedText.Sanitize(path)}' is none of {string.Join(", ", Extensions)}: specify Terraform, Bicep, "
                        + "ARM JSON, or a folder."
                );
        }

        var found = Directory
            .EnumerateFiles(full, "*", Below)
            .Where(file => Extensions.Contains(System.IO.Path.GetExtension(file).ToLowerInvariant()))
            .Where(file => !file.Contains("node_modules", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(file => System.IO.Path.Combine(path, System.IO.Path.GetRelativePath(full, file)))
            .ToList();
        return found.Count > 0
            ? found
            : throw new CommandException(
                ExitCodes.InvalidInput,
                $"folder '{UntrustedText.Sanitize(path)}' has no template: no file of {string.Join(", ", Extensions)}."
            );
    }

    private static CodeFile? Read(CliContext cli, string path)
    {
        var text = Encoding.UTF8.GetString(FileInput.ReadUtf8(cli, path));
        try
        {
            return Parse(path, text);
        }
        catch (FormatException fault)
        {
            throw new CommandException(
                ExitCodes.InvalidInput,
                $"'{UntrustedText.Sanitize(path)}' cannot be read as a template: {fault.Message}.",
                fault
            );
        }
    }

    private bool HasExtension(params string[] extensions) =>
        extensions.Contains(System.IO.Path.GetExtension(Path), StringComparer.OrdinalIgnoreCase);
}
