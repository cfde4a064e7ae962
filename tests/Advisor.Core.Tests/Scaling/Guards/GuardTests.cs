using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>
/// Each row: a sentence, what is wanted, what is different, the units that come of it and the guard that says so. Unguarded, 4,000
/// connections at 8 units scale in to 5 after an hour, and 10,500 in the last three minutes scale out to 20.
/// </summary>
public partial class GuardTests
{
    private const int Minute = 60;

    private static readonly DateTimeOffset Now = TestResource.Start.AddMinutes(Minute + 2);

    public sealed record Row(string Sentence, bool IsScaleOut, Func<Observation, Observation> Change, int Units, string? Code)
    {
        public override string ToString() => Sentence;
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void A_guard_defers_what_it_must_and_says_so(Row row)
    {
        var (observation, state) = row.IsScaleOut
            ? CreateGrowing()
            : (TestResource.CreateObservation(Minute, 4000, 8), TestResource.BuildState(Minute, _ => 4000, 8));

        var decision = Decide(row.Change(observation), state);

        Assert.Equal(row.Units, decision.Units);
        var codes = decision.Reasons.Select(reason => reason.Code).ToList();
        if (row.Code is not null)
        {
            Assert.Contains(row.Code, codes);
        }
        else
        {
            string[] guards =
            [
                .. codes.Where(code =>
                    code
                        is ReasonCodes.ChangeRateLimit
                            or ReasonCodes.ScalingPaused
                            or ReasonCodes.MaxStep
                            or ReasonCodes.FreezeWindow
                            or ReasonCodes.RegionalQuota
                            or ReasonCodes.MonthlyBudget
                ),
            ];
            Assert.Empty(guards);
        }
    }

    [Fact]
    public void The_next_size_that_can_be_bought_is_always_within_one_change()
    {
        // 10, 20, 30 ...: 15,000 connections for an hour at 10 units want 20, which are 10 more.
        var decision = TestResource
            .Decide(
                With(s => s with { MaxStep = 1 })(TestResource.CreateObservation(Minute, 15_000, 10)),
                TestResource.BuildState(Minute, _ => 15_000, 10)
            )
            .Decision!;

        Assert.Equal(20, decision.Units);
    }

    private static (Observation Observation, ResourceState State) CreateGrowing() =>
        (
            TestResource.CreateObservation(Minute, 10_500, 8),
            TestResource.BuildState(Minute, minute => minute < Minute - 2 ? 7000 : 10_500, 8)
        );

    private static Func<Observation, Observation> WithPin(int units, int minutes = 10) =>
        With(s => s with { Pin = new ResourcePin(units, "dana") { Until = Now.AddMinutes(minutes) } });

    private static Func<Observation, Observation> WithMinimum(int units) =>
        With(s => s with { Windows = [CreatePlanned(units, null, -10, 10)] });

    private static Func<Observation, Observation> WithConnections(double connections) =>
        o => o with { Readings = o.Readings with { ConnectionOpenCount = connections } };

    private static Func<Observation, Observation> With(Func<ResourceSettings, ResourceSettings> change) =>
        o => o with { Settings = change(o.Settings) };

    private static Func<Observation, Observation> WithBudget(decimal amount, double messages) =>
        o => TestResource.WithMessages(With(s => s with { MonthlyBudget = new Money(amount, "USD") })(o), messages);

    private static Decision Decide(Observation observation, ResourceState state) =>
        TestResource.Decide(observation, TestResource.RemoveMessages(state)).Decision!;

    private static Decision Decide(SkuCatalog catalog, Observation observation, ResourceState state) =>
        ScalingAdvisor
            .Decide(
                TestResource.Rules with
                {
                    Catalogs = [catalog],
                },
                observation,
                TestResource.RemoveMessages(state),
                observation.Time.AddMinutes(2)
            )
            .Decision!;

    private static Func<Observation, Observation> WithFleet(FleetConstraints fleet) => o => o with { Fleet = fleet };

    private static Func<Observation, Observation> WithPause(PausedScaling scaling, int? until = null) =>
        With(s =>
            s with
            {
                Pause = new ResourcePause(scaling, "the tag advisor-pause") { Until = until is { } end ? Now.AddMinutes(end) : null },
            }
        );

    private static Func<Observation, Observation> WithMaximum(int settings, int window, int from, int to) =>
        With(s => s with { MaxUnits = settings, Windows = [CreatePlanned(null, window, from, to)] });

    private static PlannedWindow CreatePlanned(int? minimum, int? maximum, int from, int to) =>
        new("the window", Now.AddMinutes(from), Now.AddMinutes(to), minimum, false, maximum);

    private static Func<Observation, Observation> WithWindow(int from, int to) =>
        With(s => s with { Windows = [new PlannedWindow("the freeze", Now.AddMinutes(from), Now.AddMinutes(to), null, true)] });
}
