using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Evaluate;
using Advisor.State;
using Advisor.State.Changes;

namespace Advisor.Cli.Commands.Report;

/// <summary>Alerts and changes in the window of a report.</summary>
internal static class ReportHistory
{
    private const int MaxChangesPerResource = 200;

    private static readonly string[] Severities = ["critical", "error", "warning", "info"];

    /// <summary>Returns the alerts found by the evaluation itself; their start is not known.</summary>
    public static IReadOnlyList<ReportedAlert> FindAlerts(EvaluationReport evaluation) =>
        Sort(
            from resource in evaluation.Resources
            from alert in resource.Decision?.Alerts ?? []
            where alert.State is "pending" or "firing"
            select new ReportedAlert(resource.Name, alert.Id, alert.Severity, alert.State, null)
        );

    /// <summary>Adds the alerts and changes that Advisor recorded for the report's resources.</summary>
    public static async Task<PeriodReport> AddAsync(PeriodReport report, AdvisorState state, RuleSet rules, CancellationToken cancellation)
    {
        var (alerts, changes) = (new List<ReportedAlert>(), new List<ReportedChange>());
        foreach (var resource in report.Evaluation.Resources)
        {
            var document = await state.LoadStateAsync(resource.Id, cancellation);
            alerts.AddRange(
                CurrentAlerts
                    .Read(rules, document)
                    .Where(alert => alert.Status.State is "pending" or "firing")
                    .Select(alert => new ReportedAlert(
                        resource.Name,
                        alert.Status.Id,
                        alert.Status.Severity,
                        alert.Status.State,
                        alert.Since
                    ))
            );
            var page = await state.Changes.QueryAsync(
                resource.Id,
                report.From,
                report.Evaluation.Time,
                null,
                MaxChangesPerResource,
                cancellation
            );
            changes.AddRange(page.Records.Select(change => Describe(resource.Name, change)));
        }

        // Alerts of resources that Advisor does not monitor are kept from the evaluation.
        var recorded = alerts.Select(alert => (alert.ResourceName, alert.Condition)).ToHashSet();
        return report with
        {
            Alerts = Sort(alerts.Concat(report.Alerts.Where(alert => !recorded.Contains((alert.ResourceName, alert.Condition))))),
            Changes = [.. changes.OrderByDescending(change => change.At)],
        };
    }

    private static ReportedChange Describe(string name, ChangeRecord change) =>
        new(
            change.DecidedAt,
            name,
            change.FromSku,
            change.FromUnits,
            change.ToSku,
            change.ToUnits,
            change.State.ToString().ToLowerInvariant(),
            change.State is ChangeState.Verified ? change.Reason ?? change.Text : change.Text ?? change.Reason
        );

    private static IReadOnlyList<ReportedAlert> Sort(IEnumerable<ReportedAlert> alerts) =>
        [
            .. alerts
                .OrderBy(alert => alert.State == "firing" ? 0 : 1)
                .ThenBy(alert => Array.IndexOf(Severities, alert.Severity))
                .ThenBy(alert => alert.ResourceName, StringComparer.OrdinalIgnoreCase)
                .ThenBy(alert => alert.Condition, StringComparer.Ordinal),
        ];
}
