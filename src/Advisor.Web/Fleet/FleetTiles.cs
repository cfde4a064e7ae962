using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Quantities;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>Builds the figures above the fleet table: for all resources, whatever the table is filtered to.</summary>
internal static class FleetTiles
{
    private const double HighQuota = 0.9;

    // Of more teams, the table grouped by team has the others.
    private const int MaxTeamBudgets = 2;

    public static IReadOnlyList<FleetTile> Create(
        IReadOnlyList<FleetEntry> fleet,
        IReadOnlyList<FleetRegion> regions,
        IReadOnlyList<BudgetUse> budgets,
        CostBook? costs
    )
    {
        var atRisk = fleet.Count(entry => entry.State == FleetEntryState.AtRisk);
        var waiting = fleet.Count(entry => entry.Evaluation is null);
        var undecided = fleet.Count(entry => entry.State is FleetEntryState.Failed or FleetEntryState.NoData);
        return
        [
            new(
                "Resources",
                Wording.FormatNumber(fleet.Count),
                waiting > 0 ? $"evaluating {Wording.FormatNumber(fleet.Count - waiting)} of {Wording.FormatNumber(fleet.Count)}"
                    : undecided > 0 ? $"{Wording.FormatNumber(undecided)} failed or without data"
                    : Wording.FormatCount(fleet.Sum(entry => entry.Units), "unit")
            ),
            new(
                "At risk",
                Wording.FormatNumber(atRisk),
                "above a target or critical",
                atRisk > 0 ? Tone.Bad
                    : undecided > 0 ? Tone.Neutral
                    : Tone.Good
            ),
            .. CreateCosts(fleet),
            .. CreateActual(fleet, costs),
            .. CreateBudgets(budgets),
            CreateAlerts(fleet),
            .. CreateQuota(regions),
        ];
    }

    // Amounts in different currencies cannot be added: the most frequent currency is summed, with the number of resources left out.
    private static IEnumerable<FleetTile> CreateCosts(IReadOnlyList<FleetEntry> fleet)
    {
        var records = fleet.Select(entry => entry.Evaluation).OfType<EvaluationRecord>().ToList();
        if (FleetCost.SumByCurrency(records).MaxBy(cost => cost.Resources) is not { } cost)
        {
            yield return new("Cost a month", FleetText.Unknown, "no price known");
            yield break;
        }

        var savings = records
            .Where(record => record.IsOpen() && record.CostNow?.Currency == cost.Currency)
            .Select(record => record.FindCostChange() ?? 0)
            .Where(change => change < 0)
            .ToList();
        yield return new(
            "Cost a month",
            Wording.FormatAmount(new Money(cost.Total, cost.Currency)),
            DescribeCostCoverage(cost.Resources, records.Count, fleet.Count)
                + (EvaluationPrices.Summarize(records) is { } prices ? $", at {prices}" : "")
        );
        yield return new(
            "Open savings",
            Wording.FormatAmount(new Money(-savings.Sum(), cost.Currency)),
            $"a month, by {Wording.FormatCount(savings.Count, "recommendation")}",
            savings.Count > 0 ? Tone.Good : Tone.Neutral
        );
    }

    // A resource that no tick has evaluated yet may well have a price.
    private static string DescribeCostCoverage(int priced, int evaluated, int all)
    {
        string[] left =
        [
            .. evaluated > priced ? (string[])[$"{Wording.FormatCount(evaluated - priced, "resource")} without a price"] : [],
            .. all > evaluated ? (string[])[$"{Wording.FormatCount(all - evaluated, "resource")} not evaluated yet"] : [],
        ];
        return left.Length > 0 ? string.Join(", ", left) : "units and messages";
    }

    // Without a known cost the tile says why.
    private static IEnumerable<FleetTile> CreateActual(IReadOnlyList<FleetEntry> fleet, CostBook? costs)
    {
        if (costs is not { IsActual: true })
        {
            return [];
        }

        var sum = PastCostSum.Compute(fleet.Select(entry => entry.Evaluation?.PastCost));
        var problem = costs.ListProblems(fleet.Select(entry => entry.Subscription)) is [var first, ..] ? first : null;
        return
        [
            sum is null
                ? new("Actual cost", FleetText.Unknown, problem ?? "Cost Management states none yet")
                : new(
                    "Actual cost",
                    ActualCostText.FormatTotals(sum.Totals),
                    $"{ActualCostText.FormatWindow(sum.Window)}, "
                        + $"{Wording.FormatNumber(sum.Resources)} of {Wording.FormatCount(fleet.Count, "resource")}"
                        + (problem is null ? "" : $". {problem}")
                ),
        ];
    }

    // That of the fleet, then the teams that use most of theirs.
    private static IEnumerable<FleetTile> CreateBudgets(IReadOnlyList<BudgetUse> budgets) =>
        budgets
            .Where(use => use.Budget.Team is null)
            .Concat(budgets.Where(use => use.Budget.Team is not null).OrderByDescending(use => use.Utilization).Take(MaxTeamBudgets))
            .Select(use => new FleetTile(
                use.Budget.Team is { } team ? $"Budget, {team}" : "Budget",
                use.Utilization is { } share ? $"{(use.IsLowerBound ? "at least " : "")}{Wording.FormatPercent(share)}" : FleetText.Unknown,
                BudgetText.FormatUse(use, "this month"),
                use.Utilization > 1 ? Tone.Bad
                    : use.IsLowerBound ? Tone.Warning
                    : Tone.Good
            ));

    private static FleetTile CreateAlerts(IReadOnlyList<FleetEntry> fleet)
    {
        var firing = fleet.Sum(entry => entry.FiringAlerts);
        var critical = fleet.Count(entry => entry.HasCritical);
        return new(
            "Alerts firing",
            Wording.FormatNumber(firing),
            critical > 0 ? $"critical for {Wording.FormatCount(critical, "resource")}" : "none critical",
            critical > 0 ? Tone.Bad
                : firing > 0 ? Tone.Warning
                : Tone.Good
        );
    }

    // The region closest to its quota: each region has its own.
    private static IEnumerable<FleetTile> CreateQuota(IReadOnlyList<FleetRegion> regions)
    {
        if (regions.Where(region => region.Limit is not null).MaxBy(region => (double)region.Units / region.Limit!.Value) is { } fullest)
        {
            var share = (double)fullest.Units / fullest.Limit!.Value;
            yield return new(
                "Regional quota used",
                Wording.FormatPercent(share),
                $"{fullest.Region}: {Wording.FormatNumber(fullest.Units)} of {Wording.FormatCount(fullest.Limit.Value, "unit")}",
                share > HighQuota ? Tone.Warning : Tone.Neutral
            );
        }
        else if (regions.MaxBy(region => region.Units) is { } largest)
        {
            yield return new(
                "Regional quota used",
                FleetText.Unknown,
                $"{largest.Region}: {Wording.FormatCount(largest.Units, "unit")}, "
                    + (largest.IsUnlimited ? "Azure states no limit" : "what is left is not known")
            );
        }
    }
}
