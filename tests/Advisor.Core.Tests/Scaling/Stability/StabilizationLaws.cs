using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Scaling.Stability;

/// <summary>A rent keeps a size, it never scales out; noise changes none.</summary>
public class StabilizationLaws
{
    private const double Noise = 0.02;
    private const int Day = 1440;
    private static readonly int[] Steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

    // Loads of 0.3 to 95 units, and a size to begin with.
    private static readonly Gen<(double Need, int Units, int Seed)> ConstantLoads =
        from need in Gen.Choose(3, 950)
        from units in Gen.Elements(Steps)
        from seed in Gen.Choose(1, 1000)
        select (need / 10.0, units, seed);

    [Theory]
    [InlineData(0.5, 10)] // 10 -> 1 -> 10 -> 1 within 46 minutes, once
    [InlineData(12, 50)] // 50 -> 20 -> 50 -> 20
    [InlineData(2.9, 10)] // 18 changes in 12 hours
    [InlineData(0.9, 3)]
    [InlineData(45, 1)]
    public void A_constant_load_settles_in_two_changes_at_most(double need, int units) =>
        Assert.InRange(LoadRun.ListChanges(LoadRun.CreateConstant(need, 1), units, 12 * 60).Count, 0, 2);

    // Minute 23 reads 38.4, 3.6 standard deviations up; with a tenth that is 42.2 units, beyond the 40 in force.
    [Fact]
    public void One_high_reading_of_the_first_hours_scales_nothing_out() =>
        Assert.Equal([(3, 40)], LoadRun.ListChanges(LoadRun.CreateConstant(35.8, 545), 3, 1440).Select(change => (change.From, change.To)));

    [Fact]
    public void A_constant_load_settles_where_its_noise_crosses_no_step_and_no_scale_in_is_reversed_within_the_hour_without_need() =>
        Check(
            ConstantLoads,
            load =>
            {
                var changes = LoadRun.ListChanges(LoadRun.CreateConstant(load.Need, load.Seed), load.Units, Day);
                return (IsCrossing(load.Need) || changes.Count <= 2) && IsNoneReversed(changes);
            }
        );

    [Fact]
    public void A_warm_resource_settles_as_well() =>
        Check(
            from first in Gen.Choose(3, 300)
            from second in ConstantLoads
            select (first: first / 10.0, second),
            x =>
            {
                // Ten hours of one load, then ten of another. What the forecast leaves room for goes step by step, so changes may be
                // many, but not back and forth, and the last six hours see none.
                const int warm = 600,
                    settled = warm + 240;
                var (one, other) = (LoadRun.CreateConstant(x.first, x.second.Seed), LoadRun.CreateConstant(x.second.Need, x.second.Seed));
                var changes = LoadRun
                    .ListChanges(minute => minute < warm ? one(minute) : other(minute), x.second.Units, 2 * warm)
                    .FindAll(change => change.Minute >= warm);
                var reversals = changes.Zip(changes.Skip(1)).Count(pair => pair.First.Decision.Action != pair.Second.Decision.Action);
                return IsCrossing(x.second.Need) || (reversals <= 1 && !changes.Exists(change => change.Minute >= settled));
            }
        );

    [Fact]
    public void A_scale_out_needs_a_trigger_that_requests_more_now() =>
        Check(
            from load in ConstantLoads
            from drift in Gen.Choose(-3, 3)
            select (load, drift),
            x =>
            {
                var steady = LoadRun.CreateConstant(x.load.Need, x.load.Seed);
                return LoadRun
                    .ListChanges(minute => steady(minute) * Math.Exp(x.drift * minute / 600.0), x.load.Units, 600)
                    .Where(change => change.Decision.Action == ScalingAction.ScaleOut && change.From < 100)
                    .All(change => FindMaxRequired(change) > change.From);
            }
        );

    // Loads of which one of five standard deviations of noise reaches a step from below or from above: 0.9 to 1.1 of it.
    private static readonly Gen<(double Need, int Units, int Seed)> CrossingLoads =
        from step in Gen.Elements(Steps[..^1])
        from percent in Gen.Choose(-100, 100)
        from units in Gen.Elements(Steps)
        from seed in Gen.Choose(1, 1000)
        select (step * (1 + (percent / 1000.0)), units, seed);

    [Theory]
    [InlineData(0.96, 1, 2)] // 1 -> 2 -> 1 on 14 of the day's minutes once the first two days were over
    [InlineData(19.2, 10, 2)] // the same between 20 and 30
    [InlineData(4.73, 1, 1)]
    public void A_load_whose_noise_crosses_a_step_changes_once_a_day_at_most(double need, int units, int seed) =>
        Assert.True(IsOnUpperStep(LoadRun.ListChanges(LoadRun.CreateConstant(need, seed), units, 5 * Day), need, units, 0));

    [Fact]
    public void A_load_whose_noise_crosses_a_step_stays_on_the_upper_step_and_no_scale_in_is_reversed_within_the_hour_without_need() =>
        Check(
            CrossingLoads,
            load =>
            {
                var changes = LoadRun.ListChanges(LoadRun.CreateConstant(load.Need, load.Seed), load.Units, 4 * Day);
                return IsOnUpperStep(changes, load.Need, load.Units, 0) && IsNoneReversed(changes);
            }
        );

    [Fact]
    public void A_warm_resource_stays_on_the_upper_step_as_well() =>
        Check(
            from first in Gen.Choose(3, 300)
            from second in CrossingLoads
            select (first: first / 10.0, second),
            x =>
            {
                // Three days of one load, then three of another.
                var (one, other) = (LoadRun.CreateConstant(x.first, x.second.Seed), LoadRun.CreateConstant(x.second.Need, x.second.Seed));
                var changes = LoadRun.ListChanges(minute => minute < 3 * Day ? one(minute) : other(minute), x.second.Units, 6 * Day);
                return IsOnUpperStep(changes, x.second.Need, x.second.Units, 3);
            },
            20
        );

    /// <summary>
    /// From the day after it came on, at most one change a day; and at the end a size that holds the load with two standard deviations of
    /// its noise, of which one minute in 44 would exceed it.
    /// </summary>
    private static bool IsOnUpperStep(List<LoadRun.Change> changes, double need, int units, int from)
    {
        var byDay = changes.Where(change => change.Minute >= (from + 1) * Day).GroupBy(change => change.Minute / Day);
        return byDay.All(day => day.Count() <= 1)
            && (changes.Count > 0 ? changes[^1].To : units) >= Math.Min(need * (1 + (2 * Noise)), 100);
    }

    private static bool IsNoneReversed(List<LoadRun.Change> changes) =>
        changes
            .Zip(changes.Skip(1))
            .All(pair =>
                pair.First.Decision.Action != ScalingAction.ScaleIn
                || pair.Second.Decision.Action != ScalingAction.ScaleOut
                || pair.Second.Minute - pair.First.Minute > 60
                || pair.Second.Need > Math.Min(pair.First.Need, pair.Second.From)
            );

    /// <summary>
    /// The highest of what the need now with the margins and every quantile of the lead window ask for; the trend is at most 8 minutes of 4
    /// standard deviations.
    /// </summary>
    private static double FindMaxRequired(LoadRun.Change change)
    {
        var need = change.Decision.RequiredUnits.Max() ?? 0;
        var trend = need * 8 / 5 * 4 * Noise * Math.Sqrt(2);
        return Math.Max(change.Decision.Forecast[0].High * 1.1, need + trend);
    }

    // Noise of five standard deviations reaches a step.
    private static bool IsCrossing(double need) => Array.Exists(Steps, step => Math.Abs(step - need) <= 5 * Noise * need);

    // Noise is without bounds: of 1,500 random loads a few change twice on one day. Always the same loads, so that a failure is a change of
    // the program.
    private static void Check<T>(Gen<T> values, Func<T, bool> law, int tests = 40) =>
        Prop.ForAll(values.ToArbitrary(), law).Check(Config.QuickThrowOnFailure.WithMaxTest(tests).WithReplay(1, 3));
}
