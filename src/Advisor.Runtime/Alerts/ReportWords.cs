using System.Globalization;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>What surrounds an alert of a resource, in words: the limit, what Advisor did or proposes, what that costs, what comes next.</summary>
internal static class ReportWords
{
    private const int TrendPoints = 24;

    // A change that ended longer ago is no answer to what happens now.
    private static readonly TimeSpan RecentlyDone = TimeSpan.FromHours(1), TrendStretch = TimeSpan.FromMinutes(5);

    public static AlertReport Of(AlertNotification alert, ResourceSituation situation)
    {
        var number = situation.Rules.Alerts.Find(alert.Condition)?.Number;
        var over = alert.Kind == AlertNotificationKind.Resolved;
        var trend = IsOfLoad(number) && situation.State is { } state ? Trend(state) : [];
        var proposal = over ? null : Proposal(number, situation);
        return new AlertReport
        {
            Alert = alert,
            Limit = over ? null : Limit(number, situation),
            Done = Done(number, situation, alert.At),
            Proposal = proposal,
            Cost = proposal is not null && situation.Decision?.MonthlyCostChange is { } cost ? Cost(cost)
                : number == AlertNumber.FailedChanges && situation.Tally is { FailedInARow: > 0 } failed ? failed.Cost
                : null,
            Next = Next(alert, number, situation),
            TrendName = trend.Count > 0 ? "units needed, 2 h" : null,
            Trend = trend,
        };
    }

    /// <summary>"+98.20 USD a month"; a plus says that it costs more.</summary>
    public static string Cost(Money change) => (change.Amount > 0 ? "+" : "") + change + " a month";

    /// <summary>"every 4 h", from the rules; null where it is never told again.</summary>
    public static string? Again(AlertLevel level) => level.RemindAfter is { } after ? $"told again every {Span(after)}" : null;

    /// <summary>10 minutes, 4 h, 2 days.</summary>
    public static string Span(TimeSpan time) =>
        time >= TimeSpan.FromDays(2) ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalDays:0.#} days")
        : time >= TimeSpan.FromHours(1) ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalHours:0.#} h")
        : string.Create(CultureInfo.InvariantCulture, $"{time.TotalMinutes:0.#} min");

    // Conditions that a size can cure, and whose past the memory of the need shows.
    private static bool IsOfLoad(AlertNumber? number) => number is AlertNumber.ServerLoad or AlertNumber.ForecastNeed or AlertNumber.Connections
        or AlertNumber.Inbound or AlertNumber.Outbound or AlertNumber.Routing or AlertNumber.PeakUse or AlertNumber.ThrottledCloses or AlertNumber.QuotaInTheWay;

    private static IReadOnlyList<double?> Trend(ResourceState state)
    {
        var needs = state.RecentNeeds(TrendStretch, TrendPoints);
        return needs.Any(need => need is not null) ? [.. needs.Select(need => need is { } known ? Math.Round(known, 2) : (double?)null)] : [];
    }

    private static string? Limit(AlertNumber? number, ResourceSituation situation) => number switch
    {
        AlertNumber.ServerLoad => LimitOf(Dimension.ServerLoad, situation),
        AlertNumber.Connections or AlertNumber.ThrottledCloses => LimitOf(Dimension.Connections, situation),
        AlertNumber.Inbound => LimitOf(Dimension.Inbound, situation),
        AlertNumber.Outbound => LimitOf(Dimension.Outbound, situation),
        AlertNumber.Routing => LimitOf(Dimension.Routing, situation),
        AlertNumber.ForecastNeed => situation.Facts().GreatestUnits is { } units ? string.Create(CultureInfo.InvariantCulture, $"{units} units, the greatest size allowed") : null,
        AlertNumber.QuotaInTheWay => "the units of subscription and region",
        AlertNumber.PeakUse => situation.Decision is { Binding: not Dimension.None and var binding } ? LimitOf(binding, situation) : null,
        _ => null,
    };

    private static string LimitOf(Dimension dimension, ResourceSituation situation)
    {
        var size = string.Create(CultureInfo.InvariantCulture, $"{situation.Resource.Sku} x {situation.Resource.Units}");
        return dimension switch
        {
            Dimension.ServerLoad => string.Create(CultureInfo.InvariantCulture, $"server load, {situation.Resource.Settings.Targets.Over(situation.Rules.Policy.Targets).ServerLoad.Percent:0.#} %"),
            Dimension.Connections => situation.Rules.Catalog(situation.Resource.Service).Find(situation.Resource.Sku) is { } sku
                ? string.Create(CultureInfo.InvariantCulture, $"connections, {(long)sku.ConnectionsPerUnit * situation.Resource.Units:#,0} at {size}")
                : "connections",
            Dimension.Inbound => $"inbound traffic at {size}",
            Dimension.Outbound => $"outbound traffic at {size}",
            _ => $"routing to groups, which more units of {situation.Resource.Sku} do not move",
        };
    }

    private static string? Done(AlertNumber? number, ResourceSituation situation, DateTimeOffset now)
    {
        if (number == AlertNumber.FailedChanges && situation.Tally is { FailedInARow: > 0 } failed)
        {
            return $"The change from {failed.FromUnits} to {failed.ToUnits} units {(failed.State == ChangeState.Refused ? "was refused" : "failed")} ({failed.Code}). {failed.Text}{(failed.Why is { Length: > 0 } why ? $" It was decided because: {why}" : "")}";
        }

        if (!IsOfLoad(number))
        {
            return null;
        }

        return situation switch
        {
            { OpenChange: { } open } => string.Create(
                CultureInfo.InvariantCulture, $"The change from {open.FromUnits} to {open.ToUnits} units is under way since {open.DecidedAt.UtcDateTime:HH:mm} UTC."),
            { Outcome: Disposition.Applying, Decision: { } decision } => string.Create(CultureInfo.InvariantCulture, $"Asked Azure for {decision.Sku} x {decision.Units}."),
            { Withheld: { } why } => why.Text,
            { Tally: { State: ChangeState.Verified } tally } when now - tally.At <= RecentlyDone => string.Create(
                CultureInfo.InvariantCulture, $"Changed from {tally.FromUnits} to {tally.ToUnits} units at {tally.At.UtcDateTime:HH:mm} UTC."),
            _ => null,
        };
    }

    private static string? Proposal(AlertNumber? number, ResourceSituation situation)
    {
        if (!IsOfLoad(number) || situation.Decision is not { } decision || situation.Outcome == Disposition.Applying)
        {
            return null;
        }

        var (sku, units) = (decision.AdvisedSku ?? decision.Sku, decision.AdvisedUnits ?? decision.Units);
        return decision.Action != ScalingAction.Hold
                ? string.Create(CultureInfo.InvariantCulture, $"{sku} x {units} instead of {situation.Resource.Sku} x {situation.Resource.Units}")
            : decision.WaysOut.Count > 0 ? decision.WaysOut[0].Text
            : null;
    }

    /// <summary>When it is told again and when it is over, from the rules; null where it is over, or where the rules no longer have it.</summary>
    public static string? Next(AlertNotification alert, AlertRules rules) =>
        alert.Kind != AlertNotificationKind.Resolved && rules.Find(alert.Condition) is { } condition
            && condition.Levels.FirstOrDefault(level => level.Severity == alert.Severity) is { } level
                ? Ends(condition, level)
                : null;

    private static string? Next(AlertNotification alert, AlertNumber? number, ResourceSituation situation)
    {
        if (Next(alert, situation.Rules.Alerts) is not { } end)
        {
            return null;
        }

        var first = !IsOfLoad(number) ? null
            : situation.OpenChange is not null || situation.Outcome == Disposition.Applying ? "Azure takes a few minutes for the change."
            : situation.Outcome == Disposition.AwaitingApproval ? "The change waits for somebody to approve it."
            : situation.Outcome == Disposition.Recommended ? $"In mode {Words(situation.Resource.Settings.Mode)} Advisor changes nothing here by itself."
            : null;
        return first is null ? end : $"{first} {end}";
    }

    private static string Ends(AlertCondition condition, AlertLevel level)
    {
        var unit = condition.Number.Unit();
        var until = unit == AlertUnit.Flag ? $"Over once it has been gone for {Span(level.ResolveDelay)}"
            : $"Over once {(level.Leave.LooksUp ? "above" : "below")} {AlertText.Print(level.Leave.Value, unit)} for {Span(level.ResolveDelay)}";
        return (Again(level) is { } again ? $"{until}; {again} until then" : until) + ".";
    }

    private static string Words(AdvisorMode mode) => mode switch
    {
        AdvisorMode.AutoUp => "autoUp",
        _ => mode.ToString().ToLowerInvariant(),
    };
}
