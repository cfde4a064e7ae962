using System.Globalization;
using Advisor.Core.Fleet;

namespace Advisor.Service.Notify;

/// <summary>The notifications about rows of the state that cannot be read, or worked on.</summary>
internal static class StateEvents
{
    /// <summary>Named by the day, so that it is said once a day.</summary>
    public static ServiceEvent Unreadable(string resourceId, string problem, DateTimeOffset now) =>
        new()
        {
            Kind = "stateUnreadable",
            Severity = "error",
            Title = $"{ResourceIds.GetName(resourceId)} is not evaluated",
            Text = problem,
            At = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
            DedupKey = $"stateUnreadable/{resourceId.ToLowerInvariant()}",
            ResourceId = resourceId,
        };

    /// <summary>Rows of the state that cannot be read: they are not processed.</summary>
    public static ServiceEvent UnreadableRows(IReadOnlyList<string> problems, DateTimeOffset now) =>
        new()
        {
            Kind = "stateUnreadable",
            Severity = "error",
            Title =
                problems.Count == 1
                    ? "A row of the state cannot be read"
                    : string.Create(CultureInfo.InvariantCulture, $"{problems.Count} rows of the state cannot be read"),
            Text = $"The row is left as it is and is not processed. The first: {problems[0]}",
            At = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
            DedupKey = "stateUnreadable/rows",
        };

    /// <summary>The grouping journal was damaged and has been reset; named by the day, so that it is sent once a day.</summary>
    public static ServiceEvent UnreadableJournal(string problem, DateTimeOffset now) =>
        UnreadableRows([problem], now) with
        {
            Text = $"The grouping journal was reset; a notification in progress may be sent twice. {problem}",
            DedupKey = "stateUnreadable/grouping",
            ChangeId = "grouping",
        };

    /// <summary>Rows that retention could not work on; named by the day, so that it is said once a day.</summary>
    public static ServiceEvent UnreadableInRetention(IReadOnlyList<string> problems, DateTimeOffset now) =>
        UnreadableRows(problems, now) with
        {
            Text = $"Retention deletes everything else that is too old. The first: {problems[0]}",
            DedupKey = "stateUnreadable/retention",
            ChangeId = "retention",
        };
}
