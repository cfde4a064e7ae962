using System.Text.Json.Nodes;
using Advisor.Cli.Output;
using Advisor.Configuration.Resources;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Config;

/// <param name="Resource">Id or name; null = the settings of a resource that no entry names.</param>
/// <param name="File">Settings file as the user named it.</param>
/// <param name="TagsAreRead">Whether the tags of the resource count.</param>
/// <param name="StateIsRead">Whether a pause or pin by a person counts.</param>
internal sealed record ShownSettings(string? Resource, string File, bool TagsAreRead, bool StateIsRead, EffectiveSettings Effective);

/// <summary>Prints settings with their origin, as text or JSON.</summary>
internal static class ConfigShowOutput
{
    public static void WriteText(TextWriter output, ShownSettings shown)
    {
        var heading = shown.Resource is { } resource
            ? $"Settings of {UntrustedText.Sanitize(resource)}"
            : "Settings of a resource that no entry names";
        output.WriteLine(heading);
        output.WriteLine();
        var rows = shown
            .Effective.Settings.Select(s =>
                (s.Name, Value: UntrustedText.Sanitize(FormatValue(s, shown)), From: Describe(s.Origin, shown.File))
            )
            .ToList();
        var (name, value) = (rows.Max(row => row.Name.Length), Math.Min(34, rows.Max(row => row.Value.Length)));
        foreach (var row in rows)
        {
            output.WriteLine($"  {row.Name.PadRight(name)}  {row.Value.PadRight(value)}  {row.From}");
        }

        foreach (var window in shown.Effective.Windows)
        {
            var limits = string.Join(
                ", ",
                new[]
                {
                    window.MinUnits is { } min ? $"minUnits {min}" : null,
                    window.MaxUnits is { } max ? $"maxUnits {max}" : null,
                    window.IsFreeze ? "no changes" : null,
                }.OfType<string>()
            );
            output.WriteLine(
                $"  {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to {window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC: {limits} "
                    + $"({UntrustedText.Sanitize(window.Name)})"
            );
        }

        foreach (var problem in shown.Effective.Problems)
        {
            output.WriteLine($"  not used: {UntrustedText.Sanitize($"{problem.Source}: {problem.Reason}")}");
        }

        if (shown is { Resource: not null, TagsAreRead: false })
        {
            output.WriteLine();
            output.WriteLine("Tags of the resource were not read; they go before the file. Add --subscription ID to read them.");
        }

        if (shown is { Resource: not null, StateIsRead: false })
        {
            output.WriteLine();
            output.WriteLine("Whether a person paused or pinned the resource was not read. Add --state FILE|URL to read it.");
        }
    }

    public static void WriteJson(TextWriter output, ShownSettings shown) =>
        JsonOutput.Write(
            output,
            new JsonObject
            {
                ["resource"] = shown.Resource,
                ["tagsAreRead"] = shown.TagsAreRead,
                ["stateIsRead"] = shown.StateIsRead,
                ["settings"] = JsonOutput.CreateList(shown.Effective.Settings, setting => CreateSetting(setting, shown.File)),
                ["problems"] = JsonOutput.CreateList(shown.Effective.Problems.Select(problem => $"{problem.Source}: {problem.Reason}")),
            }
        );

    private static JsonObject CreateSetting(EffectiveSetting setting, string file)
    {
        var json = new JsonObject
        {
            ["name"] = setting.Name,
            ["value"] = setting.Value,
            ["from"] = setting.Origin.Place.ToString().ToLowerInvariant(),
        };
        if (setting.Origin.Line is { } line)
        {
            json["file"] = file;
            json["line"] = line;
        }

        if (setting.Origin.Detail is { } detail)
        {
            json["detail"] = detail;
        }

        return json;
    }

    // Without the state, nothing is known of a person's pause or pin.
    private static string FormatValue(EffectiveSetting setting, ShownSettings shown) =>
        setting is { Name: "pause" or "pin", Origin.Place: SettingPlace.Default } && shown is { Resource: not null, StateIsRead: false }
            ? "none in files or tags"
            : setting.Value;

    private static string Describe(SettingOrigin origin, string file) => UntrustedText.Sanitize(origin.Describe(file));
}
