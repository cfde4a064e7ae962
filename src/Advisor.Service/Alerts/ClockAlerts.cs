using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Silences;
using Advisor.Service.Store;

namespace Advisor.Service.Alerts;

/// <summary>
/// The alert about a wrong clock, evaluated by Azure's time alone. It goes to the default team, since a clock belongs to no team.
/// </summary>
internal sealed class ClockAlerts(AdvisorState state, ClockCheck clock, ActiveSuppressions activeSuppressions, FleetAlerts alerts)
{
    private static readonly AlertSubject Subject = new(AlertSubjectKind.Service, "clock", "Advisor", "", null);

    // Another process may have fired the alert, so it is read again from time to time.
    private static readonly TimeSpan QuietRecheckInterval = TimeSpan.FromHours(1);

    private ClockFault? notifiedFault;
    private DateTimeOffset? quietSince;

    /// <summary>Fires the alert: records for the health check when the fault begins, and evaluates the alert.</summary>
    /// <returns>The fault as first reported, so that a difference that varies by seconds is not reported again.</returns>
    public async Task<ClockFault> FireAsync(ClockFault fault, CancellationToken cancellation)
    {
        quietSince = null;
        if (notifiedFault is null || (notifiedFault.Ahead - fault.Ahead).Duration() > TimeSpan.FromMinutes(1))
        {
            notifiedFault = fault;
            await state.Fleet.SaveClockMarkAsync(new ClockMark(fault.Now!.Value, fault.Ahead), cancellation);
        }

        await AdvanceAsync(fault.Ahead, fault.Now!.Value, cancellation);
        return notifiedFault;
    }

    /// <summary>Resolves the alert: the clock is right, as far as known.</summary>
    public async Task ResolveAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        notifiedFault = null;
        if (quietSince is { } since && (now - since).Duration() < QuietRecheckInterval)
        {
            return;
        }

        if (await clock.ReadOffsetAsync(cancellation) is { } ahead)
        {
            await AdvanceAsync(ahead, now, cancellation);
        }

        quietSince = await alerts.IsQuietAsync(Subject, cancellation) ? now : null;
    }

    private async Task AdvanceAsync(TimeSpan ahead, DateTimeOffset now, CancellationToken cancellation)
    {
        var facts = AlertFacts.Unknown with { ClockSkewMinutes = ahead.Duration().TotalMinutes };
        var suppressions = await activeSuppressions.ReadAsync(now, cancellation);
        await alerts.AdvanceAsync(Subject, facts, suppressions, alert => CreateDetails(alert, ahead, now), now, cancellation);
    }

    private static AlertEvent CreateDetails(AlertEvent alert, TimeSpan ahead, DateTimeOffset now) =>
        alert.Kind == AlertEventKind.Resolved
            ? alert
            : alert with
            {
                Limit =
                    $"difference of {Wording.FormatDuration(ClockMark.Tolerance)}; this machine has {now + ahead:yyyy-MM-dd HH:mm} UTC, "
                    + $"Azure {now:yyyy-MM-dd HH:mm} UTC",
                Done = "Advisor decides and changes nothing; it still sends notifications, by Azure's time.",
                Proposal = "Synchronize the clock with a time server.",
            };
}
