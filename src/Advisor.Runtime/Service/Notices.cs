using System.Globalization;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What people are told of a decision.</summary>
internal static class Notices
{
    /// <summary>Null where nobody is to be told: holds, what is applied (its end is told), dry runs and what is only observed.</summary>
    public static Notification? Of(DecisionRecord record, FleetResource resource, Uri? link) => record.Outcome switch
    {
        Disposition.Recommended => Make("recommendation", record, resource, link),
        Disposition.AwaitingApproval => Make("approval", record, resource, link),
        _ => null,
    };

    /// <summary>Named by the day, so that it is said once a day.</summary>
    public static Notification Unreadable(string resourceId, string problem, DateTimeOffset now) => new()
    {
        Kind = "stateUnreadable",
        Severity = "error",
        Title = $"{resourceId[(resourceId.LastIndexOf('/') + 1)..]}: its state cannot be read",
        Text = problem,
        At = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
        DedupKey = $"stateUnreadable/{resourceId.ToLowerInvariant()}",
        ResourceId = resourceId,
    };

    private static Notification Make(string kind, DecisionRecord record, FleetResource resource, Uri? link) => new()
    {
        Kind = kind,
        Severity = record.Action == ScalingAction.ScaleIn ? "info" : "warning",
        Title = string.Create(CultureInfo.InvariantCulture, $"{resource.Name}: {resource.Sku} x {resource.Units}, better {record.Sku} x {record.Units}"),
        Text = string.Join(' ', record.Reasons.Take(2).Select(reason => reason.Text)),
        At = record.Tick,

        // The same advice again is the same message to a receiver.
        DedupKey = string.Create(CultureInfo.InvariantCulture, $"{kind}/{resource.Id.ToLowerInvariant()}/{record.Sku}/{record.Units}/{record.Tick.UtcDateTime:yyyyMMdd}"),
        ResourceId = resource.Id,
        Team = resource.Settings.Team,
        Link = link,
        Reasons = record.Reasons,
    };
}
