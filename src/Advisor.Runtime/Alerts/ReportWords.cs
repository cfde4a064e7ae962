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
        var (proposal, cost) = over || !IsOfLoad(number) ? default : Proposals.Of(number!.Value, situation);
        return new AlertReport
        {
            Alert = alert,
            Limit = over ? null : Limit(number, situation),
            Done = Done(number, situation, alert.At),
            Proposal = proposal,
            Cost = number == AlertNumber.FailedChanges && situation.Tally is { FailedInARow: > 0 } failed ? failed.Cost : cost,
            Next = Next(alert, number, situation),
            TrendName = trend.Count > 0 ? "units needed, 2 h" : null,
            Trend = trend,
        };
    }

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
        AlertNumber.ForecastNeed => situation.Facts().GreatestUnits is { } units ? $"{Wording.Counted(units, "unit")}, the largest size allowed" : null,
        AlertNumber.QuotaInTheWay => "the quota of units of subscription and region",
        AlertNumber.PeakUse => situation.Decision is { Binding: not Dimension.None and var binding } ? LimitOf(binding, situation) : null,
        _ => null,
    };

    private static string LimitOf(Dimension dimension, ResourceSituation situation)
    {
        var (resource, size) = (situation.Resource, Wording.Size(situation.Resource.Sku, situation.Resource.Units));
        var targets = resource.Settings.Targets.Over(situation.Rules.Policy.Targets);
        var target = $"target {Wording.Percent(targets[dimension].Value, 1)}";
        return dimension switch
        {
            Dimension.ServerLoad => $"server load, {target}",
            Dimension.Connections => situation.Rules.Catalog(resource.Service).Find(resource.Sku) is { } sku
                ? $"{Wording.Counted((double)sku.ConnectionsPerUnit * resource.Units, "connection")} at {size}, {target}"
                : "connections",
            Dimension.Inbound => $"inbound traffic at {size}, {target} of the guide's rate",
            Dimension.Outbound => $"outbound traffic at {size}, {target} of the guide's rate",
            _ => $"message routing, which more units of {resource.Sku} do not raise",
        };
    }

    private static string? Done(AlertNumber? number, ResourceSituation situation, DateTimeOffset now)
    {
        if (number == AlertNumber.FailedChanges && situation.Tally is { FailedInARow: > 0 } failed)
        {
            return $"The change from {failed.FromUnits} to {Wording.Counted(failed.ToUnits, "unit")} {(failed.State == ChangeState.Refused ? "was refused" : "failed")} ({failed.Code}). {failed.Text}{(failed.Why is { Length: > 0 } why ? $" It was decided because: {why}" : "")}";
        }

        if (!IsOfLoad(number))
        {
            return null;
        }

        return situation switch
        {
            { OpenChange: { } open } => string.Create(
                CultureInfo.InvariantCulture, $"The change from {open.FromUnits} to {Wording.Counted(open.ToUnits, "unit")} is under way since {open.DecidedAt.UtcDateTime:HH:mm} UTC."),
            { Outcome: Disposition.Applying, Decision: { } decision } => $"Asked Azure for {Wording.Size(decision.Sku, decision.Units)}.",
            { Withheld: { } why } => why.Text,
            { Tally: { State: ChangeState.Verified } tally } when now - tally.At <= RecentlyDone => string.Create(
                CultureInfo.InvariantCulture, $"Changed from {tally.FromUnits} to {Wording.Counted(tally.ToUnits, "unit")} at {tally.At.UtcDateTime:HH:mm} UTC."),
            _ => null,
        };
    }

    private static string? Next(AlertNotification alert, AlertNumber? number, ResourceSituation situation)
    {
        if (ClearingText.Describe(alert, situation.Rules.Alerts) is not { } end)
        {
            return null;
        }

        var first = number == AlertNumber.MetricAge ? "Advisor holds the size until there are metrics."
            : !IsOfLoad(number) ? null
            : situation.OpenChange is not null || situation.Outcome == Disposition.Applying ? "Azure takes a few minutes for the change."
            : situation.Outcome == Disposition.AwaitingApproval ? "The change waits for approval."
            : situation.Outcome == Disposition.Recommended ? OnlyRecommended(situation)
            : null;
        return first is null ? end : $"{first} {end}";
    }

    private static string OnlyRecommended(ResourceSituation situation) => situation switch
    {
        { Resource.AutoscaleSetting: not null } => "Azure autoscale manages the size: Advisor only recommends.",
        { Decision: { Action: ScalingAction.Advise, AdvisedSku: { } sku } } when sku != situation.Resource.Sku => "Advisor does not change the tier here by itself.",
        { Resource.Settings.Mode: AdvisorMode.AutoUp or AdvisorMode.Auto } => "Advisor does not make this change by itself.",
        _ => $"In mode {situation.Resource.Settings.Mode.ToString().ToLowerInvariant()} Advisor changes nothing by itself.",
    };
}
