using Advisor.Core.Alerting;
using Advisor.Runtime.Service;

namespace Advisor.Runtime.Alerts;

/// <summary>The alerts of channels: that what is sent there does not arrive. Told by other channels.</summary>
internal sealed class ChannelAlerts(ServiceParts parts)
{
    private readonly FleetAlerts alerts = new(parts);

    /// <summary>Looks at every channel of which an attempt ever failed; one that the settings no longer have counts as mended.</summary>
    public async Task AdvanceAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var health = await parts.State.Fleet.ChannelsAsync(cancellation);
        if (health.Count == 0)
        {
            return;
        }

        var known = parts.Routing.Channels.ToHashSet(StringComparer.OrdinalIgnoreCase);
        var holds = await Holds.AtAsync(parts, now, cancellation);
        foreach (var channel in health)
        {
            var subject = new AlertSubject(AlertSubjectKind.Channel, channel.Name, channel.Name, "", null);
            var facts = AlertFacts.Unknown with { FailedDeliveries = known.Contains(channel.Name) ? channel.FailedInARow : 0 };
            await alerts.AdvanceAsync(subject, facts, holds, alert => ReportOf(alert, channel.Problem), now, cancellation);
        }
    }

    private AlertReport ReportOf(AlertNotification alert, string? problem) => new()
    {
        Alert = alert,
        Done = alert.Kind == AlertNotificationKind.Resolved ? null : $"Kept the messages and tries again. The last attempt: {problem}",
        Next = ClearingText.Describe(alert, parts.Rules.Alerts),
    };
}
