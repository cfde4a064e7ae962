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
    /// is not known; one that is no longer listed counts as in <see cref="ListDeleted"/>.
    /// </summary>
    /// <param name="listed">All resources that are monitored.</param>
    /// <param name="unread">Names of the places that could not be listed: see <see cref="ListUnread"/>.</param>
    /// <param name="records">Newest evaluations, and after them the last ones of deleted resources.</param>
    public static IReadOnlyList<BudgetUse> Compute(
        IReadOnlyList<MonthlyBudget> budgets,
        NotificationRouting routing,
        SettingsInForce settings,
        IReadOnlyList<FleetResource> listed,
        IReadOnlyList<string> unread,
        IReadOnlyList<EvaluationRecord> records,
        DateTimeOffset now
    )
    {
        if (budgets.Count == 0)
        {
            return [];
        }

        var month = FindMonth(now);
        var bills = ListBills(records, listed, resource => settings.Apply(resource, now).Settings.Team, month)
            .Select(one => (Team: routing.FindTeamName(one.Team), one.Bill))
            .ToList();
        return
        [
            .. budgets.Select(budget =>
                BudgetUse.Compute(budget, month, [.. bills.Where(one => budget.IsOf(one.Team)).Select(one => one.Bill)], unread)
            ),
        ];
    }

    /// <summary>Lists the bills of the listed resources and of those that were deleted in the month, with their teams.</summary>
    /// <param name="findTeam">The team of a resource without an evaluation.</param>
    /// <inheritdoc cref="Compute"/>
    internal static IEnumerable<(string? Team, MonthOfResource Bill)> ListBills(
        IReadOnlyList<EvaluationRecord> records,
        IReadOnlyList<FleetResource> listed,
        Func<FleetResource, string?> findTeam,
        DateOnly month
    )
    {
        var evaluations = records
            .DistinctBy(record => record.ResourceId, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(record => record.ResourceId, StringComparer.OrdinalIgnoreCase);
        return listed
            .Select(resource =>
            {
                var record = evaluations.GetValueOrDefault(resource.Id);
                return (
                    record?.Team ?? findTeam(resource),
                    record?.Month?.Start == month ? CreateBill(record) : new MonthOfResource(resource.Id, resource.Name, null, null)
                );
            })
            .Concat(ListDeleted(evaluations.Values, listed.Select(resource => (resource.Id, resource.CreatedAt)), month));
    }

    /// <summary>
    /// Lists what resources that are no longer listed cost in a month until their last evaluation, with their teams. One that was moved to
    /// another group or subscription is listed under its new id, with the whole month.
    /// </summary>
    /// <param name="records">Newest evaluations, also of listed resources.</param>
    /// <param name="listed">Ids of the listed resources, and when they were created.</param>
    public static IEnumerable<(string? Team, MonthOfResource Bill)> ListDeleted(
        IEnumerable<EvaluationRecord> records,
        IEnumerable<(string Id, DateTimeOffset? CreatedAt)> listed,
        DateOnly month
    )
    {
        // Names are unique in all of Azure: the same one is there again only after the other was deleted.
        var known = listed.ToLookup(one => GetProviderPath(one.Id), StringComparer.OrdinalIgnoreCase);
        return from record in records
            where record.Month?.Start == month
            where
                !known[GetProviderPath(record.ResourceId)]
                    .Any(one => AreSame(one.Id, record.ResourceId) || !(one.CreatedAt > (record.DataAt ?? record.At)))
            let bill = CreateBill(record)
            select (record.Team, bill with { Expected = bill.ToDate });
    }

    /// <summary>Returns the bill of the month of an evaluation.</summary>
    public static MonthOfResource CreateBill(EvaluationRecord record) =>
        new(
            record.ResourceId,
            ResourceIds.GetName(record.ResourceId),
            record.Month?.ToDate.ToMonthlyCost(),
            record.Month?.Expected.ToMonthlyCost()
        );

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

    private static string GetProviderPath(string id) =>
        id.IndexOf("/providers/", StringComparison.OrdinalIgnoreCase) is >= 0 and var start ? id[start..] : id;

    private static bool AreSame(string one, string? other) => string.Equals(one, other, StringComparison.OrdinalIgnoreCase);
}
