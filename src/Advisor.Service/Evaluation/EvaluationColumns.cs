using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;

namespace Advisor.Service.Evaluation;

/// <summary>Adds the columns of the fleet table to an evaluation record.</summary>
internal static class EvaluationColumns
{
    // Enough for a table; the audit trail holds all reasons.
    private const int MaxReasons = 4;

    /// <param name="record">Record of the evaluation with its numbers.</param>
    /// <param name="decision">The decision; null when the evaluation failed.</param>
    public static EvaluationRecord Add(
        EvaluationRecord record,
        RuleSet rules,
        NotificationRouting routing,
        UnwrittenEvaluation evaluation,
        Decision? decision
    )
    {
        var resource = evaluation.Resource.Resource!;
        var snooze = evaluation.Handling?.Code == DecisionHandling.Snoozed ? evaluation.Resource.Stored.Snooze : null;
        return record with
        {
            State = FindState(decision),
            Problem = decision is null && evaluation.Result.Problem is { } problem ? UntrustedText.Sanitize(problem) : null,
            Action = decision?.Action,
            Outcome = decision is null ? null : evaluation.Handling?.Code,
            Reasons = SelectReasons(decision, evaluation.Handling),
            Confidence = decision is { HasAnyUtilization: true } ? Math.Round(decision.Confidence.Value, 4) : null,
            LimitingFactor = decision?.LimitingFactor,
            CostNow = EvaluationCost.FromMonthlyCost(decision?.CostNow ?? FindCost(rules, resource, evaluation.Result.State)),
            CostAfter = EvaluationCost.FromMonthlyCost(decision?.CostAfter),
            Prices = EvaluationPrices.FromSku(rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)),
            Month = EvaluationMonth.FromMonthBill(
                ResourceState.ComputeMonthBill(
                    evaluation.Result.State,
                    rules.GetCatalog(resource.Service, resource.Settings),
                    resource.Settings.Billing,
                    resource.Size,
                    record.At
                )
            ),
            PastCost = PastCost.Compute(
                resource.ActualCost,
                rules.GetCatalog(resource.Service, resource.Settings),
                evaluation.Result.State?.Usage.Days ?? []
            ),
            Mode = resource.Settings.Mode,
            EndpointGroup = resource.Settings.EndpointGroup,
            Team = routing.FindTeam(resource.Settings.Team, out _).Name,
            IsChanging = evaluation.IsChanging,
            Paused = FindPaused(resource.Settings, record.At),
            IsSnoozed = snooze is not null,
            SnoozedUntil = snooze?.Until,
        };
    }

    private static PausedScaling? FindPaused(ResourceSettings settings, DateTimeOffset now) =>
        (settings.FindPause(scaleOut: false, now) is not null, settings.FindPause(scaleOut: true, now) is not null) switch
        {
            (true, true) => PausedScaling.All,
            (true, false) => PausedScaling.ScaleIn,
            (false, true) => PausedScaling.ScaleOut,
            _ => null,
        };

    private static EvaluationState FindState(Decision? decision) =>
        decision is null ? EvaluationState.Failed
        : HasReason(decision, ReasonCodes.MetricsOutage) ? EvaluationState.MetricsOutage
        : HasReason(decision, ReasonCodes.StaleMetrics) ? EvaluationState.StaleMetrics
        : decision.DataState switch
        {
            DataState.InsufficientData => EvaluationState.InsufficientData,
            DataState.SuspectMetric => EvaluationState.SuspectMetric,
            _ => EvaluationState.Ok,
        };

    private static bool HasReason(Decision decision, string code) => decision.Reasons.Any(reason => reason.Code == code);

    // The reason against applying comes last: it is the one that a person can act on.
    private static Reason[] SelectReasons(Decision? decision, DecisionHandling? handling) =>
        handling?.Reason is { } why
            ? [.. (decision?.Reasons ?? []).Take(MaxReasons - 1), why]
            : [.. (decision?.Reasons ?? []).Take(MaxReasons)];

    // A failed evaluation does not change the cost: it is that of the current size, with the messages counted so far.
    private static MonthlyCost? FindCost(RuleSet rules, FleetResource resource, ResourceState? state) =>
        rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku) is { } sku
            ? MonthlyBill.Compute(sku, resource.Units, state?.Messages)
            : null;
}
