using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Core.Tests.Scaling;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests;

/// <summary>Laws that hold for whatever a resource goes through.</summary>
public class ScalingAdvisorProperties
{
    private static readonly UnitLadder Ladder = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.Ladder;

    // A life: connections by the minute as a walk in steps of up to a quarter, sizes that change at times, metrics that are missing at
    // times.
    private static readonly Gen<Minute[]> Lives =
        from length in Gen.Choose(1, 150)
        from start in Gen.Choose(10, 60_000)
        from step in Gen.Choose(0, Ladder.Count - 1)
        from moves in Gen.ArrayOf(
            from factor in Gen.Choose(75, 128)
            from jump in Gen.Frequency((40, Gen.Constant(0)), (1, Gen.Choose(-3, 3)))
            from missing in Gen.Frequency((12, Gen.Constant(0)), (1, Gen.Choose(1, 15)))
            from skip in Gen.Frequency((20, Gen.Constant(1)), (1, Gen.Choose(1, 90)))
            from busy in Gen.Frequency((10, Gen.Constant(false)), (1, Gen.Constant(true)))
            select (factor, jump, missing, skip, busy),
            length
        )
        select CreateLife(start, step, moves);

    [Fact]
    public void Units_are_on_the_ladder_and_within_bounds() =>
        Check(
            from life in Lives
            from minimum in Gen.Choose(1, 100)
            from most in Gen.Choose(minimum, 100)
            select (life, minimum, most),
            x =>
            {
                var settings = TestResource.Settings with { MinUnits = x.minimum, MaxUnits = x.most };
                return Replay(x.life, settings)
                    .All(step =>
                        Ladder.Contains(step.Decision.Units)
                        && (step.Decision.Units == step.Minute.Units || IsWithin(step.Decision.Units, x.minimum, x.most, step.Minute.Units))
                    );
            }
        );

    [Fact]
    public void Missing_data_never_scales_in() =>
        Check(
            Lives,
            life => Replay(life, TestResource.Settings).All(step => step.Minute.Missing == 0 || step.Decision.Units >= step.Minute.Units)
        );

    [Fact]
    public void A_requirement_above_the_size_for_five_visible_minutes_always_scales_out() =>
        Check(
            from life in Lives
            from units in Gen.Choose(0, Ladder.Count - 2)
            from excess in Gen.Choose(103, 300)
            select (life, units: Ladder[units], excess),
            x =>
            {
                var (state, minute) = (RunLife(x.life), x.life[^1].At);
                Decision? last = null;
                for (var i = 1; i <= 5; i++)
                {
                    var outcome = TestResource.Decide(
                        TestResource.CreateObservation(minute + i, x.units * 10.0 * x.excess, x.units),
                        state
                    );
                    (last, state) = (outcome.Decision, outcome.State);
                }

                return last!.Units > x.units;
            }
        );

    [Fact]
    public void A_raised_minimum_never_yields_fewer_units() =>
        Check(
            from life in Lives
            from one in Gen.Choose(1, 100)
            from other in Gen.Choose(1, 100)
            select (life, low: Math.Min(one, other), high: Math.Max(one, other)),
            x =>
            {
                // One memory, two settings. Two whole lives under other settings remember other orders of their own, and so whose change a
                // change was.
                var before = x.life.Length > 1 ? RunLife(x.life[..^1]) : null;
                int CreateUnits(int minimum) =>
                    DecideStep(x.life[^1], TestResource.Settings with { MinUnits = minimum }, before).Decision!.Units;
                return CreateUnits(x.low) <= CreateUnits(x.high);
            }
        );

    [Fact]
    public void The_same_life_gives_the_same_decisions_and_the_same_state() =>
        Check(
            Lives,
            life =>
            {
                var (one, other) = (Replay(life, TestResource.Settings), Replay(life, TestResource.Settings));
                return one.Select(step => step.Decision.Units).SequenceEqual(other.Select(step => step.Decision.Units))
                    && ResourceStateFormat.Write(one[^1].State).AsSpan().SequenceEqual(ResourceStateFormat.Write(other[^1].State));
            }
        );

    [Fact]
    public void A_state_round_trips() =>
        Check(
            Lives,
            life =>
            {
                var bytes = ResourceStateFormat.Write(RunLife(life));
                return ResourceStateFormat.Write(ResourceStateFormat.Read(bytes).State!).AsSpan().SequenceEqual(bytes);
            }
        );

    [Fact]
    public void Whatever_is_observed_gets_a_decision_or_a_problem() =>
        Check(
            from life in Lives
            from values in Gen.ArrayOf(CreateAnything(), 6)
            from minutes in Gen.Elements(-1_000_000, -61, -1, 0, 1, 5, 2_000, 40_000, 1_000_000)
            from lag in Gen.Elements(-10, 0, 1, 2, 14, 16, 400, 100_000)
            from units in Gen.Elements(int.MinValue, -1, 0, 1, 7, 11, 100, 1000, int.MaxValue)
            select (life, values, minutes, lag, units),
            x =>
            {
                var (state, last) = (RunLife(x.life), x.life[^1].At);
                var time = TestResource.Start.AddMinutes(last + x.minutes);
                var observation = TestResource.CreateObservation(0, 0, 1) with
                {
                    Time = time,
                    Units = x.units,
                    Readings = new MetricReadings(x.values[0], x.values[1], x.values[2], x.values[3], x.values[4], x.values[5]),
                };
                var outcome = ScalingAdvisor.Decide(TestResource.Rules, observation, state, time.AddMinutes(x.lag));

                // A problem leaves the state; a decision explains itself and is followed by another one.
                return outcome.Problem is not null
                    ? outcome.Decision is null && ReferenceEquals(outcome.State, state)
                    : outcome.Decision!.Reasons.Count > 0
                        && ScalingAdvisor
                            .Decide(
                                TestResource.Rules,
                                observation with
                                {
                                    Time = time.AddMinutes(1),
                                },
                                outcome.State,
                                time.AddMinutes(x.lag + 1)
                            )
                            .Decision
                            is not null;
            }
        );

    private static Gen<double?> CreateAnything() =>
        Gen.OneOf(
            Gen.Constant((double?)null),
            Gen.Elements<double?>(
                0,
                -0.0,
                -1,
                1e-300,
                99.9,
                100,
                100.1,
                1e9,
                1e15,
                1e16,
                1e300,
                double.NaN,
                double.PositiveInfinity,
                double.NegativeInfinity
            ),
            Gen.Choose(0, 100).Select(value => (double?)value)
        );

    private static bool IsWithin(int units, int minimum, int maximum, int inForce) =>
        // Where no step lies between the bounds, the maximum takes precedence; a metric that is missing keeps a size above it.
        units >= Math.Min(Ladder[Ladder.FindIndexAtLeast(minimum)], Ladder.FindStepAtMost(maximum))
        && units <= maximum
        && units != inForce;

    private static Minute[] CreateLife(int start, int step, (int Factor, int Jump, int Missing, int Skip, bool Busy)[] moves)
    {
        var life = new Minute[moves.Length];
        double connections = start;
        var at = 0;
        for (var i = 0; i < moves.Length; i++)
        {
            var move = moves[i];
            connections = Math.Clamp(connections * move.Factor / 100, 0, 90_000);
            step = Math.Clamp(step + move.Jump, 0, Ladder.Count - 1);
            at += move.Skip;
            life[i] = new(at, connections, Ladder[step], move.Missing, move.Busy);
        }

        return life;
    }

    private static List<(Minute Minute, Decision Decision, ResourceState State)> Replay(Minute[] life, ResourceSettings settings)
    {
        var steps = new List<(Minute, Decision, ResourceState)>(life.Length);
        ResourceState? state = null;
        foreach (var minute in life)
        {
            var outcome = DecideStep(minute, settings, state);
            state = outcome.State!;
            steps.Add((minute, outcome.Decision!, state));
        }

        return steps;
    }

    private static DecisionOutcome DecideStep(Minute minute, ResourceSettings settings, ResourceState? state)
    {
        var full = TestResource.CreateObservation(minute.At, minute.Connections, minute.Units, settings);
        var readings = full.Readings with
        {
            ServerLoad = (minute.Missing & 1) != 0 ? null : full.Readings.ServerLoad,
            InboundTraffic = (minute.Missing & 2) != 0 ? null : full.Readings.InboundTraffic,
            OutboundTraffic = (minute.Missing & 4) != 0 ? null : full.Readings.OutboundTraffic,
            ConnectionCount = (minute.Missing & 8) != 0 ? null : full.Readings.ConnectionCount,
            ConnectionQuotaUtilization = (minute.Missing & 8) != 0 ? null : full.Readings.ConnectionQuotaUtilization,
        };
        return TestResource.Decide(full with { Readings = readings, ChangeInProgress = minute.Busy }, state);
    }

    private static ResourceState RunLife(Minute[] life) => Replay(life, TestResource.Settings)[^1].State;

    private static void Check<T>(Gen<T> values, Func<T, bool> law) =>
        Prop.ForAll(values.ToArbitrary(), law).Check(Config.QuickThrowOnFailure.WithMaxTest(60));

    private sealed record Minute(int At, double Connections, int Units, int Missing, bool Busy);
}
