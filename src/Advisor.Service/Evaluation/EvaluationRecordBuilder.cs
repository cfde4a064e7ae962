using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.State;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Service.Evaluation;

/// <summary>Builds the record of an evaluation.</summary>
internal static class EvaluationRecordBuilder
{
    // Further pairs of action and reason count as "Other", so that a resource never has more series than this.
    private const int MaxReasons = 32;
    private const string Other = "Other";

    private static readonly Limit[] Limits = [Limit.ServerLoad, Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    /// <param name="decision">The decision with its alerts; null when the evaluation failed.</param>
    /// <param name="state">State after the evaluation: what was required in the last days; null when there is none.</param>
    /// <param name="head">State after the evaluation: counts and the age of the data.</param>
    /// <param name="alerts">Alerts after the evaluation; those just resolved are left out.</param>
    public static EvaluationRecord Create(
        FleetResource resource,
        Decision? decision,
        ResourceState? state,
        ResourceStateHead head,
        IReadOnlyList<Alert> alerts,
        DateTimeOffset now
    ) =>
        new()
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
        };

    /// <summary>Returns the counts with one more decision.</summary>
    public static IReadOnlyList<DecisionCount> CountDecision(IReadOnlyList<DecisionCount>? counts, Decision decision)
    {
        var list = (counts ?? []).ToList();
        var reason = decision.Reasons.Count > 0 ? decision.Reasons[0].Code : "None";
        var found = list.FindIndex(count => count.Action == decision.Action && count.Reason == reason);
        if (found < 0 && list.Count >= MaxReasons)
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
        Limits
            .Select(limit => (Limit: limit, Value: value(limit)))
            .Where(pair => pair.Value is { } number && double.IsFinite(number))
            .ToDictionary(pair => pair.Limit, pair => Math.Round(pair.Value!.Value, 4));
}
