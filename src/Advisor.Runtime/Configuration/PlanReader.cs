using System.Globalization;
using Advisor.Core.Scaling;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>Reads <c>schedules</c> and <c>events</c>.</summary>
internal static class PlanReader
{
    private static readonly string[] LocalForms = ["yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd HH:mm:ss"];

    private static readonly string[] InstantForms =
        ["yyyy-MM-dd'T'HH:mmzzz", "yyyy-MM-dd HH:mmzzz", "yyyy-MM-dd'T'HH:mm:sszzz", "yyyy-MM-dd HH:mm:sszzz"];

    public static IReadOnlyList<Schedule> Schedules(MapReader root) =>
        [.. root.Maps("schedules", required: false).Select(ReadSchedule).OfType<Schedule>()];

    public static IReadOnlyList<AnnouncedEvent> Events(MapReader root) =>
        [.. root.Maps("events", required: false).Select(ReadEvent).OfType<AnnouncedEvent>()];

    // The patterns under a key; empty where it is absent.
    private static IReadOnlyList<ResourcePattern> Patterns(MapReader map, string key)
    {
        var texts = map.Texts(key, required: false);
        if (texts?.Count == 0)
        {
            map.Report(key, "This names no resource; leave it out to mean all of them.");
        }

        return [.. (texts ?? []).Select(text => new ResourcePattern(text))];
    }

    private static Schedule? ReadSchedule(MapReader map)
    {
        var times = Times(map);
        var (least, freezes) = Effect(map);
        var resources = Patterns(map, "resources");
        map.Done();
        return times is null ? null : times with { LeastUnits = least, Freezes = freezes, Resources = resources };
    }

    /// <summary>Reads the name and the times of something that comes again: name, days, from, to, timeZone. Null where one is missing or wrong.</summary>
    internal static Schedule? Times(MapReader map)
    {
        var name = map.Text("name");
        var days = map.Reference<DayPattern>("days", required: true, DayPattern.Parse!);
        var from = map.Value<TimeSpan>("from", required: true, LocalTime);
        var to = map.Value<TimeSpan>("to", required: true, LocalTime);
        var zone = map.Reference<TimeZoneInfo>("timeZone", required: true, Zone!);
        if (from == TimeSpan.FromDays(1))
        {
            map.Report("from", "A day begins at 00:00.");
        }

        return name is null || days is null || from is null || to is null || zone is null
            ? null
            : new Schedule(name, days, from.Value, to.Value, zone, null, Freezes: false, []);
    }

    private static AnnouncedEvent? ReadEvent(MapReader map)
    {
        var name = map.Text("name");
        var zone = map.Reference<TimeZoneInfo>("timeZone", required: false, Zone!);
        var start = map.Value("start", required: true, Instant(zone));
        var end = map.Value("end", required: true, Instant(zone));
        var (least, freezes) = Effect(map);
        var resources = Patterns(map, "resources");
        map.Done();
        if (end <= start)
        {
            map.Report("end", "The end must be later than the start.");
        }

        return name is null || start is null || end is null
            ? null
            : new AnnouncedEvent(new PlannedWindow(name, start.Value, end.Value, least, freezes), resources);
    }

    private static (int? LeastUnits, bool Freezes) Effect(MapReader map)
    {
        var least = map.Whole("minUnits", 1, SettingsReader.MostUnits, required: false);
        var freezes = map.Flag("freeze", required: false) ?? false;
        if (!map.Has("minUnits") && !freezes)
        {
            map.Report("This does nothing; give it minUnits, or freeze: true, or both.");
        }

        return (least, freezes);
    }

    private static TimeSpan? LocalTime(string text, out string? reason)
    {
        var midnight = text == "24:00";
        reason = midnight || TimeOnly.TryParseExact(text, "HH:mm", CultureInfo.InvariantCulture, DateTimeStyles.None, out _)
            ? null
            : $"'{text}' is not a time of day from 00:00 to 24:00, such as 08:30.";
        return midnight ? TimeSpan.FromDays(1)
            : reason is null ? TimeOnly.ParseExact(text, "HH:mm", CultureInfo.InvariantCulture).ToTimeSpan()
            : null;
    }

    private static TimeZoneInfo? Zone(string text, out string? reason)
    {
        // Only names of the IANA list mean the same everywhere; a path or a Windows name does not.
        var found = TimeZoneInfo.TryFindSystemTimeZoneById(text, out var zone) && (zone.HasIanaId || text is "UTC");
        reason = found ? null : $"'{text}' is not a time zone that this machine knows; use an IANA name such as Europe/Berlin or UTC.";
        return zone;
    }

    private static MapReader.Conversion<DateTimeOffset?> Instant(TimeZoneInfo? zone) => (string text, out string? reason) =>
    {
        reason = null;
        var zulu = text.EndsWith('Z') ? text[..^1] + "+00:00" : text;
        if (DateTimeOffset.TryParseExact(zulu, InstantForms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var instant))
        {
            return instant.ToUniversalTime();
        }

        if (!DateTime.TryParseExact(text, LocalForms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var local))
        {
            reason = $"'{text}' is not a time such as 2026-01-31T18:00Z, 2026-01-31T18:00+01:00, or 2026-01-31T18:00 with a timeZone.";
        }
        else if (zone is null)
        {
            reason = $"'{text}' says no offset; add Z or +01:00, or give the event a timeZone.";
        }
        else if (zone.IsInvalidTime(local))
        {
            reason = $"'{text}' does not exist in {zone.Id}: summer time begins and skips it.";
        }

        return reason is null ? new DateTimeOffset(local, zone!.GetUtcOffset(local)).ToUniversalTime() : null;
    };
}
