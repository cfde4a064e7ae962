using Advisor.Core.Fleet;
using Advisor.Core.Quantities;

namespace Advisor.Service.Notifications;

/// <summary>
/// Creates the notices about rows of the state that cannot be read or processed. Dated by day, so that each is sent once a day.
/// </summary>
internal static class StateNotices
{
    /// <summary>Creates the notice that the state of one resource cannot be read.</summary>
    public static Notification CreateUnreadable(string resourceId, string problem, DateTimeOffset now) =>
        Create(resourceId.ToLowerInvariant(), $"{ResourceIds.GetName(resourceId)} is not evaluated", problem, now, resourceId);

    /// <summary>Creates the notice that many resources of one batch cannot be read: one per batch.</summary>
    public static Notification CreateUnreadableInBatch(string batch, string title, string text, DateTimeOffset now) =>
        Create(batch, title, text, now);

    /// <summary>Creates the notice about rows of the state that cannot be read and are not processed.</summary>
    public static Notification CreateUnreadableRows(IReadOnlyList<string> problems, DateTimeOffset now) =>
        Create(
            "rows",
            FormatRowsTitle(problems.Count),
            $"Advisor leaves such rows as they are and does not process them. First problem: {problems[0]}",
            now
        );

    /// <summary>Creates the notice that the grouping journal was damaged and has been reset.</summary>
    public static Notification CreateUnreadableJournal(string problem, DateTimeOffset now) =>
        Create("grouping", FormatRowsTitle(1), $"Advisor reset the grouping journal; it may send a notification twice. {problem}", now);

    /// <summary>Creates the notice about rows that retention could not process.</summary>
    public static Notification CreateUnreadableInRetention(IReadOnlyList<string> problems, DateTimeOffset now) =>
        Create(
            "retention",
            FormatRowsTitle(problems.Count),
            $"Retention skips them and deletes everything else that is too old. First problem: {problems[0]}",
            now
        );

    private static Notification Create(string key, string title, string text, DateTimeOffset now, string? resourceId = null) =>
        NoticeItems.CreateDaily("stateUnreadable", key, title, text, now, resourceId);

    private static string FormatRowsTitle(int count) =>
        count == 1 ? "A row of the state cannot be read" : $"{Wording.FormatNumber(count)} rows of the state cannot be read";
}
