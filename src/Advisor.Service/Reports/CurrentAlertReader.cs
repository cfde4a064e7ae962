using System.Collections.Concurrent;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Budgets;
using Advisor.Service.Store;

namespace Advisor.Service.Reports;

/// <summary>Reads the alerts of a report's resources, their regions and its budgets that are pending or firing now.</summary>
internal static class CurrentAlertReader
{
    private const int Parallelism = 16;

    /// <returns>Each with the scope of its events.</returns>
    public static async Task<IReadOnlyList<(string Scope, ReportedAlert Alert)>> ReadAsync(
        PeriodReport report,
        AdvisorState state,
        RuleSet rules,
        CancellationToken cancellation
    ) =>
        [
            .. await ReadResourcesAsync(report.Evaluation.Resources, state, rules, cancellation),
            .. await ReadSubjectsAsync(ListSubjects(report), state, rules, cancellation),
        ];

    private static async Task<IReadOnlyList<(string Scope, ReportedAlert Alert)>> ReadResourcesAsync(
        IReadOnlyList<ResourceReport> resources,
        AdvisorState state,
        RuleSet rules,
        CancellationToken cancellation
    )
    {
        var alerts = new ConcurrentBag<(string, ReportedAlert)>();
        await Parallel.ForEachAsync(
            resources,
            new ParallelOptions { MaxDegreeOfParallelism = Parallelism, CancellationToken = cancellation },
            async (resource, cancel) =>
            {
                var document = await state.LoadStateAsync(resource.Id, cancel);
                var active = CurrentAlerts.Read(rules, document, await state.Evaluations.FindAsync(resource.Id, cancel));
                foreach (var alert in active.Where(alert => alert.Phase is AlertPhase.Pending or AlertPhase.Firing))
                {
                    var reported = new ReportedAlert(resource.Name, alert.Id, alert.Severity, alert.Phase, alert.Since);
                    alerts.Add((resource.Id, reported with { SuppressedBy = alert.SuppressedBy }));
                }
            }
        );
        return [.. alerts];
    }

    // The regions of its resources, and what has a budget of its own.
    private static IEnumerable<AlertSubject> ListSubjects(PeriodReport report) =>
        [
            .. report
                .Evaluation.Resources.Select(resource =>
                    (Subscription: ResourceIds.GetSubscription(resource.Id).ToLowerInvariant(), Region: resource.Region.ToLowerInvariant())
                )
                .Distinct()
                .Select(place => RegionAlerts.CreateSubject(place.Subscription, place.Region)),
            .. report.Budgets.Select(use => BudgetAlerts.CreateSubject(use.Budget.Team)),
        ];

    private static async Task<IReadOnlyList<(string Scope, ReportedAlert Alert)>> ReadSubjectsAsync(
        IEnumerable<AlertSubject> subjects,
        AdvisorState state,
        RuleSet rules,
        CancellationToken cancellation
    )
    {
        var alerts = new List<(string, ReportedAlert)>();
        foreach (var subject in subjects)
        {
            alerts.AddRange(
                from alert in await FleetAlerts.ListActiveAsync(state, rules.Alerts, subject, cancellation)
                where alert.Phase is AlertPhase.Pending or AlertPhase.Firing
                select (
                    AlertItems.CreateScope(subject),
                    new ReportedAlert(subject.Name, alert.Id, alert.Severity, alert.Phase, alert.Since)
                )
            );
        }

        return alerts;
    }
}
