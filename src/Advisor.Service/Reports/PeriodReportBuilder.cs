using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Service.Timeline;

namespace Advisor.Service.Reports;

/// <summary>Makes the report of a window from an evaluation and the state.</summary>
public static class PeriodReportBuilder
{
    private const int PageSize = 1000;

    // An idle resource is evaluated every few minutes; of a service that was stopped the bill is old.
    private static readonly TimeSpan MaxRecordAge = TimeSpan.FromHours(1);

    private static readonly AlertPhase[] Phases = [AlertPhase.Firing, AlertPhase.Pending, AlertPhase.Quiet];

    /// <summary>Why nothing could be read, as a sentence; null where something was, or where there is no resource.</summary>
    public static string? FindFailure(EvaluationReport evaluation) =>
        evaluation.HasFailures && evaluation.Resources.All(resource => resource.Failure is not null)
            ? evaluation.Failures.Concat(evaluation.Resources.Select(resource => resource.Failure).OfType<ReportFailure>()).First().Text
            : null;

    /// <summary>
    /// The report without what only the state knows. Its alerts are those that the evaluation found; since when they hold is not known.
    /// </summary>
    /// <param name="team">Only the resources of this team; null = all.</param>
    /// <param name="findTeam">The team that is notified of a resource, by the one that its settings name; null = that one.</param>
    /// <param name="budgets">Monthly budgets of teams and of the fleet; null = none.</param>
    public static PeriodReport Create(
        EvaluationReport evaluation,
        TimeSpan period,
        string? team,
        Func<string?, string>? findTeam = null,
        IReadOnlyList<MonthlyBudget>? budgets = null
    )
    {
        bool IsOf(ResourceReport resource, string? name) =>
            name is null
            || string.Equals(
                findTeam is null ? resource.Settings.Team : findTeam(resource.Settings.Team),
                name,
                StringComparison.OrdinalIgnoreCase
            );
        var uses = ComputeBudgets(evaluation, team, budgets ?? [], IsOf);
        evaluation = evaluation with { Resources = [.. evaluation.Resources.Where(resource => IsOf(resource, team))] };
        evaluation = evaluation with { Shown = PriorityOrder.Sort(evaluation.Resources) };
        return new PeriodReport
        {
            Evaluation = evaluation,
            Period = period,
            Team = team,
            Budgets = uses,
            Pauses = ListPauses(evaluation, resource => resource.Settings),
            Alerts = Sort(
                from resource in evaluation.Resources
                from alert in resource.Decision?.Alerts ?? []
                where alert.Phase is AlertPhase.Pending or AlertPhase.Firing
                select new ReportedAlert(resource.Name, alert.Id, alert.Severity, alert.Phase, null)
            ),
        };
    }

    /// <summary>
    /// The report with the changes and alerts that Advisor recorded of its resources in the window, and the pauses and pins by people.
    /// </summary>
    public static async Task<PeriodReport> AddHistoryAsync(
        PeriodReport report,
        AdvisorState state,
        RuleSet rules,
        CancellationToken cancellation
    )
    {
        var names = report
            .Evaluation.Resources.DistinctBy(resource => resource.Id, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(resource => resource.Id, resource => resource.Name, StringComparer.OrdinalIgnoreCase);
        var current = await CurrentAlertReader.ReadAsync(report, state, rules, cancellation);
        var (events, changes) = await ReadEventsAsync(report, names, state, cancellation);
        var alerts = new AlertHistory(report, current).Create(events);

        var byPeople = (await ScalingPauses.ListAsync(state, names.Keys, report.Evaluation.Time, cancellation)).ToDictionary(
            pause => pause.ResourceId,
            StringComparer.OrdinalIgnoreCase
        );

        // What the evaluation found of a resource that Advisor does not monitor stays.
        var recorded = alerts.Select(alert => (alert.ResourceName, alert.Condition)).ToHashSet();
        return report with
        {
            Budgets = await CountBudgetsAsync(report, state, cancellation),
            Alerts = Sort(alerts.Concat(report.Alerts.Where(alert => !recorded.Contains((alert.ResourceName, alert.Condition))))),
            Changes = changes,
            Pauses = ListPauses(
                report.Evaluation,
                resource => ScalingPauses.Apply(resource.Settings, byPeople.GetValueOrDefault(resource.Id))
            ),
        };
    }

    private static IReadOnlyList<ReportedPause> ListPauses(
        EvaluationReport evaluation,
        Func<ResourceReport, ResourceSettings> findSettings
    ) =>
        [
            .. evaluation
                .Resources.OrderBy(resource => resource.Name, StringComparer.OrdinalIgnoreCase)
                .SelectMany(resource => ReportedPause.List(resource, findSettings(resource), evaluation.Time)),
        ];

    // The report of a team has its budget alone.
    private static IReadOnlyList<BudgetUse> ComputeBudgets(
        EvaluationReport evaluation,
        string? team,
        IReadOnlyList<MonthlyBudget> budgets,
        Func<ResourceReport, string?, bool> isOf
    )
    {
        var month = BudgetTotals.FindMonth(evaluation.Time);
        return
        [
            .. budgets
                .Where(budget => team is null || string.Equals(budget.Team, team, StringComparison.OrdinalIgnoreCase))
                .Select(budget =>
                    BudgetUse.Compute(
                        budget,
                        month,
                        [
                            .. evaluation
                                .Resources.Where(resource => isOf(resource, budget.Team))
                                .Select(resource =>
                                    (resource.Id, resource.Name, Bill: resource.Month?.Month == month ? resource.Month : null)
                                )
                                .Select(one => new MonthOfResource(one.Id, one.Name, one.Bill?.ToDate, one.Bill?.Expected)),
                        ],
                        evaluation
                            .Failures.Where(failure => failure.Code != nameof(FailureCode.NotFound))
                            .Select(failure => ResourceIds.GetName(failure.Scope))
                    )
                ),
        ];
    }

    // The service counted the whole month and fleet, and what was deleted in it; an evaluation knows its scope and look-back.
    private static async Task<IReadOnlyList<BudgetUse>> CountBudgetsAsync(
        PeriodReport report,
        AdvisorState state,
        CancellationToken cancellation
    )
    {
        if (report.Budgets.Count == 0)
        {
            return [];
        }

        var (month, now) = (report.Budgets[0].Month, report.Evaluation.Time);
        bool IsOld(EvaluationRecord record) => (now - record.At).Duration() > MaxRecordAge;
        var records = await state.Evaluations.ListAsync(cancellation);
        var counted = records
            .Where(record => record.Month?.Start == month && !IsOld(record))
            .DistinctBy(record => record.ResourceId, StringComparer.OrdinalIgnoreCase)
            .Select(BudgetTotals.CreateBill)
            .ToDictionary(bill => bill.ResourceId, StringComparer.OrdinalIgnoreCase);
        var deleted = await state.Evaluations.ListDeletedAsync(cancellation);
        var listed = (await state.Snapshots.ListPresenceAsync(cancellation))
            .Where(one => one.IsPresent)
            .Select(one => one.Resource)
            .ToList();
        var present = listed.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);

        // An old bill is none where the resource may have changed since; which team would pay it is still known.
        records = [.. records.Select(one => IsOld(one) && present.Contains(one.ResourceId) ? one with { Month = null } : one)];
        var bills = BudgetTotals.ListBills([.. records, .. deleted], listed, resource => resource.Settings.Team, month).ToList();
        return [.. report.Budgets.Select(use => use.With(counted, bills.Where(one => use.Budget.IsOf(one.Team)).Select(one => one.Bill)))];
    }

    /// <summary>Reads the alerts of the window, newest first, and the changes of the report's resources.</summary>
    /// <param name="names">Names of the resources by id.</param>
    private static async Task<(IReadOnlyList<TimelineEvent> Alerts, ReportedChanges Changes)> ReadEventsAsync(
        PeriodReport report,
        Dictionary<string, string> names,
        AdvisorState state,
        CancellationToken cancellation
    )
    {
        var (alerts, changes, after) = (new List<TimelineEvent>(), new ChangeSelection(), (string?)null);
        do
        {
            var page = await state.Timeline.QueryAsync(new(report.From, report.Evaluation.Time, after, PageSize), cancellation);
            alerts.AddRange(page.Records.Where(found => found.Alert is not null));
            foreach (var change in page.Records.Select(found => found.Change).OfType<ChangeRecord>())
            {
                if (names.TryGetValue(change.ResourceId, out var name))
                {
                    changes.Add(name, change);
                }
            }

            after = page.Next;
        } while (after is not null);

        return (alerts, changes.Build());
    }

    private static IReadOnlyList<ReportedAlert> Sort(IEnumerable<ReportedAlert> alerts) =>
        [
            .. alerts
                .OrderBy(alert => Array.IndexOf(Phases, alert.Phase))
                .ThenByDescending(alert => alert.Severity)
                .ThenByDescending(alert => alert.Until)
                .ThenBy(alert => alert.ResourceName, StringComparer.OrdinalIgnoreCase)
                .ThenBy(alert => alert.Condition, StringComparer.Ordinal),
        ];
}
