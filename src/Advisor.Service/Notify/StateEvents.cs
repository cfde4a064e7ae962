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

    /// <summary>Rows of the state that nobody can read: what they stood for waits.</summary>
    public static ServiceEvent UnreadableRows(IReadOnlyList<string> problems, DateTimeOffset now) =>
        new()
        {
            Kind = "stateUnreadable",
            Severity = "error",
            Title =
                problems.Count == 1
                    ? "A row of the state cannot be read"
                    : string.Create(CultureInfo.InvariantCulture, $"{problems.Count} rows of the state cannot be read"),
            Text = $"Such a row is left where it is, and what it stands for waits. The first: {problems[0]}",
            At = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
            DedupKey = "stateUnreadable/rows",
        };

    /// <summary>The journal of gathering was damaged and begins anew; named by the day, so that it is said once a day.</summary>
    public static ServiceEvent UnreadableJournal(string problem, DateTimeOffset now) =>
        UnreadableRows([problem], now) with
        {
            Text = $"The journal of gathered messages begins anew; one that was under way may come twice. {problem}",
            DedupKey = "stateUnreadable/gather",
            ChangeId = "gather",
        };

    /// <summary>Rows that retention could not work on; named by the day, so that it is said once a day.</summary>
    public static ServiceEvent UnreadableInRetention(IReadOnlyList<string> problems, DateTimeOffset now) =>
        UnreadableRows(problems, now) with
        {
            Text = $"What is too old is deleted all the same, but for such a row. The first: {problems[0]}",
            DedupKey = "stateUnreadable/retention",
            ChangeId = "retention",
        };
}
