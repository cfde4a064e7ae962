using Advisor.Configuration.Resources;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>
/// Finds what schedules and events state and no decision can meet: bounds between which no size lies, a minimum above the maximum or the
/// budget of the settings, and one that is requested within a freeze; and mutes without an end. The file is valid all the same: what is
/// nearest applies.
/// </summary>
public static class WindowNotes
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    /// <summary>Returns a sentence for each, with its place in the file; empty where all can be met.</summary>
    /// <param name="config">Content of advisor.yaml.</param>
    /// <param name="now">Events that end by then are over; schedules count for the week from then on.</param>
    public static IReadOnlyList<string> Describe(AdvisorConfiguration config, DateTimeOffset now)
    {
        var windows = List(config, now, AdvisorConfiguration.ScheduleHorizon).ToList();
        return
        [
            .. windows
                .Where(named => !HasSize(config, named.Window))
                .Select(named =>
                    $"{named.Path}: No size has {named.Window.MinUnits} to {named.Window.MaxUnits} units; the largest one below "
                    + "maxUnits is used."
                )
                .Concat(windows.Select(named => DescribeLowerMaximum(config, named)).OfType<string>())
                .Concat(windows.Select(named => DescribeBudget(config, named)).OfType<string>())
                .Concat(
                    windows
                        .GroupBy(named => named.Path)
                        .SelectMany(same => same.Select(named => DescribeFrozen(config, named)).OfType<string>().Take(1))
                )
                .Concat(config.Mutes.Select((mute, i) => DescribeEndless(mute, i, now)).OfType<string>())
                .Distinct(),
        ];
    }

    /// <summary>Lists the windows that overlap a time; with events that begin later.</summary>
    private static IEnumerable<NamedWindow> List(AdvisorConfiguration config, DateTimeOffset from, TimeSpan length) =>
        config
            .Schedules.SelectMany(
                (schedule, i) =>
                    schedule.Expand(from, length).Select(window => new NamedWindow($"schedules[{i}]", window, schedule.Resources))
            )
            .Concat(
                config
                    .Events.Select((e, i) => new NamedWindow($"events[{i}]", e.Window, e.Resources))
                    .Where(named => named.Window.End > from)
            );

    private static bool HasSize(AdvisorConfiguration config, PlannedWindow window) =>
        window is not { MinUnits: { } minimum, MaxUnits: { } maximum }
        || config.Rules.Catalogs.Any(catalog => AdvisorConfiguration.HasSizeBetween(catalog, minimum, maximum));

    private static string? DescribeLowerMaximum(AdvisorConfiguration config, NamedWindow named) =>
        named.Window is { MinUnits: { } minimum, MaxUnits: null }
        && FindSetting(config, named.Resources, settings => settings.MaxUnits) is { } maximum
        && minimum > maximum
            ? $"{named.Path}: The minimum of {Wording.FormatCount(minimum, "unit")} is above maxUnits {maximum} of the settings, which "
                + "applies; state maxUnits beside it to permit more."
            : null;

    // At the cheapest tier, without messages: a resource pays no less.
    private static string? DescribeBudget(AdvisorConfiguration config, NamedWindow named) =>
        named.Window.MinUnits is { } minimum
        && FindSetting(config, named.Resources, settings => settings.MonthlyBudget) is { } budget
        && config
            .Rules.Catalogs.SelectMany(catalog => catalog.Skus)
            .Select(sku => sku.Ladder.FindStepAtLeast(minimum) is { } units ? sku.ComputeMonthlyPrice(units) : null)
            .OfType<Money>()
            .Where(price => price.Currency == budget.Currency)
            .MinBy(price => price.Amount)
            is { Amount: > 0 } least
        && least.Amount > budget.Amount
            ? $"{named.Path}: The minimum of {Wording.FormatCount(minimum, "unit")} costs at least {least} a month, above the "
                + $"monthlyBudget of {budget}, which applies."
            : null;

    // A freeze from the lead of the window until too late for its start, before which no other minimum has brought the units.
    private static string? DescribeFrozen(AdvisorConfiguration config, NamedWindow named)
    {
        // Without a stated lead it is as long as changes took: the shortest that may be, and the one before any is known. The last of
        // several changes is requested when the others have ended.
        var (window, policy) = (named.Window, config.Rules.Policy);
        var quick = policy.AnnouncedAheadMin < policy.AnnouncedAhead ? policy.AnnouncedAheadMin : policy.AnnouncedAhead;
        var stated = window.Lead ?? FindSetting(config, named.Resources, settings => settings.Lead);
        var before = FindSetting(config, named.Resources, settings => settings.MinUnits) ?? ResourceSettings.Default.MinUnits;
        var earlier = stated is null ? 0 : CountChanges(config, named, before) - 1;
        DateTimeOffset FindLast(TimeSpan unstated, TimeSpan change)
        {
            var at = window.Start - (stated ?? unstated) + (earlier * change);
            return at < window.Start ? at : window.Start;
        }

        var (from, certain) = (FindLast(quick, policy.AnnouncedAhead), FindLast(policy.AnnouncedAhead, quick));
        NamedWindow? FindFreeze(DateTimeOffset at, ResourceSelector resources) =>
            List(config, at, Minute)
                .Where(other =>
                    other.Window.IsFreeze
                    && other.Window.Start <= at
                    && other.Window.End > at
                    && Overlap(other.Resources, named.Resources)
                    && Overlap(other.Resources, resources)
                )
                .MaxBy(other => other.Window.End);

        if (!(window.MinUnits > before) || FindFreeze(from, named.Resources) is not { } freeze)
        {
            return null;
        }

        // One freeze may begin before another ends.
        var last = freeze;
        while (last.Window.End < window.End && FindFreeze(last.Window.End, last.Resources) is { } next)
        {
            last = next;
        }

        if (
            last.Window.End <= window.Start - quick
            || List(config, freeze.Window.Start, Minute)
                .Any(other =>
                    other.Window != window
                    && other.Window.MinUnits >= window.MinUnits
                    && other.Window.GetMinimumStart(stated ?? quick) < freeze.Window.Start
                    && Covers(other.Resources, named.Resources)
                )
        )
        {
            return null;
        }

        var minimum = Wording.FormatCount(window.MinUnits!.Value, "unit");
        var isCertain = freeze.Window.Start <= certain;
        var isNever = last.Window.End >= window.End;
        return $"{named.Path}: The minimum of {minimum} from {Format(window.Start)} UTC {(isCertain ? "is" : "may")} "
            + $"{(isNever ? "never " : "")}{(isCertain ? "" : "be ")}requested"
            + (isNever ? "" : $" from {Format(last.Window.End)} UTC on only")
            + $", since {last.Path} allows no change before"
            + (isCertain ? "." : "; with a longer leadMinutes it is requested before.");
    }

    // Of the first tier that has so many units.
    private static int CountChanges(AdvisorConfiguration config, NamedWindow named, int before) =>
        named.Window.MinUnits is { } minimum
        && config.Rules.Catalogs.SelectMany(catalog => catalog.Skus).FirstOrDefault(sku => sku.Ladder.Max >= minimum)
            is { Ladder: var ladder }
            ? AnnouncedLead.CountChanges(ladder, before, minimum, FindSetting(config, named.Resources, settings => settings.MaxStep))
            : 1;

    // The last entry that names all of the resources decides, as it does for each of them.
    private static T? FindSetting<T>(AdvisorConfiguration config, ResourceSelector resources, Func<SettingsPatch, T?> read)
        where T : struct =>
        config
            .Resources.Where(entry => read(entry.Settings) is not null && Covers(new([entry.Match]), resources))
            .Select(entry => read(entry.Settings))
            .LastOrDefault(read(config.Defaults));

    private static bool Overlap(ResourceSelector one, ResourceSelector other) =>
        one.Patterns.Count == 0 || other.Patterns.Count == 0 || one.Patterns.Any(pattern => other.Patterns.Any(pattern.Overlaps));

    private static bool Covers(ResourceSelector one, ResourceSelector other) =>
        one.Patterns.Count == 0 || (other.Patterns.Count > 0 && other.Patterns.All(pattern => one.Matches(pattern.Subject)));

    private static string? DescribeEndless(MuteSchedule mute, int index, DateTimeOffset now)
    {
        var (end, covered) = (now + AdvisorConfiguration.ScheduleHorizon, now);
        foreach (var window in mute.Times.Expand(now, AdvisorConfiguration.ScheduleHorizon).TakeWhile(window => window.Start <= covered))
        {
            covered = window.End > covered ? window.End : covered;
        }

        return covered >= end
            ? $"mutes[{index}]: It is in force at all hours, so the notifications that it matches are never sent; a to that is not later "
                + "than from is on the next day."
            : null;
    }

    private static string Format(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm");

    private sealed record NamedWindow(string Path, PlannedWindow Window, ResourceSelector Resources);
}
