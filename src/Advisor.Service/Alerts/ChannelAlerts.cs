using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Silences;
using Advisor.Service.Store;

namespace Advisor.Service.Alerts;

/// <summary>Alerts about channels that do not deliver; they are sent to other channels.</summary>
internal sealed class ChannelAlerts(
    AdvisorState state,
    NotificationRouting routing,
    ActiveSuppressions activeSuppressions,
    FleetAlerts alerts
)
{
    /// <summary>Evaluates every channel that has ever failed; one that is no longer configured counts as healthy.</summary>
    public async Task AdvanceAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var health = await state.Fleet.ListChannelHealthAsync(cancellation);
        if (health.Count == 0)
        {
            return;
        }

        var known = routing.Channels.ToHashSet(StringComparer.OrdinalIgnoreCase);
        var suppressions = await activeSuppressions.ReadAsync(now, cancellation);
        foreach (var channel in health)
        {
            var subject = new AlertSubject(AlertSubjectKind.Channel, channel.Name, channel.Name, "", null);
            var facts = AlertFacts.Unknown with { FailedDeliveries = known.Contains(channel.Name) ? channel.FailedInARow : 0 };
            await alerts.AdvanceAsync(subject, facts, suppressions, alert => CreateDetails(alert, channel.Problem), now, cancellation);
        }
    }

    private static AlertEvent CreateDetails(AlertEvent alert, string? problem) =>
        alert with
        {
            Done = alert.Kind == AlertEventKind.Resolved ? null : $"Advisor keeps the messages and retries. Last attempt: {problem}",
        };
}
