using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;
using Advisor.Service.Silences;
using Advisor.Service.Store;

namespace Advisor.Service.Budgets;

/// <summary>
/// Alerts of the budgets of teams, which go to the team, and of the fleet, which go to the default team. Their state is stored as that of
/// other fleet-wide alerts: several instances and restarts send each of them once.
/// </summary>
/// <remarks>Use one instance per process: it reads the evaluations of the whole fleet only every few minutes.</remarks>
internal sealed class BudgetAlerts(
    AdvisorState state,
    NotificationRouting routing,
    SettingsInForce settings,
    IReadOnlyList<MonthlyBudget> budgets,
    ActiveSuppressions activeSuppressions,
    FleetAlerts alerts
)
{
    // With a tick in between, at most what AlertRules.MaxStep counts.
    private static readonly TimeSpan CheckInterval = TimeSpan.FromMinutes(10);

    private const string RemovedText = "The budget is no longer in advisor.yaml. Advisor closed its alert.";

    private DateTimeOffset? checkedAt;

    /// <summary>Evaluates every budget, and closes the alerts of those that are no longer set.</summary>
    public async Task AdvanceAsync(FleetListing listing, DateTimeOffset now, CancellationToken cancellation)
    {
        if (checkedAt is { } at && (now - at).Duration() < CheckInterval)
        {
            return;
        }

        await CloseRemovedAsync(now, cancellation);
        if (budgets.Count > 0)
        {
            var suppressions = await activeSuppressions.ReadAsync(now, cancellation);
            var records = await state.Evaluations.ListAsync(cancellation);
            var deleted = await state.Evaluations.ListDeletedAsync(cancellation);
            var savings = SumSavings(records);
            var prices = EvaluationPrices.Summarize(records) is { } known ? $"Amounts are at {known}." : null;
            var unread = BudgetTotals.ListUnread(listing);
            foreach (var use in BudgetTotals.Compute(budgets, routing, settings, listing.Resources, unread, [.. records, .. deleted], now))
            {
                var facts = AlertFacts.Unknown with
                {
                    TotalBudgetUtilization = use.Utilization,
                    IsBudgetLowerBound = use.IsLowerBound,
                    IsBudgetGapLasting = use.IsGapLasting(),
                };
                var saving = savings.GetValueOrDefault((use.Budget.Team ?? "", use.Budget.Limit.Currency));
                await alerts.AdvanceAsync(
                    CreateSubject(use.Budget.Team),
                    facts,
                    suppressions,
                    alert => CreateDetails(alert, use, saving, prices),
                    now,
                    cancellation
                );
            }
        }

        checkedAt = now;
    }

    /// <summary>Creates the subject of a team's budget; null = that of the fleet, which belongs to the default team.</summary>
    public static AlertSubject CreateSubject(string? team) =>
        team is null
            ? new(AlertSubjectKind.Fleet, "budget", "all resources", "", null)
            : new(AlertSubjectKind.Team, team, team, team, null);

    // The mark names every budget before its alert may fire, and loses it only after the alert is closed: a crash repeats a close.
    private async Task CloseRemovedAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var mark = new BudgetMark([.. budgets.Select(budget => budget.Team).OfType<string>()], budgets.Any(budget => budget.Team is null));
        var before = await state.Fleet.FindBudgetsAsync(cancellation) ?? new BudgetMark([], false);
        foreach (var team in before.Teams.Except(mark.Teams, StringComparer.OrdinalIgnoreCase))
        {
            await alerts.CloseAsync(CreateSubject(team), RemovedText, now, cancellation);
        }

        if (before.HasFleet && !mark.HasFleet)
        {
            await alerts.CloseAsync(CreateSubject(null), RemovedText, now, cancellation);
        }

        if (before.HasFleet != mark.HasFleet || !before.Teams.SequenceEqual(mark.Teams, StringComparer.Ordinal))
        {
            await state.Fleet.SaveBudgetsAsync(mark, now, cancellation);
        }
    }

    /// <summary>
    /// Sums what open recommendations save a month, by team ("" = the fleet) and currency, without those that a person set aside.
    /// </summary>
    private static Dictionary<(string Team, string Currency), decimal> SumSavings(IReadOnlyList<EvaluationRecord> records)
    {
        var savings = new Dictionary<(string, string), decimal>();
        foreach (var record in records.Where(record => record.IsOpen() && record.FindCostChange() < 0))
        {
            foreach (var team in new[] { record.Team ?? "", "" }.Distinct(StringComparer.Ordinal))
            {
                var key = (team, record.CostNow!.Currency);
                savings[key] = savings.GetValueOrDefault(key) - record.FindCostChange()!.Value;
            }
        }

        return savings;
    }

    private static AlertEvent CreateDetails(AlertEvent alert, BudgetUse use, decimal saving, string? prices)
    {
        var report = alert with { Limit = $"{BudgetText.FormatUse(use)}." };
        return alert.Kind == AlertEventKind.Resolved
            ? report
            : report with
            {
                Limit = string.Join(
                    ' ',
                    new[] { report.Limit, BudgetText.DescribeLargest(use), BudgetText.DescribeMissing(use), prices }.OfType<string>()
                ),
                Done = "Advisor changes no size because of this budget.",
                Proposal = DescribeProposal(use.Budget.Limit with { Amount = saving }),
            };
    }

    private static string DescribeProposal(Money saving) =>
        (
            saving.Amount > 0
                ? $"Apply the open recommendations, which save {Wording.FormatAmount(saving)} a month; otherwise reduce the load of these "
                    + "resources, "
                : "Reduce the load of these resources, lower their maxUnits, "
        ) + "or raise monthlyBudget in advisor.yaml.";
}
