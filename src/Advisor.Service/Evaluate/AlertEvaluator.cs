using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Change;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>Evaluates the alerts of one resource of a batch.</summary>
internal sealed class AlertEvaluator(ServiceDependencies dependencies)
{
    private static readonly TimeSpan ConnectionsOpenedWindow = TimeSpan.FromMinutes(5);

    public AlertEvaluation Evaluate(
        BatchContext batch,
        BatchResource batchResource,
        FleetResource resource,
        ResourceDecision result,
        DecisionHandling? handling,
        bool changing,
        IReadOnlyList<MinuteSample> series,
        ActiveRecommendation? recommendation
    )
    {
        var remembered = batchResource.Document!.Alerts;
        foreach (var sample in series)
        {
            remembered = remembered.Observe(dependencies.Rules.Alerts, sample);
        }

        var context = new AlertContext
        {
            Rules = dependencies.AlertingRules,
            Resource = resource,
            Decision = result.Decision,
            State = result.State,
            Outcome = handling?.Code,
            SuppressionReason = handling?.Reason,
            IsChanging = changing,
            OpenChange = batchResource.Stored.OpenChange,
            Tally = batchResource.Stored.Tally,
            Closes = batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Id),
            Connections = series is [.., var last] ? last.Readings.ConnectionCount : null,
            SystemErrorsPercent = series is [.., var newest] ? newest.Readings.SystemErrors : null,
            ConnectionsOpened = CountRecentlyOpened(series),
            Metrics = remembered.Metrics,
            NewestMetricsAt = remembered.NewestMetricsAt,
            RegionalUnitsLeft = batch.Batch.RegionalUnitsLeft,
            Recommendation = recommendation,
            Now = batch.Now,
        };
        return AlertEvaluation.Evaluate(context, remembered, batch.Suppressions, batch.Now);
    }

    // Older minutes, read after a pause, do not describe the present.
    private static double? CountRecentlyOpened(IReadOnlyList<MinuteSample> series) =>
        series is [.., var newest]
            ? series.Where(sample => newest.Time - sample.Time < ConnectionsOpenedWindow).Max(sample => sample.Readings.ConnectionOpenCount)
            : null;
}
