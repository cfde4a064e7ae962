using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.Scenarios;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Scenarios;

public class LoadScenarioTests
{
    private const int Day = 1440,
        Grain = 15;
    private const double Highest = 7000;

    // 7,000 connections all day, 2,000 at night: 1,000 a unit. TestResource has a target of 100 % of them, little traffic and load.
    private static readonly IReadOnlyList<HistorySample> Samples =
    [
        .. Enumerable
            .Range(0, 14 * Day / Grain)
            .Select(i => new HistorySample(
                TestResource.Start.AddMinutes(i * Grain),
                TimeSpan.FromMinutes(Grain),
                TestResource.CreateReadings(i * Grain % Day < 300 ? 2000 : Highest, 10) with
                {
                    InboundTraffic = 0,
                    OutboundTraffic = 2048.0 * 100 * Grain,
                    MessageCount = 100.0 * Grain,
                }
            )),
    ];

    private static readonly ResourceState State = HistoryBackfill.BuildState(
        TestResource.Rules,
        TestResource.CreateObservation(0, 0, 10),
        Samples
    )!;

    [Fact]
    public void The_measured_load_has_the_steady_size_of_its_history()
    {
        var steady = SelectSteady(LoadFactors.Measured);

        Assert.Equal(State.FindMaxRequiredUnits(TimeSpan.FromDays(1), 0.9)!.Value, steady.Peak.Units, 0.01);
    }

    [Theory]
    [InlineData(1.3)]
    [InlineData(0.8)]
    [InlineData(2)]
    public void Each_minute_requires_as_much_more_as_its_readings(double factor)
    {
        var (measured, scaled) = (SelectSteady(LoadFactors.Measured), SelectSteady(new(factor, factor)));

        Assert.Equal(measured.Peak.Units * factor, scaled.Peak.Units, 0.01);
        // The smallest size that carries the days: a shorter one would be overloaded for most of the time.
        Assert.Equal(scaled.Sizes.First(size => size.Units >= scaled.Peak.Units).Units, scaled.Units);
        Assert.Equal(0, scaled.Chosen.OverloadedMinutes);
    }

    [Fact]
    public void A_peak_is_what_the_highest_reading_becomes()
    {
        Assert.Equal(new(2, 2), Create().FindFactors(new LoadChange(null, 2 * Highest), null));
        Assert.Equal(new(1, 3), Create().FindFactors(null, new LoadChange(null, 300)));
        Assert.Equal(new(1.5, 1), Create().FindFactors(new LoadChange(1.5, null), new LoadChange(1, null)));
        Assert.Equal(LoadFactors.Measured, Create().FindFactors(null, null));
    }

    [Fact]
    public void Nothing_is_scaled_to_a_peak_of_what_was_not_read()
    {
        HistorySample[] unread = [Samples[0] with { Readings = default }];
        var scenario = LoadScenario.Create(TestResource.Rules, TestResource.CreateObservation(0, 0, 10).Settings, State, unread, 10)!;

        Assert.Null(scenario.FindFactors(new LoadChange(null, 100), null));
        Assert.Null(LoadScenario.Create(TestResource.Rules, TestResource.CreateObservation(0, 0, 10).Settings, null, Samples, 10));
    }

    [Fact]
    public void Messages_alone_leave_the_connections()
    {
        var demand = new Demand(7000, 100, 200, 2);

        var scaled = Create().Scale(demand, new(1, 1.5));

        Assert.Equal((7000, 150, 300), (scaled.Connections!.Value, scaled.InboundBytes!.Value, scaled.OutboundBytes!.Value));
        // Server load follows what traffic and connections explain together: more than before, less than half as much again.
        Assert.InRange(scaled.ServerLoadUnits!.Value, 2.0, 3.0);
    }

    [Fact]
    public void The_bill_has_the_scaled_messages()
    {
        var sku = State.Model!.Sku;
        var messages = DailyMessages.FromRate(10_000);

        var cost = Create().SelectSteady(null, sku, new(2, 2), messages, null)!.Chosen.Cost!.Value;

        Assert.Equal(MonthlyBill.Compute(sku, SelectSteady(new(2, 2)).Units, DailyMessages.FromRate(20_000)), cost);
    }

    private static LoadScenario Create() =>
        LoadScenario.Create(TestResource.Rules, TestResource.CreateObservation(0, 0, 10).Settings, State, Samples, 10)!;

    private static SteadySize SelectSteady(LoadFactors factors) => Create().SelectSteady(null, State.Model!.Sku, factors, null, null)!;
}
