using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>The notices that grouping itself sends: about teams that are not configured and rows that cannot be read.</summary>
internal static class GroupingNotices
{
    public static Notification CreateUnknownTeamNotice(string name, string team, DateTimeOffset now) =>
        NoticeItems.Create(
            "unknownTeam",
            AlertSeverity.Warning,
            $"unknownTeam/{name.ToLowerInvariant()}",
            now,
            $"Unknown team {name}",
            $"A resource names the team {name}, which advisor.yaml does not define. Advisor notifies {team} instead. "
                + "Add it to teams, or correct the tag advisor-team."
        ) with
        {
            Team = team,
        };

    public static Notification CreateUnreadableNotice(OutboxItem item, DateTimeOffset now) =>
        NoticeItems.Create(
            "messageUnreadable",
            AlertSeverity.Error,
            $"messageUnreadable/{OutboxRows.ComputeHash(item)}",
            now,
            "A stored message cannot be read",
            $"This version cannot read the message in row {item.Id} of {item.Scope}. "
                + $"It was written at {item.CreatedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC."
        );
}
