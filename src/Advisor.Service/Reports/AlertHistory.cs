using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Timeline;

namespace Advisor.Service.Reports;

/// <summary>Makes the alerts of a window from its timeline: each from the event that fired it to the one that resolved it.</summary>
/// <param name="current">Alerts of the resources and the other subjects of the report that are pending or firing now.</param>
internal sealed class AlertHistory(PeriodReport report, IReadOnlyList<(string Scope, ReportedAlert Alert)> current)
{
    private readonly HashSet<string> resources = report
        .Evaluation.Resources.Select(resource => resource.Id)
        .ToHashSet(StringComparer.OrdinalIgnoreCase);

    /// <param name="events">Of the window, newest first.</param>
    public IReadOnlyList<ReportedAlert> Create(IReadOnlyList<TimelineEvent> events)
    {
        var alerts = new List<ReportedAlert>();
        var open = new Dictionary<string, (string Scope, ReportedAlert Alert)>(StringComparer.Ordinal);
        foreach (var found in events.Reverse().Where(IsInReport))
        {
            var alert = found.Alert!;
            var known = open.GetValueOrDefault(alert.DedupKey).Alert;
            open[alert.DedupKey] = (found.Scope, Add(known, alert));
            if (alert.Kind == AlertEventKind.Resolved)
            {
                alerts.Add(open[alert.DedupKey].Alert with { Phase = AlertPhase.Quiet, Until = found.At });
                open.Remove(alert.DedupKey);
            }
        }

        // An alert that fires may have fired before the window; one that has no end may be of a resource that is not monitored any more.
        foreach (var (id, alert) in current)
        {
            var key = open.FirstOrDefault(pair => IsSame(pair.Value.Scope, id) && pair.Value.Alert.Condition == alert.Condition).Key;
            alerts.Add(
                key is not null && open.Remove(key, out var fired) && alert.IsFiring
                    ? fired.Alert with
                    {
                        Since = alert.Since,
                        SuppressedBy = alert.SuppressedBy,
                    }
                    : alert
            );
        }

        alerts.AddRange(
            open.Values.Select(left => resources.Contains(left.Scope) ? left.Alert with { Phase = AlertPhase.Quiet } : left.Alert)
        );
        return alerts;
    }

    // Those of its resources, and of the regions that these are in.
    private bool IsInReport(TimelineEvent found) =>
        found.Alert?.SubjectKind switch
        {
            AlertSubjectKind.Resource => resources.Contains(found.Scope),
            AlertSubjectKind.Region => report.Evaluation.Resources.Any(resource => IsIn(found.Scope, resource)),
            AlertSubjectKind.Team => report.Team is null || IsSame(found.Alert.SubjectName, report.Team),
            AlertSubjectKind.Fleet => report.Team is null,
            _ => false,
        };

    // The scope of a region is region:SUBSCRIPTION/REGION.
    private static bool IsIn(string scope, ResourceReport resource) =>
        scope.EndsWith($"/{resource.Region}", StringComparison.OrdinalIgnoreCase)
        && resource.Id.Contains($"/{scope["region:".Length..scope.LastIndexOf('/')]}/", StringComparison.OrdinalIgnoreCase);

    private static ReportedAlert Add(ReportedAlert? known, TimelineAlert alert)
    {
        var isFirst = known is null || known.Text is null;
        if (known is null)
        {
            // The text of an end says that it is over, not why it fired.
            return new ReportedAlert(
                alert.SubjectName,
                alert.Condition,
                alert.Severity,
                AlertPhase.Firing,
                alert.Since,
                Text: alert.Kind == AlertEventKind.Resolved ? null : alert.Text
            );
        }

        var isWorse = alert.Kind != AlertEventKind.Resolved && (isFirst || known.Severity < alert.Severity);
        return isWorse ? known with { Severity = alert.Severity, Text = alert.Text } : known;
    }

    private static bool IsSame(string a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
