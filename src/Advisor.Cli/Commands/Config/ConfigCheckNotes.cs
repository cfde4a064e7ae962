using Advisor.Configuration;
using Advisor.Configuration.Schedules;

namespace Advisor.Cli.Commands.Config;

/// <summary>Lists what a valid advisor.yaml states without an effect: what is over, and what no decision can meet.</summary>
internal static class ConfigCheckNotes
{
    /// <summary>Returns a sentence for each, with its place in the file; empty where all has an effect.</summary>
    public static IReadOnlyList<string> List(AdvisorConfiguration config, DateTimeOffset now) =>
        [
            .. ListEnds(config)
                .Where(named => named.End <= now)
                .Select(named => $"{named.Path}: it was over at {named.End!.Value.UtcDateTime:yyyy-MM-dd HH:mm} UTC and has no effect."),
            .. config.Notes,
            .. WindowNotes.Describe(config, now),
        ];

    // Valid, since each event, and each pause and pin with an end, comes to this; a date in the past may also be a wrong year.
    private static IEnumerable<(string Path, DateTimeOffset? End)> ListEnds(AdvisorConfiguration config) =>
        config
            .Resources.Select((entry, i) => (entry.Settings, Path: $"resources[{i}]"))
            .Prepend((Settings: config.Defaults, Path: "defaults"))
            .SelectMany(level =>
                new[] { ($"{level.Path}.pauseUntil", level.Settings.Pause?.Until), ($"{level.Path}.pinUntil", level.Settings.Pin?.Until) }
            )
            .Concat(config.Events.Select((e, i) => ($"events[{i}].end", (DateTimeOffset?)e.Window.End)));
}
