using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;

namespace Advisor.Service.Evaluation;

/// <summary>Builds the record of an evaluation.</summary>
internal static class EvaluationRecordBuilder
{
    // Further pairs of action and reason count as "Other", so that a resource never has more series than this.
    private const int MaxCounts = 32;
    private const string Other = "Other";

    // Enough for a table; the audit trail holds all reasons.
    private const int MaxReasons = 4;

    /// <param name="evaluation">The evaluation, with the resource before it.</param>
    /// <param name="decision">The decision with its alerts; null when the evaluation failed.</param>
    /// <param name="head">State after the evaluation: counts, the age of the data, and what is recommended.</param>
    /// <param name="alerts">Alerts after the evaluation; those just resolved are left out.</param>
    public static EvaluationRecord Create(
        RuleSet rules,
        NotificationRouting routing,
        UnwrittenEvaluation evaluation,
        Decision? decision,
        ResourceStateHead head,
        IReadOnlyList<Alert> alerts,
        DateTimeOffset now
    )
    {
        var (resource, state, settings) = (evaluation.Resource.Resource!, evaluation.Result.State, evaluation.Resource.Resource!.Settings);
        var catalog = rules.GetCatalog(resource.Service, settings);
        var sku = catalog.Find(resource.Sku);
        var snooze = evaluation.Handling?.Outcome == AuditOutcome.Snoozed ? evaluation.Resource.Stored.Snooze : null;
        // A failed evaluation does not change the cost: it is that of the current size, with the messages counted so far.
        var cost = decision?.CostNow ?? (sku is null ? null : MonthlyBill.Compute(sku, resource.Units, state?.Messages));
        return new()
        {
            ResourceId = resource.Id,
            Service = resource.Service == ServiceKind.SignalR ? "signalr" : "webpubsub",
            Region = resource.Region,
            Sku = resource.Sku,
            Units = resource.Units,
            At = now,
            DataAt = head.DataAt,
            RecommendedSku = decision?.Target.Sku,
            RecommendedUnits = decision?.Target.Units,
            Utilization = SelectKnown(limit => decision?.Utilization[limit]?.Value),
            RequiredUnits = SelectKnown(limit => decision?.RequiredUnits[limit]),
            Forecast = decision?.Forecast ?? [],
            Week = ListWeek(state),
            Decisions = head.Decisions ?? [],
            Alerts = [.. alerts.Where(alert => alert.Phase != AlertPhase.Quiet)],
            State = FindState(decision),
            Problem = decision is null && evaluation.Result.Problem is { } problem ? UntrustedText.Sanitize(problem) : null,
            Action = decision?.Action,
            Outcome = decision is null ? null : evaluation.Handling?.Outcome,
            Reasons = SelectReasons(decision, evaluation.Handling),
            Confidence = decision is { HasAnyUtilization: true } ? Math.Round(decision.Confidence.Value, 4) : null,
            LimitingFactor = decision?.LimitingFactor,
            CostNow = EvaluationCost.FromMonthlyCost(cost),
            CostAfter = EvaluationCost.FromMonthlyCost(decision?.CostAfter),
            Prices = EvaluationPrices.FromSku(sku),
            Month = EvaluationMonth.FromMonthBill(evaluation.Month),
            PastCost = PastCost.Compute(resource.ActualCost, catalog, state?.Usage.Days ?? []),
            Mode = settings.Mode,
            EndpointGroup = settings.EndpointGroup,
            Team = routing.FindTeam(settings.Team, out _).Name,
            IsChanging = evaluation.IsChanging,
            Paused = FindPaused(settings, now),
            IsSnoozed = snooze is not null,
            SnoozedUntil = snooze?.Until,
            Recommendation = head.Recommendation,
            DropRatio = head.Drops?.FindMeanRatio(),
        };
    }

    /// <summary>Returns the counts with one more decision.</summary>
    public static IReadOnlyList<DecisionCount> CountDecision(IReadOnlyList<DecisionCount>? counts, Decision decision)
    {
        var list = (counts ?? []).ToList();
        var reason = decision.Reasons.Count > 0 ? decision.Reasons[0].Code : "None";
        var found = list.FindIndex(count => count.Action == decision.Action && count.Reason == reason);
        if (found < 0 && list.Count >= MaxCounts)
        {
            reason = Other;
            found = list.FindIndex(count => count.Action == decision.Action && count.Reason == reason);
        }

        if (found >= 0)
        {
            list[found] = list[found] with { Count = list[found].Count + 1 };
        }
        else
        {
            list.Add(new DecisionCount(decision.Action, reason, 1));
        }

        return list;
    }

    /// <summary>Returns the newest minute of a series that has any reading; the previous one when there is none.</summary>
    public static DateTimeOffset? FindDataTime(IReadOnlyList<MinuteSample> series, DateTimeOffset? before)
    {
        for (var i = series.Count - 1; i >= 0; i--)
        {
            if (!series[i].Readings.IsEmpty)
            {
                return before > series[i].Time ? before : series[i].Time;
            }
        }

        return before;
    }

    private static IReadOnlyList<double?> ListWeek(ResourceState? state)
    {
        var week = state?.ListRecentRequiredUnits(EvaluationRecord.WeekStep, (int)(TimeSpan.FromDays(7) / EvaluationRecord.WeekStep)) ?? [];
        return [.. week.SkipWhile(units => units is null).Select(units => units is { } known ? Math.Round(known, 2) : (double?)null)];
    }

    private static Dictionary<Limit, double> SelectKnown(Func<Limit, double?> value) =>
        LimitingFactor
            .Limits.Select(limit => (Limit: limit, Value: value(limit)))
            .Where(pair => pair.Value is { } number && double.IsFinite(number))
            .ToDictionary(pair => pair.Limit, pair => Math.Round(pair.Value!.Value, 4));

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
}
