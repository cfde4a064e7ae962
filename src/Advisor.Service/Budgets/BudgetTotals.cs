using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;

namespace Advisor.Service.Budgets;

/// <summary>Sums the bills of the month, of the newest evaluations, for each budget of a team or the fleet. Pure.</summary>
public static class BudgetTotals
{
    /// <summary>
    /// Computes the use of each budget, in their order. A resource without an evaluation in this month counts as missing, since its bill
    /// is not known.
    /// </summary>
    /// <param name="listed">All resources that are monitored.</param>
    /// <param name="records">Newest evaluations; those of other resources do not count.</param>
    public static IReadOnlyList<BudgetUse> Compute(
        IReadOnlyList<MonthlyBudget> budgets,
        NotificationRouting routing,
        SettingsInForce settings,
        FleetListing listed,
        IReadOnlyList<EvaluationRecord> records,
        DateTimeOffset now
    )
    {
        if (budgets.Count == 0)
        {
            return [];
        }

        var month = FindMonth(now);
        var evaluations = records
            .DistinctBy(record => record.ResourceId, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(record => record.ResourceId, StringComparer.OrdinalIgnoreCase);
        var bills = listed
            .Resources.Select(resource =>
            {
                var record = evaluations.GetValueOrDefault(resource.Id);
                var bill = record?.Month?.Start == month ? record.Month : null;
                var team = record?.Team ?? settings.Apply(resource, now).Settings.Team;
                return (
                    Team: routing.FindTeamName(team),
                    Bill: new MonthOfResource(resource.Name, bill?.ToDate.ToMonthlyCost(), bill?.Expected.ToMonthlyCost())
                );
            })
            .ToList();
        var unread = ListUnread(listed);
        return [.. budgets.Select(budget => BudgetUse.Compute(budget, month, Select(bills, budget), unread))];
    }

    /// <summary>Returns the first day of the UTC month of an instant.</summary>
    public static DateOnly FindMonth(DateTimeOffset now) => new(now.UtcDateTime.Year, now.UtcDateTime.Month, 1);

    /// <summary>Names the places that could not be listed and may have resources that are not known at all.</summary>
    public static IReadOnlyList<string> ListUnread(FleetListing listed)
    {
        var known = listed.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return
        [
            .. listed
                .Failures.Where(failure =>
                    failure.Code != FailureCode.NotFound && FleetListing.MayHideResources(failure) && !known.Contains(failure.ResourceId)
                )
                .Select(failure => ResourceIds.GetName(failure.ResourceId))
                .Distinct(StringComparer.OrdinalIgnoreCase),
        ];
    }

    private static List<MonthOfResource> Select(IReadOnlyList<(string Team, MonthOfResource Bill)> bills, MonthlyBudget budget) =>
        [
            .. bills
                .Where(one => budget.Team is null || string.Equals(one.Team, budget.Team, StringComparison.OrdinalIgnoreCase))
                .Select(one => one.Bill),
        ];
}
