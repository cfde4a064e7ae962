using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Reporting;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Timeline;
using Advisor.Web.Fleet;
using Advisor.Web.Resource;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Timeline;

/// <summary>Filter of the timeline from an address; unknown values are ignored.</summary>
/// <param name="After">End of the previous page; null for the newest.</param>
internal sealed record ActivityQuery(string Kind, ChartRange Range, string? After)
{
    private const int MaxKeyLength = 200;

    public static ActivityQuery Read(IQueryCollection query) =>
        new(
            query["kind"].ToString() is "change" or "alert" or "person" ? query["kind"].ToString() : "",
            ChartRange.Find(query["range"]),
            query["after"].ToString() is { Length: > 0 and <= MaxKeyLength } after
            && after.All(c => char.IsAsciiLetterOrDigit(c) || c == '-')
                ? after
                : null
        );

    public bool Matches(TimelineEvent happened) =>
        Kind switch
        {
            "change" => happened.Change is not null,
            "alert" => happened.Alert is not null,
            "person" => happened.Person is not null,
            _ => true,
        };

    public string CreateOlderAddress(string path, string after) =>
        $"{path}?range={Range.Key}{(Kind.Length > 0 ? "&kind=" + Kind : "")}&after={Uri.EscapeDataString(after)}";
}

/// <summary>Reads and builds the timeline page.</summary>
internal static class ActivityPages
{
    // A shorter beginning is no sentence: "approx. 3 units".
    private const int MinLine = 20;

    private const int EventPage = 200;

    // 5,000 events: those of one kind may be far behind the other's.
    private const int MaxReads = 25;

    /// <summary>Reads events that match until they are a page of 200, or all.</summary>
    /// <returns>Up to 399 events; fewer than 200 also where no more of 5,000 events match, which older ones may.</returns>
    public static async Task<HistoryPage<TimelineEvent>> ReadAsync(
        FleetTimeline timeline,
        ActivityQuery query,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var (events, after, reads) = (new List<TimelineEvent>(), query.After, 0);
        do
        {
            var page = await timeline.QueryAsync(new(now - query.Range.Span, now.AddMinutes(1), after, EventPage), cancellation);
            events.AddRange(page.Records.Where(query.Matches));
            (after, reads) = (page.Next, reads + 1);
        } while (after is not null && events.Count < EventPage && reads < MaxReads);

        return new(events, after);
    }

    /// <param name="next">End of this page; null when the range contains nothing older.</param>
    public static ActivityView BuildView(
        IReadOnlyList<TimelineEvent> events,
        string? next,
        ActivityQuery query,
        string path,
        Func<string, string> resourceAddress
    )
    {
        return new ActivityView(
            path,
            [
                new(
                    "kind",
                    "What",
                    [
                        new("", "Everything", query.Kind.Length == 0),
                        new("change", "Changes", query.Kind == "change"),
                        new("alert", "Alerts", query.Kind == "alert"),
                        new("person", "Pauses and answers", query.Kind == "person"),
                    ]
                ),
                new(
                    "range",
                    "Time",
                    [.. ChartRange.All.Select(range => new FilterChoice(range.Key, "Last " + range.Text, range == query.Range))]
                ),
            ],
            [
                .. events
                    .GroupBy(happened => happened.At.UtcDateTime.Date)
                    .Select(day => new ActivityDay(
                        day.Key.ToString("dddd yyyy-MM-dd"),
                        [.. day.Select(happened => Create(happened, resourceAddress)).OfType<ActivityEvent>()]
                    )),
            ],
            DescribeNone(query.Kind, next is not null),
            next is null ? null : query.CreateOlderAddress(path, next)
        );
    }

    private static string DescribeNone(string kind, bool hasOlder)
    {
        var none = kind switch
        {
            "" => "No change and no alert",
            "person" => "No pause and no answer by a person",
            _ => $"No {kind}",
        };
        return hasOlder
            ? $"{none} among {Wording.FormatNumber(MaxReads * EventPage)} events of this time. Continue with the older ones."
            : $"{none} in this time.";
    }

    /// <summary>Describes an event; null when it is of a kind that this version does not know.</summary>
    /// <param name="resourceAddress">Address of the page of a resource, by its id; null = none.</param>
    public static ActivityEvent? Create(TimelineEvent happened, Func<string, string?> resourceAddress) =>
        happened.Change is { } change ? Create(change, resourceAddress)
        : happened.Alert is { } alert ? Create(happened, alert, resourceAddress)
        : happened.Person is { } person ? Create(happened, person, resourceAddress)
        : null;

    private static ActivityEvent Create(ChangeRecord change, Func<string, string?> resourceAddress) =>
        new(
            change.DecidedAt,
            FormatTime(change.DecidedAt),
            ResourceIds.GetName(change.ResourceId),
            resourceAddress(change.ResourceId),
            $"{FleetText.FormatSize(change.From)} to {FleetText.FormatSize(change.To)}",
            change.State.ToString().ToLowerInvariant(),
            ResourcePages.GetTone(change.State),
            SplitFirstLine(
                new[] { change.Reason, change.Text, change.Drop?.Describe(), change.Cost }.OfType<string>().Where(text => text.Length > 0)
            )
        );

    private static ActivityEvent Create(TimelineEvent happened, TimelineAlert alert, Func<string, string?> resourceAddress) =>
        new(
            happened.At,
            FormatTime(happened.At),
            alert.SubjectName,
            alert.SubjectKind == AlertSubjectKind.Resource ? resourceAddress(happened.Scope) : null,
            PeriodPhrases.FormatAlertName(alert.Condition),
            alert.Kind == AlertEventKind.Resolved
                ? AlertPhase.Quiet.FormatName()
                : $"{alert.Severity.FormatName()} {alert.Kind.ToString().ToLowerInvariant()}",
            alert.Kind == AlertEventKind.Resolved ? Tone.Good
                : alert.Severity is AlertSeverity.Critical or AlertSeverity.Error ? Tone.Bad
                : Tone.Warning,
            SplitFirstLine([alert.Text])
        );

    private static ActivityEvent Create(TimelineEvent happened, TimelinePerson person, Func<string, string?> resourceAddress) =>
        new(
            happened.At,
            FormatTime(happened.At),
            ResourceIds.GetName(happened.Scope),
            resourceAddress(happened.Scope),
            person.Outcome.Describe(),
            $"by {person.Actor}",
            Tone.Neutral,
            SplitFirstLine([person.Text])
        );

    // The first sentence is the line that is shown; what follows it is unfolded.
    private static IReadOnlyList<string> SplitFirstLine(IEnumerable<string> texts)
    {
        var all = texts.ToList();
        return
            all is [var first, .. var others]
            && first.IndexOf(". ", Math.Min(MinLine, first.Length), StringComparison.Ordinal) is >= 0 and var end
            ? [first[..(end + 1)], first[(end + 2)..], .. others]
            : all;
    }

    private static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("HH:mm");
}
