using Advisor.Core.Quantities;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>
/// Combines the notices of one kind that a team gets at once: many sizes that need a person, or that were changed, are one message with a
/// line for each. Pure.
/// </summary>
internal static class NoticeGrouping
{
    /// <summary>Returns one notice for each topic and team; others stay as they are, in their order.</summary>
    /// <param name="findTeam">Returns the team that is notified where a notice names a team, or none.</param>
    public static IEnumerable<Notification> Combine(
        IEnumerable<Notification> notices,
        Func<string?, string> findTeam,
        NotificationLinks links
    ) =>
        notices
            .GroupBy(notice => CanCombine(notice) ? (notice.Topic, findTeam(notice.Team), "") : (notice.Topic, "", notice.EventId))
            .Select(group => group.Count() == 1 ? group.First() : Combine([.. group], links));

    /// <summary>Whether a notice is about the size of one resource, and can be combined with others.</summary>
    public static bool CanCombine(Notification notice) => notice.Topic is "recommendation" or "approval" or "changed";

    private static IReadOnlyList<string> Headings { get; } = ["Approval requested for ", "Scale-out recommended for "];

    private static Notification Combine(List<Notification> notices, NotificationLinks links)
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
            Text = NotificationLine.DescribeRest(ordered.Count) ?? "",
            Since = ordered.Min(notice => notice.Since),
            At = ordered.Max(notice => notice.At),
            Cost = null,
            Link = notices[0].Topic == "approval" ? links.CreateApprovalsLink() : links.CreateFleetLink(),
            ApproveLink = null,
            PortalLink = null,
            Resources = [.. ordered.SelectMany(notice => notice.Resources)],
            ResourceCount = ordered.Count,
            Lines = [.. ordered.Take(NotificationLine.MaxLines).Select(CreateLine)],
        };
    }

    private static NotificationLine CreateLine(Notification notice) =>
        new(
            notice.Cost is { } cost ? $"{RemoveHeading(notice.Title)}, {TakeChange(cost)}" : RemoveHeading(notice.Title),
            notice.Link,
            notice.ApproveLink
        );

    // The title of the message says it for all of them.
    private static string RemoveHeading(string title) =>
        Headings.FirstOrDefault(heading => title.StartsWith(heading, StringComparison.Ordinal)) is { } heading
            ? title[heading.Length..]
            : title;

    // "+5,085 USD a month, total 159,965 USD ..." names the change first; a comma in a number has no space after it.
    private static string TakeChange(string cost) => cost.Split(", ", 2)[0];

    private static string DescribeTitle(string? topic, int count) =>
        topic switch
        {
            "approval" => $"{Wording.FormatCount(count, "approval")} requested",
            "changed" => $"{Wording.FormatCount(count, "size")} changed",
            _ => $"{Wording.FormatCount(count, "resource needs", "resources need")} a larger size",
        };
}
