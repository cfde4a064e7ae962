using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.State.Rows;

namespace Advisor.Service.Notify;

/// <summary>
/// Combines the notices of one kind that a team gets at once: many sizes that need a person, or that were changed, are one message with a
/// line for each. Pure.
/// </summary>
internal static class NoticeGrouping
{
    /// <summary>Returns one notice for each topic and team; others stay as they are, in their order.</summary>
    /// <param name="findTeam">Returns the team that is notified where a notice names a team, or none.</param>
    public static IEnumerable<Notification> Combine(IEnumerable<Notification> notices, Func<string?, string> findTeam) =>
        notices
            .GroupBy(notice => CanCombine(notice) ? (notice.Topic, findTeam(notice.Team), "") : (notice.Topic, "", notice.EventId))
            .Select(group => group.Count() == 1 ? group.First() : Combine([.. group]));

    /// <summary>Whether a notice is about the size of one resource, and can be combined with others.</summary>
    public static bool CanCombine(Notification notice) => notice.Topic is "recommendation" or "approval" or "changed";

    private static Notification Combine(List<Notification> notices)
    {
        var ordered = notices
            .OrderByDescending(notice => notice.Severity)
            .ThenBy(notice => notice.DedupKey, StringComparer.Ordinal)
            .ToList();
        var id = $"{notices[0].Topic}/{StateKeys.Hash(string.Join('\n', ordered.Select(notice => notice.EventId)))}";
        return ordered[0] with
        {
            DedupKey = id,
            EventId = id,
            Title = DescribeTitle(notices[0].Topic, ordered.Count),
            Text =
                ordered.Count > NotificationLine.MaxLines
                    ? string.Create(
                        CultureInfo.InvariantCulture,
                        $"The first {NotificationLine.MaxLines} of {ordered.Count} are listed; the fleet page has all."
                    )
                    : "",
            Since = ordered.Min(notice => notice.Since),
            At = ordered.Max(notice => notice.At),
            Cost = null,
            Link = null,
            ApproveLink = null,
            PortalLink = null,
            Resources = [.. ordered.SelectMany(notice => notice.Resources)],
            ResourceCount = ordered.Count,
            Lines = [.. ordered.Take(NotificationLine.MaxLines).Select(CreateLine)],
        };
    }

    private static NotificationLine CreateLine(Notification notice) =>
        new(notice.Cost is { } cost ? $"{notice.Title}, {TakeChange(cost)}" : notice.Title, notice.Link, notice.ApproveLink);

    // "+18 USD a month, total 879 USD ..." names the change first.
    private static string TakeChange(string cost) => cost.IndexOf(',', StringComparison.Ordinal) is > 0 and var end ? cost[..end] : cost;

    private static string DescribeTitle(string? topic, int count) =>
        topic switch
        {
            "approval" => $"{Wording.FormatCount(count, "approval")} requested",
            "changed" => $"{Wording.FormatCount(count, "size")} changed",
            _ => $"{Wording.FormatCount(count, "resource needs", "resources need")} a larger size",
        };
}
