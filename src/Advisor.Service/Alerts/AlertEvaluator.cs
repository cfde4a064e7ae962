using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Alerts;

/// <summary>Evaluates the alerts of one resource of a batch.</summary>
internal sealed class AlertEvaluator(RuleSet alertingRules, NotificationRouting routing)
{
    private static readonly TimeSpan ConnectionsOpenedWindow = TimeSpan.FromMinutes(5);

    public AlertStep<ResourceAlerts> Evaluate(BatchContext batch, UnwrittenEvaluation evaluation, ActiveRecommendation? recommendation)
    {
        var (resource, stored, result, series) = (
            evaluation.Resource.Resource!,
            evaluation.Resource.Stored,
            evaluation.Result,
            evaluation.Series
        );
        // Older versions stored the default team without its name. A name that is unknown now is of a team that was removed: the one that
        // is notified now gets the alert.
        var alerts = evaluation.Document.Alerts;
        if (alerts.Team is "")
        {
            alerts = alerts with { Team = routing.FindTeamName("") };
        }

        // Its first metrics are awaited as those of a new resource: those before were of another one with its id.
        if (alerts.NewestMetricsAt is { } newestAt && resource.IsCreatedSince(newestAt, batch.Now))
        {
            alerts = alerts with { NewestMetricsAt = null, MonitoredSince = null, Metrics = MetricTimes.None };
        }

        foreach (var sample in evaluation.SettledSeries)
        {
            alerts = alerts.Observe(alertingRules.Alerts, sample);
        }

        if (batch.Metrics.HasFailed(resource.Id))
        {
            alerts = alerts.MissRead(alertingRules.Alerts, batch.Now);
        }

        var context = new AlertContext
        {
            Rules = alertingRules,
            Resource = resource,
            Decision = result.Decision,
            State = result.State,
            Month = evaluation.Month,
            Outcome = evaluation.Handling?.Outcome,
            SuppressionReason = evaluation.Handling?.Reason,
            IsChanging = evaluation.IsChanging,
            OpenChange = stored.OpenChange,
            Tally = stored.Tally,
            Closes = batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Id),
            SystemErrorsPercent = series is [.., var newest] ? newest.Readings.SystemErrors : null,
            ConnectionsOpened = CountRecentlyOpened(series),
            Metrics = alerts.Metrics,
            NewestMetricsAt = alerts.NewestMetricsAt,
            RegionalUnitsLeft = batch.Batch.RegionalUnitsLeft,
            RegionalLimit = batch.Batch.Quota?.Limit,
            Recommendation = recommendation,
            ChangedBy = evaluation.ChangedBy,
            Now = batch.Now,
        };
        var subject = AlertSubjects.Create(resource).Route(routing);
        var step = alerts.Advance(context.Rules, subject, context.Decision, context.CreateFacts(), batch.Suppressions, batch.Now);
        return step with { Events = [.. step.Events.Select(alert => AlertDescriber.Describe(Readdress(alert, subject), context))] };
    }

    // The channels of a team that is no longer configured are not known. Where it was renamed, they are those of the team of now.
    private AlertEvent Readdress(AlertEvent alert, AlertSubject subject)
    {
        routing.FindTeam(alert.Subject.Team, out var isUnknown);
        return isUnknown ? alert with { Subject = alert.Subject with { Team = subject.Team } } : alert;
    }

    // Older minutes, read after a pause, do not describe the present.
    private static double? CountRecentlyOpened(IReadOnlyList<MinuteSample> series) =>
        series is [.., var newest]
            ? series.Where(sample => newest.Time - sample.Time < ConnectionsOpenedWindow).Max(sample => sample.Readings.ConnectionOpenCount)
            : null;
}
