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

    // What templates and deployment parameters have.
    private static readonly string[] JsonUsed = ["\"resources\"", "\"parameters\""];

    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true,
        AttributesToSkip = FileAttributes.Hidden | FileAttributes.System | FileAttributes.ReparsePoint,
    };

    /// <summary>Absolute path, by which files are related.</summary>
    public string FullPath { get; init; } = System.IO.Path.GetFullPath(Path);

    /// <summary>Whether the user named the file itself, not only a folder above it.</summary>
    public bool IsNamed { get; init; }

    /// <summary>Whether the user named neither the file nor a folder above it: a module of one that the user did.</summary>
    public bool IsOutside { get; init; }

    /// <summary>
    /// Template that deploys this one, and the parameters that it passes: by a module, or by a nested deployment of ARM with a scope of its
    /// own; null = it is deployed by itself.
    /// </summary>
    public (CodeFile File, IReadOnlyList<CodeEntry> Parameters)? Caller { get; init; }

    /// <summary>The file that it is a part of, or is, whoever deploys it.</summary>
    public CodeFile Whole
    {
        get => field ?? this with { Caller = null };
        private init;
    }

    /// <summary>Absolute path of its folder.</summary>
    public string Folder => System.IO.Path.GetDirectoryName(FullPath)!;

    public bool IsTerraform => HasExtension(".tf", ".tfvars", ".tfvars.json");

    public bool IsJson => HasExtension(".json");

    public bool IsBicepParameters => HasExtension(".bicepparam");

    /// <summary>Whether it only gives values: a .tfvars, .tfvars.json or .bicepparam file, or one of deployment parameters.</summary>
    public bool IsValues => HasExtension(".tfvars", ".tfvars.json", ".bicepparam") || IsDeploymentParameters;

    /// <summary>Whether it may declare resources. What is neither a template nor values, such as package.json, is not used.</summary>
    public bool IsTemplate =>
        HasExtension(".tf", ".bicep") || (IsJson && !IsValues && Text.Contains("\"resources\"", StringComparison.Ordinal));

    /// <summary>Its entries; in JSON those of the object that the file is.</summary>
    public IReadOnlyList<CodeEntry> Root => Entries is [{ Name: "" } json] ? json.Body : Entries;

    private bool IsDeploymentParameters =>
        IsJson
        && Root.Find("parameters") is not null
        && Root.Find("resources") is null
        && Root.Find("$schema")?.Literal?.Contains("deploymentParameters", StringComparison.OrdinalIgnoreCase) != false;

    /// <summary>Returns the files whose names this one sees: in Terraform those of its folder, elsewhere itself.</summary>
    public IEnumerable<CodeFile> ListScope(IReadOnlyList<CodeFile> files) =>
        IsTerraform ? files.Where(file => file.IsTerraform && file.Folder == Folder).Select(file => file with { Caller = Caller }) : [this];

    /// <summary>
    /// Returns the file in whose scope an object of this one stands: the nested deployment of ARM where it is the template of one that
    /// evaluates its own parameters, as compiled modules of Bicep do; else itself.
    /// </summary>
    /// <param name="around">Entries among which the object's own entry is: the properties of the deployment.</param>
    public CodeFile FindScope(IReadOnlyList<CodeEntry> around, CodeEntry entry) =>
        entry.Header is ["template"] && around.Find("expressionEvaluationOptions")?.Body.Find("scope")?.Literal is "inner" or "Inner"
            ? this with
            {
                Entries = entry.Body,
                Caller = (this, around.Find("parameters")?.Body ?? []),
                Whole = Whole,
            }
            : this;

    /// <summary>Returns the absolute path of a path in this file, which is relative to its folder; null where it is none.</summary>
    public string? Resolve(string? path) =>
        path is null || path.Contains('\0')
            ? null
            : System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(System.IO.Path.Combine(Folder, path)));

    /// <summary>Returns the whole number of an entry of this file; null when it is none. Terraform converts a quoted one.</summary>
    public CodeToken? FindNumber(CodeEntry entry) => entry.Number ?? (IsTerraform ? entry.QuotedNumber : null);

    /// <summary>
    /// Reads files, the templates in folders and below, and the local modules elsewhere that they use; hidden folders such as .terraform
    /// are left out.
    /// </summary>
    /// <exception cref="CommandException">One is missing, has an unknown extension or cannot be read, or a folder has none.</exception>
    public static IReadOnlyList<CodeFile> ReadAll(CliContext cli, IReadOnlyList<string> paths)
    {
        var named = paths.Select(cli.ResolvePath).ToHashSet(StringComparer.Ordinal);
        var files = paths
            .SelectMany(path => ListFiles(cli, path))
            .DistinctBy(cli.ResolvePath, StringComparer.Ordinal)
            .Select(path => Read(cli, path))
            .Select(file => file with { IsNamed = named.Contains(file.FullPath) })
            .ToList();
        var known = files.Select(file => file.FullPath).ToHashSet(StringComparer.Ordinal);
        for (var added = files; added.Count > 0; files.AddRange(added))
        {
            added =
            [
                .. ModuleUses
                    .ListPaths(added)
                    .SelectMany(ListModule)
                    .Where(known.Add)
                    .Select(path => Read(cli, System.IO.Path.GetRelativePath(cli.Folder, path)) with { IsOutside = true }),
            ];
        }

        return files;
    }

    private static string[] ListModule(string path) =>
        Directory.Exists(path) ? [.. Directory.EnumerateFiles(path, "*.tf", new EnumerationOptions()).Order(StringComparer.Ordinal)]
        : File.Exists(path) ? [path]
        : [];

    /// <summary>Parses the text of a file; JSON that is neither a template nor values has no entries.</summary>
    /// <exception cref="FormatException">It is not well formed.</exception>
    public static CodeFile Parse(string path, string text)
    {
        var file = new CodeFile(path, text, []);
        return file.IsJson && !file.IsTerraform && !JsonUsed.Any(name => text.Contains(name, StringComparison.OrdinalIgnoreCase))
            ? file
            : file with
            {
                Entries = CodeParser.Parse(text, file.IsJson),
            };
    }

    private static IEnumerable<string> ListFiles(CliContext cli, string path)
    {
        var full = cli.ResolvePath(path);
        if (!Directory.Exists(full))
        {
            return Extensions.Contains(System.IO.Path.GetExtension(path).ToLowerInvariant())
                ? [path]
                : throw CommandException.CreateUsage(
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
            : throw CommandException.CreateInvalidInput(
                $"folder '{UntrustedText.Sanitize(path)}' has no template: no file of {string.Join(", ", Extensions)}."
            );
    }

    private static CodeFile Read(CliContext cli, string path)
    {
        var text = Encoding.UTF8.GetString(FileInput.ReadUtf8(cli, path));
        try
        {
            return Parse(path, text) with { FullPath = cli.ResolvePath(path) };
        }
        catch (FormatException fault)
        {
            throw CommandException.CreateInvalidInput(
                $"'{UntrustedText.Sanitize(path)}' cannot be read as a template: {fault.Message}.",
                fault
            );
        }
    }

    private bool HasExtension(params string[] extensions) =>
        extensions.Any(extension => Path.EndsWith(extension, StringComparison.OrdinalIgnoreCase));
}
