using System.Text.Json.Nodes;
using Advisor.Cli.Output;
using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Rules;

/// <summary>Prints the figures of the rules with their sources.</summary>
internal static class RulesShow
{
    private const string Indent = "    ";

    /// <param name="section">A file, or a name or its beginning; null = all.</param>
    /// <exception cref="CommandException">No figure is of the section.</exception>
    public static void Write(CliContext cli, RuleSet rules, string? section, bool json)
    {
        var all = rules.Entries.Value;
        var shown = section is null ? all : [.. all.Where(entry => IsOfFile(entry, section))];
        if (shown.Count == 0)
        {
            shown = [.. all.Where(entry => entry.Id.StartsWith(section!, StringComparison.OrdinalIgnoreCase))];
        }

        if (shown.Count == 0)
        {
            throw CreateNotFound(all, section!);
        }

        if (json)
        {
            WriteJson(cli.Out, shown);
        }
        else
        {
            WriteText(cli, shown);
        }
    }

    private static void WriteText(CliContext cli, IReadOnlyList<RuleEntry> entries)
    {
        foreach (var (file, position) in entries.GroupBy(entry => entry.File, StringComparer.Ordinal).Select((file, i) => (file, i)))
        {
            if (position > 0)
            {
                cli.Out.WriteLine();
            }

            cli.Out.WriteLine($"{UntrustedText.Sanitize(file.Key)}, checked on {file.First().CheckedOn:yyyy-MM-dd}");
            foreach (var entry in file)
            {
                cli.Out.WriteLine($"  {UntrustedText.Sanitize(entry.Id)}");
                foreach (var line in ListLines(entry))
                {
                    CliConsole.WriteWrapped(cli, Indent, UntrustedText.Sanitize(line));
                }
            }
        }
    }

    private static IEnumerable<string> ListLines(RuleEntry entry) =>
        [
            .. entry.Values,
            .. entry.Meaning is { } meaning ? (string[])[meaning] : [],
            .. entry.IsVerified == false ? (string[])["Not verified against the source."] : [],
            "Source: "
                + string.Join(
                    ", ",
                    entry.Sources.Select(source => source.Url is { } url && url != source.Text ? $"{source.Text} {url}" : source.Text)
                ),
        ];

    private static void WriteJson(TextWriter output, IReadOnlyList<RuleEntry> entries) =>
        JsonOutput.Write(
            output,
            new JsonObject
            {
                ["rules"] = JsonOutput.CreateList(
                    entries,
                    entry => new JsonObject
                    {
                        ["id"] = entry.Id,
                        ["file"] = entry.File,
                        ["values"] = JsonOutput.CreateList(entry.Values),
                        ["meaning"] = entry.Meaning,
                        ["sources"] = JsonOutput.CreateList(
                            entry.Sources,
                            source => new JsonObject { ["text"] = source.Text, ["url"] = source.Url }
                        ),
                        ["checkedOn"] = entry.CheckedOn.ToString("yyyy-MM-dd"),
                    }
                ),
            }
        );

    // By path, name, name without extension, or folder: capacity/signalr.yaml, signalr.yaml, signalr, capacity.
    private static bool IsOfFile(RuleEntry entry, string section) =>
        new[] { entry.File, Path.GetFileName(entry.File), Path.GetFileNameWithoutExtension(entry.File) }.Contains(
            section,
            StringComparer.OrdinalIgnoreCase
        )
        || Path.GetDirectoryName(entry.File) is { Length: > 0 } folder
            && string.Equals(folder, section, StringComparison.OrdinalIgnoreCase);

    private static CommandException CreateNotFound(IReadOnlyList<RuleEntry> all, string section)
    {
        string[] files = [.. all.Select(entry => Path.GetFileNameWithoutExtension(entry.File)).Distinct(StringComparer.Ordinal)];
        var nearest = NameSuggestions.FindNearest(section, files.Concat(all.Select(entry => entry.Id)));
        return CommandException.CreateNotFound(
            $"no figure is named '{UntrustedText.Sanitize(section)}'."
                + (nearest is null ? $" Use a name, or one of {string.Join(", ", files)}." : $" Did you mean '{nearest}'?")
        );
    }
}
