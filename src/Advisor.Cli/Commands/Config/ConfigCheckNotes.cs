using Advisor.Configuration;
using Advisor.Configuration.Schedules;

namespace Advisor.Cli.Commands.Config;

/// <summary>Lists what a valid advisor.yaml states without an effect: what is over, and what no decision can meet.</summary>
internal static class ConfigCheckNotes
{
    /// <summary>Returns a sentence for each, with its place in the file; empty where all has an effect.</summary>
    public static IReadOnlyList<string> List(AdvisorConfiguration config, DateTimeOffset now) =>
        [.. ListOver(config, now), .. WindowNotes.Describe(config, now)];

    // Valid, since each pause and pin with an end comes to this; a date in the past may also be a wrong year.
    private static IEnumerable<string> ListOver(AdvisorConfiguration config, DateTimeOffset now) =>
        from level in config
            .Resources.Select((entry, i) => (entry.Settings, Path: $"resources[{i}]"))
            .Prepend((Settings: config.Defaults, Path: "defaults"))
        from end in new[] { ("pauseUntil", level.Settings.Pause?.Until), ("pinUntil", level.Settings.Pin?.Until) }
        where end.Item2 <= now
        select $"{level.Path}.{end.Item1}: it was over at {end.Item2!.Value.UtcDateTime:yyyy-MM-dd HH:mm} UTC and has no effect.";
}
