using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Alerts;

/// <summary>Describes the context of a resource's alert: the limit, what Advisor did or proposes, the cost and what happens next.</summary>
internal static class AlertDescriber
{
    private const int TrendPoints = 24;

    // A change that ended longer ago does not explain the present.
    private static readonly TimeSpan RecentChangeWindow = TimeSpan.FromHours(1),
        TrendResolution = TimeSpan.FromMinutes(5);

    public static AlertEvent Describe(AlertEvent alert, AlertContext context)
    {
        var number = context.Rules.Alerts.Find(alert.Condition)?.Number;
        var isAboutLoad = number?.IsAboutLoad() == true;
        var isResolved = alert.Kind == AlertEventKind.Resolved;
        var trend = isAboutLoad && context.State is { } state ? ComputeTrend(state) : [];
        var proposal = !isResolved && number is { } known && known.IsAboutSize() ? Proposals.Find(known, context) : null;
        return alert with
        {
            Text = DescribeMore(alert, number, context) is { } more ? $"{alert.Text} {more}" : alert.Text,
            Limit = isResolved ? null : DescribeLimit(number, context),
            Done = DescribeAction(number, context, alert.At),
            Proposal = proposal is null ? null : ActiveRecommendationText.AddSince(proposal, context.Recommendation, alert.At),
            Cost = number == AlertNumber.FailedChanges && context.Tally is { FailedInARow: > 0 } failed ? failed.Cost : proposal?.Cost,
            Next = DescribeNext(alert, number, context),
            TrendName = trend.Count > 0 ? "units required, 2 h" : null,
            Trend = trend,
        };
    }

    private static string? DescribeMore(AlertEvent alert, AlertNumber? number, AlertContext context) =>
        alert.Kind == AlertEventKind.Resolved ? null
        : number == AlertNumber.DroppedShare
            ? (CloseCategory.DescribeCause(context.Closes) is { } cause ? $"Azure names the cause {cause}." : null)
        : number is AlertNumber.DriftedUnits or AlertNumber.ChangesByOthers ? context.ChangedBy?.Describe()
        : number == AlertNumber.UnitsBelowMinimum ? context.Decision?.Reasons[0].Text
        : number == AlertNumber.UnreadableTag ? (context.Resource.Settings.UnreadableTag is { } tag ? $"The tag is {tag}." : null)
        : number == AlertNumber.MissingMetricAge ? context.Metrics.DescribeMissing(context.NewestMetricsAt)
        : number == AlertNumber.BudgetUtilization && context.Resource is { OwnerId: not null } or { Replicas.Count: > 0 }
            ? "The budget is that of this region alone: each region of the resource has it by itself."
        // Routing beyond what the tier carries is in no count of minutes: no units are required for it.
        : number == AlertNumber.Routing ? null
        : number?.IsAboutLoad() == true ? ActiveRecommendationText.DescribeSinceSent(context.Recommendation, context.State, alert.At)
        : null;

    private static IReadOnlyList<double?> ComputeTrend(ResourceState state)
    {
        var needs = state.ListRecentRequiredUnits(TrendResolution, TrendPoints);
        return needs.Any(need => need is not null)
            ? [.. needs.Select(need => need is { } known ? Math.Round(known, 2) : (double?)null)]
            : [];
    }

    private static string? DescribeLimit(AlertNumber? number, AlertContext context) =>
        number switch
        {
            AlertNumber.ServerLoad => DescribeDimension(Limit.ServerLoad, context),
            AlertNumber.Connections or AlertNumber.ThrottledCloses => DescribeDimension(Limit.Connections, context),
            AlertNumber.Inbound => DescribeDimension(Limit.Inbound, context),
            AlertNumber.Outbound => DescribeDimension(Limit.Outbound, context),
            AlertNumber.Routing => DescribeDimension(Limit.Routing, context),
            AlertNumber.ForecastUtilization => context.CreateFacts().MaxUnits is { } units
                ? $"{Wording.FormatCount(units, "unit")}, the largest size allowed"
                : null,
            AlertNumber.UnitsBelowMinimum => context.DescribeMinimum(),
            AlertNumber.QuotaExceeded => "unit quota of the subscription in this region",
            AlertNumber.PeakUtilization => context.Decision is { LimitingFactor: not Limit.None and var binding }
                ? DescribeDimension(binding, context)
                : null,
            _ => null,
        };

    private static string DescribeDimension(Limit limit, AlertContext context)
    {
        var (resource, size) = (context.Resource, context.Resource.Size);
        var targets = resource.Settings.Targets.CompleteWith(context.Rules.Policy.Targets);
        var target = $"target {Wording.FormatPercent(targets[limit].Value, 1)}";
        return limit switch
        {
            Limit.ServerLoad => $"server load, {target}",
            Limit.Connections => context.Rules.GetCatalog(resource.Service).Find(resource.Sku) is { } sku
                ? $"{Wording.FormatCount((double)sku.ConnectionsPerUnit * resource.Units, "connection")} at {size}, {target}"
                : "connections",
            Limit.Inbound => $"inbound traffic at {size}, {target} of the guide's rate",
            Limit.Outbound => $"outbound traffic at {size}, {target} of the guide's rate",
            _ => $"message routing, which more units of {resource.Sku} do not raise",
        };
    }

    private static string? DescribeAction(AlertNumber? number, AlertContext context, DateTimeOffset now)
    {
        if (number == AlertNumber.FailedChanges && context.Tally is { FailedInARow: > 0 } failed)
        {
            return $"The change from {failed.FromUnits} to {Wording.FormatCount(failed.ToUnits, "unit")} {failed.DescribeFailure()}."
                + (failed.Text is { Length: > 0 } text ? $" {text.TrimEnd('.')}." : "")
                + (failed.Reason is { Length: > 0 } why ? $" Reason of the change: {why}" : "");
        }

        if (number?.IsAboutLoad() != true)
        {
            return number switch
            {
                AlertNumber.ChangesByOthers => context.State?.DescribeChangesByOthers(),
                AlertNumber.DroppedShare => DescribeChange(context, now) ?? "Advisor did not change the size in the last hour.",
                _ => null,
            };
        }

        return context switch
        {
            { OpenChange: not null } => DescribeChange(context, now),
            { Outcome: AuditOutcome.Applying, Decision: { } decision } => $"Requested {new Size(decision.Sku, decision.Units)} from Azure.",
            { Resource.IsUpdating: true } =>
                $"Azure is changing the resource ({context.Resource.ProvisioningState}): its size can be changed when that has ended.",
            { SuppressionReason: { } why } => why.Text,
            _ => DescribeChange(context, now),
        };
    }

    private static string? DescribeChange(AlertContext context, DateTimeOffset now) =>
        context switch
        {
            { OpenChange: { NextAttemptAt: not null, Text: { Length: > 0 } why } waiting } =>
                $"The change from {waiting.FromUnits} to {Wording.FormatCount(waiting.ToUnits, "unit")} waits: {why}",
            { OpenChange: { } open } =>
                $"The change from {open.FromUnits} to {Wording.FormatCount(open.ToUnits, "unit")} has been in progress since "
                    + $"{open.DecidedAt.UtcDateTime:HH:mm} UTC.",
            { Tally: { State: ChangeState.Verified } tally } when now - tally.At <= RecentChangeWindow =>
                $"Changed from {tally.FromUnits} to {Wording.FormatCount(tally.ToUnits, "unit")} at {tally.At.UtcDateTime:HH:mm} UTC.",
            _ => null,
        };

    private static string? DescribeNext(AlertEvent alert, AlertNumber? number, AlertContext context)
    {
        if (ClearingText.Describe(alert, context.Rules.Alerts) is not { } end)
        {
            return null;
        }

        var first =
            number == AlertNumber.MetricAge ? "Advisor does not change the size until there are metrics."
            : number?.IsAboutSize() != true ? null
            : context.OpenChange is { NextAttemptAt: null } || (context.OpenChange is null && context.Outcome == AuditOutcome.Applying)
                ? "Azure takes a few minutes to make the change."
            : context.Outcome == AuditOutcome.AwaitingApproval ? "The change is waiting for approval."
            : context.Outcome == AuditOutcome.Recommended ? DescribeWhyOnlyRecommended(context)
            : null;
        return first is null ? end : $"{first} {end}";
    }

    private static string DescribeWhyOnlyRecommended(AlertContext context) =>
        context switch
        {
            { Resource.AutoscaleSetting: not null } => "Azure autoscale manages the size: Advisor only recommends.",
            { Decision: { Action: ScalingAction.Advise, Advisory: { } size } } when size.Sku != context.Resource.Sku =>
                "Advisor does not change the tier of this resource itself.",
            { Resource.Settings.Mode: AdvisorMode.AutoUp or AdvisorMode.Auto } => "Advisor does not make this change itself.",
            _ => $"In mode {context.Resource.Settings.Mode.ToCamelCase()} Advisor makes no change itself.",
        };
}
