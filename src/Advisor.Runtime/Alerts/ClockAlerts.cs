using System.Globalization;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>
/// The alert of a wrong clock, advanced by the time of Azure alone. Told to the default route, since a clock belongs to no team.
/// </summary>
internal sealed class ClockAlerts(ServiceParts parts)
{
    private static readonly AlertSubject Subject = new(AlertSubjectKind.Service, "clock", "Advisor", "", null);

    // Another process may have fired it; this one looks now and then.
    private static readonly TimeSpan LookedFor = TimeSpan.FromHours(1);

    private readonly FleetAlerts alerts = new(parts);
    private readonly ClockCheck clock = new(parts);
    private ClockFault? told;
    private DateTimeOffset? quietSince;

    /// <summary>The clock is wrong: writes that down for health when it begins, and evaluates the alert.</summary>
    /// <returns>The fault as it was told first: a difference that moves by seconds is no news.</returns>
    public async Task<ClockFault> WrongAsync(ClockFault fault, CancellationToken cancellation)
    {
        quietSince = null;
        if (told is null || (told.Ahead - fault.Ahead).Duration() > TimeSpan.FromMinutes(1))
        {
            told = fault;
            await clock.HoldAsync(fault, cancellation);
        }

        await AdvanceAsync(fault.Ahead, fault.Now!.Value, cancellation);
        return told;
    }

    /// <summary>The clock is right, or nobody knows better: ends what was told of it.</summary>
    public async Task RightAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        told = null;
        if (quietSince is { } since && (now - since).Duration() < LookedFor)
        {
            return;
        }

        if (await parts.ClockAhead(cancellation) is { } ahead)
        {
            await AdvanceAsync(ahead, now, cancellation);
        }

        quietSince = await alerts.IsQuietAsync(Subject, cancellation) ? now : null;
    }

    private async Task AdvanceAsync(TimeSpan ahead, DateTimeOffset now, CancellationToken cancellation)
    {
        var facts = AlertFacts.Unknown with { ClockDifference = ahead.Duration().TotalMinutes };
        var holds = await Holds.AtAsync(parts, now, cancellation);
        await alerts.AdvanceAsync(Subject, facts, holds, alert => ReportOf(alert, ahead, now), now, cancellation);
    }

    private AlertReport ReportOf(AlertNotification alert, TimeSpan ahead, DateTimeOffset now)
    {
        var report = new AlertReport { Alert = alert, Next = ClearingText.Describe(alert, parts.Rules.Alerts) };
        return alert.Kind == AlertNotificationKind.Resolved ? report : report with
        {
            Limit = string.Create(
                CultureInfo.InvariantCulture,
                $"{Wording.Duration(ClockMark.Tolerance)}; here it is {now + ahead:yyyy-MM-dd HH:mm} UTC, by Azure {now:yyyy-MM-dd HH:mm}"),
            Done = "Holds all decisions and changes; messages leave by Azure's time.",
            Proposal = "Set the clock by a time server.",
        };
    }
}
