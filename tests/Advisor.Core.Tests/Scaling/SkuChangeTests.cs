using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// A week under one SKU, and two hours of the night under another that a person chose: what a unit of the first carried says nothing of
/// the second.
/// </summary>
public sealed class SkuChangeTests
{
    private const int Day = 1440,
        ChangedAt = 7 * Day,
        AskedAt = ChangedAt + 120;

    [Fact]
    public void A_unit_of_Standard_holds_what_filled_the_free_one()
    {
        // 4 to 60 clients a day; Free_F1 holds 20, so that it needs more than a unit on most of the day. A unit of Standard_S1 holds 1,000.
        var advice = Ask(minute => Observe(minute, 32 - (28 * Math.Cos(Math.Tau * minute / Day))));

        Assert.Equal((ScalingAction.Hold, 1), (advice.Action, advice.Units));

        static Observation Observe(int minute, double clients) =>
            TestResource.CreateObservation(minute, minute < ChangedAt ? Math.Min(20, clients) : clients, 1) is var seen
            && minute < ChangedAt
                ? seen with
                {
                    Sku = "Free_F1",
                    Readings = seen.Readings with { ConnectionQuotaUtilization = 100 * seen.Readings.ConnectionCount / 20 },
                }
                : seen;
    }

    [Fact]
    public void Routing_that_ended_at_50_units_before_is_no_size_for_Premium_P2()
    {
        // Groups of 10: 6,000 to 10,800 messages a second. Standard_S1 routes 10,000 at 50 units and no more at 100; Premium_P2 x 100 does
        // as many, so that the day needs Premium_P2 x 200. At night 60 of its units would do; by the week before, 50 always did.
        var advice = Ask(minute => Observe(minute, 8400 - (2400 * Math.Cos(Math.Tau * minute / Day))));

        Assert.Equal((121, false), (advice.Steady!.HistoryMinutes, advice.IsSteady));

        static Observation Observe(int minute, double messages) =>
            TestResource.CreateObservation(minute, 20_000, minute < ChangedAt ? 50 : 200) with
            {
                Sku = minute < ChangedAt ? "Standard_S1" : "Premium_P2",
                Settings = new()
                {
                    Workload = new Workload([new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(1), 2048, 10)]),
                    MaxUnits = 1000,
                },
                Readings = new(
                    ServerLoad: messages / 400,
                    ConnectionCount: 20_000,
                    ConnectionQuotaUtilization: minute < ChangedAt ? 40 : 10,
                    InboundTraffic: messages * 2048 * 60,
                    OutboundTraffic: messages * 2048 * 60 * 10,
                    MessageCount: messages * 60 * 10
                ),
            };
    }

    [Theory]
    [InlineData("Standard_S1", "Premium_P1", UseCase.SendToSmallGroup, true)] // both end at 50 units
    [InlineData("Premium_P1", "Premium_P2", UseCase.Echo, true)] // no routing
    [InlineData("Premium_P1", "Premium_P2", UseCase.SendToSmallGroup, false)]
    [InlineData("Premium_P2", "Premium_P1", UseCase.SendToConnection, false)]
    [InlineData("Free_F1", "Standard_S1", UseCase.Echo, false)]
    [InlineData("Standard_S1", "Free_F1", UseCase.Echo, false)]
    public void The_past_of_a_SKU_is_that_of_another_where_a_unit_carries_the_same(string from, string to, UseCase useCase, bool isSame)
    {
        var settings = TestResource.Settings with { Workload = Workload.Create(useCase, 2048) };
        var observation = TestResource.CreateObservation(0, 10, from == "Premium_P2" ? 100 : 1, settings) with { Sku = from };
        var state = TestResource.Decide(observation, null).State!;

        Assert.Equal(isSame, state.IsPastOf(TestResource.Rules, observation.Service, settings, to));
    }

    [Fact]
    public void The_bill_of_the_month_goes_on()
    {
        // Ten minutes of Free_F1 and ten of Standard_S1 are one UTC day of 20 counted minutes.
        ResourceState? state = null;
        for (var minute = 0; minute < 20; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 10, 1) with { Sku = minute < 10 ? "Free_F1" : "Standard_S1" };
            state = TestResource.Decide(observation, state).State;
        }

        Assert.Equal(10, state!.MinutesKept);
        Assert.Equal(20, state.Usage.Days.Single().Minutes);
    }

    private static Decision Ask(Func<int, Observation> observe)
    {
        ResourceState? state = null;
        for (var minute = 0; minute < AskedAt; minute++)
        {
            state = TestResource.Decide(observe(minute), state).State;
        }

        return TestResource.Decide(observe(AskedAt) with { Steady = SteadyAdvice.Always }, state).Decision!;
    }
}
