using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Lab.Tests.Replays;

public class BestPlanTests
{
    private static readonly UnitLadder Tiny = new([1, 2, 5]);

    [Fact]
    public void The_best_plan_costs_what_trying_every_plan_finds()
    {
        var cases =
            from required in Gen.Elements(1, 2, 5).ArrayOf(6)
            from overload in Gen.Elements(0.0, 2, 10)
            from removed in Gen.Elements(0.0, 1, 3, 30)
            select (required, new ObjectivePrices(1, overload, removed));
        Prop.ForAll(
                cases.ToArbitrary(),
                c =>
                {
                    var plan = BestPlan.Compute(c.required, Tiny, c.Item2);
                    var lowest = ListPlans(c.required.Length).Min(p => ComputeCost(p, c.required, c.Item2));
                    return Math.Abs(plan.Cost - lowest) < 1e-9 && Math.Abs(ComputeCost(plan.Units, c.required, c.Item2) - lowest) < 1e-9;
                }
            )
            .QuickCheckThrowOnFailure();
    }

    [Fact]
    public void The_best_plan_keeps_within_the_sizes_that_are_allowed()
    {
        int[] required = [1, 5, 1, 5];
        UnitBounds[] bounds = [new(2, 5), new(1, 2), new(1, 5), new(1, 5)];

        // 2 at first; 2 of the 5 required, 10 x 5 for the overload; a size of 1 in between costs 30 for its removal.
        var plan = BestPlan.Compute(required, Tiny, new ObjectivePrices(), bounds);
        Assert.Equal([2, 2, 2, 5], plan.Units);
        Assert.Equal(2 + 2 + 50 + 2 + 5, plan.Cost);
    }

    [Fact]
    public void A_gap_shorter_than_the_rent_that_a_removal_costs_is_bridged()
    {
        // From 5 to 1 and back: removing 4 units costs 120, keeping them 4 a minute: kept for up to 29 minutes, removed from 31 on.
        int[] CreateGap(int minutes) => [.. Enumerable.Repeat(5, 40), .. Enumerable.Repeat(1, minutes), .. Enumerable.Repeat(5, 40)];
        Assert.All(BestPlan.Compute(CreateGap(29), Tiny, new ObjectivePrices()).Units, u => Assert.Equal(5, u));
        Assert.Equal(CreateGap(31), BestPlan.Compute(CreateGap(31), Tiny, new ObjectivePrices()).Units);
    }

    [Fact]
    public void The_best_plan_scores_a_regret_of_one()
    {
        var random = new Random(4);
        var required = Enumerable.Range(0, 3000).Select(_ => Tiny[random.Next(3)]).ToArray();
        var plan = BestPlan.Compute(required, Tiny, new ObjectivePrices());
        Assert.Equal(1, Score.Compute(plan.Units, required, new ObjectivePrices(), plan.Cost).Regret, 12);
    }

    [Fact]
    public void A_score_adds_up_units_overload_and_what_was_taken_away()
    {
        // Paid 5+5+2+2 = 14; overloaded in the last minute: 10 x 5; taken away 3: 90. Needed 1+2+2+5 = 10.
        var score = Score.Compute([5, 5, 2, 2], [1, 2, 2, 5], new ObjectivePrices(), 100);
        Assert.Equal(14 + 50 + 90, score.Objective);
        Assert.Equal(1.54, score.Regret, 12);
        Assert.Equal(1.4, score.PaidRatio, 12);
        Assert.Equal(0.25, score.OverloadedShare);

        // One change in four minutes is 360 a day; it removes 3 units.
        Assert.Equal(360, score.ChangesPerDay, 9);
        Assert.Equal(3 * 360, score.RemovedPerDay, 9);
    }

    private static IEnumerable<int[]> ListPlans(int length) =>
        length == 0
            ?
            [
                [],
            ]
            : ListPlans(length - 1).SelectMany(rest => Tiny.Steps.Select(step => (int[])[.. rest, step]));

    private static double ComputeCost(int[] units, int[] required, ObjectivePrices prices)
    {
        double cost = 0;
        for (var t = 0; t < units.Length; t++)
        {
            cost += prices.Unit * units[t] + (units[t] < required[t] ? prices.Overload * required[t] : 0);
            cost += t > 0 ? prices.Removal * Math.Max(0, units[t - 1] - units[t]) : 0;
        }

        return cost;
    }
}
