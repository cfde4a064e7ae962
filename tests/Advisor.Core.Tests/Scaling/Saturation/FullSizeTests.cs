using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Tests;

namespace Advisor.Core.Tests.Scaling.Saturation;

public class FullSizeTests
{
    private const int Day = 1440,
        OutageStart = (4 * Day) + 600,
        OutageEnd = (4 * Day) + 780;
    private static readonly SaturationRules Rules = new();

    // The targets of the policy: 900 connections a unit.
    private static readonly ResourceSettings Settings = new() { Workload = Workload.Create(UseCase.Echo, 1024) };

    [Theory]
    [InlineData(984, null, false)] // just below 98.5 % of 1,000
    [InlineData(985, null, true)]
    [InlineData(1000, null, true)]
    [InlineData(6500, null, false)] // a metric that shows more than is accepted hides nothing
    [InlineData(500, 2.0, true)] // closed as throttled
    [InlineData(500, 0.0, false)]
    public void A_size_is_full_at_its_connections_or_when_Azure_throttles(double connections, double? throttled, bool isFull) =>
        Assert.Equal(isFull, FullSize.IsFull(new MetricReadings(ConnectionCount: connections), 1, 1000, null, throttled, Rules));

    [Theory]
    [InlineData(98.4, 98.0, false)]
    [InlineData(98.5, 98.0, true)]
    [InlineData(99.9, 40.0, false)] // traffic and connections explain 40 %: the metric is stuck
    [InlineData(99.9, null, false)]
    [Fault("metrics-full")]
    public void A_server_load_at_its_end_is_full_where_traffic_explains_it(double load, double? expected, bool isFull) =>
        Assert.Equal(isFull, FullSize.IsFull(new MetricReadings(ServerLoad: load), 1, 1000, expected, null, Rules));

    // With a target of 100 %, 100,000 connections are exactly the 100 units that they fill: how many more are wanted is not known.
    [Theory]
    [InlineData(1000, "Premium_P2")]
    [InlineData(100, "Premium_P2")]
    [InlineData(50, null)]
    public void The_largest_size_is_not_enough_where_it_is_full(int maxUnits, string? advised)
    {
        var units = Math.Min(maxUnits, 100);
        var settings = TestResource.Settings with { MaxUnits = maxUnits };
        var state = TestResource.BuildState(30, _ => units * 1000, units, settings);

        var decision = TestResource.Decide(TestResource.CreateObservation(30, units * 1000, units, settings), state).Decision!;

        Assert.Equal(advised, decision.Action == ScalingAction.Advise ? decision.Target.Sku : null);
        var code = units == 100 ? ReasonCodes.NoSizeSuffices : ReasonCodes.MaximumSize;
        Assert.Equal(code, decision.Reasons.First(reason => reason.Code != ReasonCodes.SuspectReading).Code);
    }

    [Theory]
    [InlineData(98.0, 114.0, 1, false)] // what is served is still all that the size serves
    [InlineData(93.0, 114.0, 1, true)] // further below the end than readings vary
    [InlineData(98.0, 90.0, 1, true)]
    [InlineData(98.0, null, 1, true)]
    [InlineData(70.0, 70.0, 6, false)] // another minute, six minutes ago, has shown it
    [InlineData(70.0, 70.0, 61, false)]
    public void Full_minutes_count_as_what_the_first_minute_afterwards_shows(double load, double? expected, int after, bool shows)
    {
        var history = RequiredUnitsHistory.Empty.Append(100, UnitsCode.Encode(4), isLowerBound: true);
        for (var minute = 101; minute < 100 + after; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(4));
        }

        Assert.Equal(shows, FullSize.IsFirstAfterFull(history, 100 + after, load, expected, Rules));
    }

    // Three days at 1.67 units; in the last of them two full minutes every two hours: 11 times within 24 h before now.
    [Fact]
    public void A_size_that_is_full_for_minutes_again_and_again_is_kept_and_the_sentence_says_what_helps()
    {
        var now = (3 * Day) + 1;
        var state = BuildState(now, minute => minute >= 2 * Day && minute % 120 < 2 ? 2000 : 1500, 2);

        var decision = Decide(now, 2000, 2, state).Decision!;

        Assert.Equal(
            "The 2 units are full, as 11 times in the last 24 h for at most 2 minutes: a scale-out would come too late each time. "
                + "A higher minUnits carries such peaks.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.ShortOverload).Text
        );
    }

    // 1,500 connections, and 6,000 wanted for two minutes fifteen times a day at no fixed time: no scale-out ever comes in time, and each
    // scale-in after one drops clients. Once the costs of experts had learned the load, it was scaled out and in 14 times a day.
    [Fact]
    public void Peaks_that_are_over_before_a_change_takes_effect_do_not_make_a_size_go_up_and_down()
    {
        var random = new Random(4);
        var peaks = Enumerable.Range(0, 9 * 15).Select(_ => random.Next(9 * Day)).SelectMany(at => new[] { at, at + 1 }).ToHashSet();
        var noise = LoadRun.CreateConstant(1, 7, 0.05);
        MetricReadings Read(int minute, int units)
        {
            var readings = TestResource.CreateReadings(peaks.Contains(minute) ? Math.Min(6000, units * 1000) : 1500, units);
            return readings with { ServerLoad = readings.ServerLoad * noise(minute) };
        }

        var loop = new ClosedLoop(2, new ResourceSettings()).Run(9 * Day, Read);

        Assert.InRange(loop.Decisions.Skip(4 * Day).Count(d => d.Action is ScalingAction.ScaleOut or ScalingAction.ScaleIn), 0, 10);
    }

    [Fact]
    [Fault("metrics-full")]
    public void Without_earlier_days_half_as_much_again_is_sized_for_and_the_sentence_says_at_least()
    {
        var state = BuildState(120, _ => 900, 4);
        var decision = Decide(120, 4000, 4, state).Decision!;
        for (var minute = 121; decision.Action == ScalingAction.Hold && minute < 124; minute++)
        {
            state = Decide(minute - 1, 4000, 4, state).State!;
            decision = Decide(minute, 4000, 4, state).Decision!;
        }

        // 4 full units: at least 4,000 / 900 = 4.44, sized for 1.5 x 4 = 6.
        Assert.Equal((ScalingAction.ScaleOut, 6), (decision.Action, decision.Units));
        Assert.Equal(4.44, decision.UnitsRequired!.Value, 2);
        Assert.Equal(
            "The 4 units are full: at least 4.44 are needed, and no metric shows how many more; the estimate is 6.00, 1.5 times the "
                + "size, since no earlier day filled it at about this time; 6 are enough.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.FullSize).Text
        );
        Assert.Contains(
            decision.ConfidenceFactors,
            factor => factor.Contains("the requirement is a lower bound", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Every_sentence_of_a_full_size_and_its_record_say_at_least()
    {
        // Five full minutes that are not answered: the overload is sustained.
        var state = BuildState(120, _ => 900, 4);
        var decision = Decide(120, 4000, 4, state).Decision!;
        Assert.True(decision.IsFull);
        for (var minute = 120; minute < 125; minute++)
        {
            (decision, state) = Decide(minute, 4000, 4, state) is var outcome ? (outcome.Decision!, outcome.State!) : default;
        }

        Assert.StartsWith("The 4 units are full: at least 4.44 are needed", decision.Reasons[0].Text, StringComparison.Ordinal);
        Assert.All(decision.Reasons, reason => Assert.DoesNotContain("Needs 4", reason.Text, StringComparison.Ordinal));
        Assert.False(Decide(120, 900, 4, BuildState(120, _ => 900, 4)).Decision!.IsFull);
    }

    [Fact]
    public void Earlier_mornings_that_filled_the_size_say_how_much_is_wanted()
    {
        // Three mornings with 900 connections and 7,200 from 9:00 on, seen at 10 units. On the fourth, one unit is full.
        double Load(int minute) => minute % Day is >= 540 and < 1020 ? 7200 : 900;
        var state = BuildState((3 * Day) + 540, Load, 10);

        var full = FullSize.Estimate(
            state.History,
            state.MeasuredMinute + 1,
            1,
            1000 / 900.0,
            isRefusing: false,
            TargetUtilizations.Default,
            TestResource.Rules.Policy,
            null
        );

        // 7,200 / 900 = 8 on each of the three.
        Assert.Equal((3, 3), (full.EarlierDays.Days, full.EarlierDays.AlikeDays));
        Assert.Equal(8, full.LeadUnits, 2);
    }

    // Four days of 9,000 to 36,000 connections, 40 units. On the fifth, the network of the clients takes all but 30 from 10:00 to 13:00.
    // What the full unit then serves is no day off: two minutes of lag, seven full ones, four of a change, two to spare. It went 1, 2, 3,
    // 4, 6, 8, 20. A minute without metrics does not end the time in which it is full.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Clients_that_come_back_after_an_outage_find_what_earlier_days_required(bool isEveryThirdMissing)
    {
        var noise = LoadRun.CreateConstant(1, 3, 0.02);
        double FindWanted(int minute) =>
            minute is >= OutageStart and < OutageEnd
                ? 30
                : noise(minute) * (9000 + (27000 * Math.Pow(Math.Sin(Math.PI * ((minute % Day) - 120) / Day), 4)));
        MetricReadings Read(int minute, int units) =>
            isEveryThirdMissing && minute >= OutageEnd && minute % 3 == 0
                ? new MetricReadings()
                : TestResource.CreateReadings(Math.Min(FindWanted(minute), units * 1000), units);

        var loop = new ClosedLoop(10, new ResourceSettings()).Run(OutageEnd - 2, Read);
        Assert.Equal(1, loop.Units);
        loop.Run(15, Read);

        Assert.InRange(loop.Units * 900, FindWanted(loop.Minute), 50_000);
    }

    // Four days of 9,000 to 36,000 connections, 40 units. On the fifth, a holiday, there are 1,800, 2 units, and 6,000 for three minutes of
    // every two hours: over before units could arrive. They brought 50 units.
    [Fact]
    public void Clients_of_a_holiday_that_fill_a_size_for_a_few_minutes_do_not_bring_the_units_of_a_working_day()
    {
        var noise = LoadRun.CreateConstant(1, 3, 0.02);
        double FindWanted(int minute) =>
            noise(minute)
            * (
                minute < 4 * Day ? 9000 + (27000 * Math.Pow(Math.Sin(Math.PI * ((minute % Day) - 120) / Day), 4))
                : minute % 120 < 3 ? 6000
                : 1800
            );
        MetricReadings Read(int minute, int units) => TestResource.CreateReadings(Math.Min(FindWanted(minute), units * 1000), units);
        var loop = new ClosedLoop(10, new ResourceSettings()).Run((4 * Day) + 720, Read);

        var highest = 0;
        for (var minute = 0; minute < 720; minute++)
        {
            highest = Math.Max(highest, loop.Run(1, Read).Units);
        }

        // 6,000 / 900 = 6.7: sizes of 7 to 10 hold the bursts.
        Assert.InRange(highest, 2, 10);
    }

    [Theory]
    // 0.985 of the unit at the usual target of 90 % are 1.094 units.
    [InlineData(true, 1, 1.0944)]
    [InlineData(false, 1, 1)]
    [InlineData(true, 0.5, 2)]
    public void A_size_that_refuses_clients_is_too_small_by_any_target(bool isRefusing, double target, double expected)
    {
        // 1,000 connections of one unit require 1 / target units.
        var targets = TargetUtilizations.Default with
        {
            Connections = new(target),
        };
        Assert.Equal(expected, FullSize.ComputeAtLeast(1, 1 / target, isRefusing, targets, TestResource.Rules.Policy), 4);
    }

    [Fact]
    public void When_a_greater_size_shows_it_the_full_minutes_count_as_that()
    {
        // Full at one unit for six minutes, then 7,200 connections at 10 units: 8 units, from the first full minute on.
        var state = BuildState(120, _ => 500, 1);
        for (var minute = 120; minute < 126; minute++)
        {
            state = Decide(minute, 1000, 1, state).State!;
        }

        Assert.Equal(6, CountBounds(state));
        Assert.Equal(1.11, state.FindMaxRequiredUnits(TimeSpan.FromMinutes(6), 1)!.Value, 2);

        for (var minute = 126; minute < 130; minute++)
        {
            state = Decide(minute, 7200, 10, state).State!;
        }

        Assert.Equal(0, CountBounds(state));
        Assert.Equal(8, state.ListRecentRequiredUnits(TimeSpan.FromMinutes(1), 10)[0]!.Value, 2);
    }

    private static int CountBounds(ResourceState state) =>
        Enumerable.Range(state.History.NextMinute - 20, 20).Count(state.History.LowerBounds.Contains);

    private static DecisionOutcome Decide(int minute, double connections, int units, ResourceState? state) =>
        TestResource.Decide(TestResource.CreateObservation(minute, connections, units, Settings), state);

    private static ResourceState BuildState(int minutes, Func<int, double> connections, int units) =>
        TestResource.BuildState(minutes, connections, units, Settings);
}
