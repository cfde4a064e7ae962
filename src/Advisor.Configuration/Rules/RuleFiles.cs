using System.Reflection;
using System.Text;
using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Locates the text of each rules file: embedded in the program, or in the user's folder if that has a file with the same path.
/// </summary>
internal static class RuleFiles
{
    public const string Skus = "skus.yaml";
    public const string Policy = "policy.yaml";
    public const string Alerts = "alerts.yaml";
    private const string Prefix = "rules/";
    private const int PartLength = 32 * 1024;

    /// <summary>Capacity tables, one file per edition.</summary>
    public static IReadOnlyList<string> Capacity { get; } =
    ["capacity/signalr.yaml", "capacity/webpubsub.yaml", "capacity/signalr-2019.yaml"];

    /// <summary>Files that a copy of rules/ may contain besides the data; not read.</summary>
    private static readonly string[] Ignored = [".md", ".json"];

    // The deepest rules file is one folder down; a folder given by mistake may be a whole disk.
    private static readonly EnumerationOptions Shallow = new()
    {
        RecurseSubdirectories = true,
        MaxRecursionDepth = 1,
        IgnoreInaccessible = true,
    };
    private const int MaxUnknown = 10;

    private static readonly Assembly Program = typeof(RuleFiles).Assembly;

    /// <summary>Names of all embedded files, ascending.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Program
            .GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => name[Prefix.Length..].Replace('\\', '/'))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>Returns the paths of the files in the user's folder; an unknown file there is a problem.</summary>
    public static Dictionary<string, string> ReadOverrides(string directory, List<DocumentProblem> problems)
    {
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        var unknown = 0;
        foreach (var path in Directory.EnumerateFiles(directory, "*", Shallow).Order(StringComparer.Ordinal))
        {
            var name = Path.GetRelativePath(directory, path).Replace(Path.DirectorySeparatorChar, '/');
            if (Names.Contains(name))
            {
                found.Add(name, path);
            }
            else if (
                !Ignored.Contains(Path.GetExtension(name))
                && !name.Split('/').Any(part => part.StartsWith('.'))
                && unknown++ < MaxUnknown
            )
            {
                var hint = NameSuggestions.FindNearest(name, Names) is { } near
                    ? $"did you mean {near}?"
                    : $"known: {string.Join(", ", Names)}.";
                problems.Add(new DocumentProblem(path, null, "", $"The rules have no file {name}; {hint}"));
            }
        }

        if (unknown > MaxUnknown)
        {
            problems.Add(
                new DocumentProblem(
                    directory,
                    null,
                    "",
                    $"{unknown - MaxUnknown} more files do not belong to the rules; is this the right folder?"
                )
            );
        }

        return found;
    }

    /// <summary>Returns the text of an embedded file.</summary>
    public static string ReadEmbedded(string name) => ReadResource(Prefix + name);

    /// <summary>Returns the text of a resource of the program.</summary>
    public static string ReadResource(string name)
    {
        using var stream =
            Program.GetManifestResourceStream(name) ?? throw new InvalidOperationException($"The program was built without {name}.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>Returns the text of a file on disk; null if it cannot be read, which is logged.</summary>
    public static string? ReadFromDisk(string path, ProblemLog log)
    {
        try
        {
            // The parser refuses a text above the maximum, so reading stops there; a device or a pipe may be endless.
            using var reader = new StreamReader(path);
            var (text, part) = (new StringBuilder(), new char[PartLength]);
            while (text.Length <= DocumentParser.MaxCharacters && reader.Read(part) is > 0 and var read)
            {
                text.Append(part, 0, read);
            }

            return text.ToString();
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            log.Add(null, "", "The file cannot be read: " + fault.Message);
        }

        return null;
    }
}
