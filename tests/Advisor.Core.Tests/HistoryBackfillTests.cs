using Advisor.Core.Advice;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests;

public class HistoryBackfillTests
{
    private const int Day = 1440;

    [Fact]
    public void Fourteen_days_of_five_minute_samples_show_the_season_at_once()
    {
        var state = HistoryBackfill.BuildState(
            TestResource.Rules,
            TestResource.CreateObservation(0, 0, 9),
            CreateSamples(14 * Day, TimeSpan.FromMinutes(5))
        );

        var decision = TestResource.Decide(TestResource.CreateObservation(14 * Day, ComputeDemand(14 * Day), 9), state).Decision!;

        Assert.Contains(
            decision.Reasons,
            r => r.Code == ReasonCodes.Forecast && r.Text.StartsWith("40 past moments", StringComparison.Ordinal)
        );
        Assert.Equal(0.95, decision.Confidence.Value, 9);
        // The hour to come rises from 5.0 by 3,000 x sin(2 pi / 24) = 776 connections.
        Assert.Equal(5.78, decision.Forecast[3].Median, 0.1);
    }

    [Fact]
    public void Coarse_days_before_fine_ones_are_learned_together()
    {
        var coarse = CreateSamples(20 * Day, TimeSpan.FromHours(1)).TakeWhile(s => s.Start < TestResource.Start.AddDays(19));
        var fine = CreateSamples(20 * Day, TimeSpan.FromMinutes(1)).SkipWhile(s => s.Start < TestResource.Start.AddDays(19));

        var state = HistoryBackfill.BuildState(TestResource.Rules, TestResource.CreateObservation(0, 0, 9), coarse.Concat(fine));

        Assert.Equal(TestResource.Start.AddMinutes((20 * Day) - 1), state!.Time);
        Assert.Equal(14 * Day, state.MinutesKept);
        Assert.Equal(2, TestResource.Decide(TestResource.CreateObservation(20 * Day, 2000, 9), state).Decision!.Forecast[0].Median, 3.5);
    }

    [Theory]
    [InlineData(14, 0)]
    [InlineData(20, 1)]
    [InlineData(30, 2)]
    public void What_was_required_before_the_14_days_of_the_state_is_kept_beside_it(int days, int parts)
    {
        var samples = CreateSamples(days * Day, TimeSpan.FromMinutes(15)).ToList();
        var template = TestResource.CreateObservation(0, 0, 9);

        var (state, earlier) = HistoryBackfill.BuildLookBack(TestResource.Rules, template, samples);
        var lookBack = new LookBack(state!.History, earlier);

        Assert.Equal(parts, earlier?.Histories.Count ?? 0);
        // From the middle of the first sample to that of the last, without a gap.
        Assert.Equal((days, (days * Day) - 15 + 1), (lookBack.Days, lookBack.Codes.Length));
        Assert.False(lookBack.Codes.Contains(UnitsCode.Unknown));
        Assert.Equal(HistoryBackfill.BuildState(TestResource.Rules, template, samples)!.History.Codes, state.History.Codes);
    }

    // 45,000 to 75,000 connections, most at noon. Premium_P1 x 90 until an hour ago, Premium_P2 x 200 since, which has no size of 90.
    [Theory]
    [InlineData(1)]
    [InlineData(15)]
    public void The_days_before_a_change_of_tier_have_the_units_of_their_time(int grain)
    {
        const int end = 3 * Day,
            changedAt = end - 60;
        var samples = new List<HistorySample>();
        for (var minute = 0; minute < end; minute += minute < changedAt ? grain : 1)
        {
            var (units, length) = minute < changedAt ? (90, grain) : (200, 1);
            var readings = TestResource.CreateReadings(60_000 - (15_000 * Math.Cos(Math.Tau * minute / Day)), units);
            samples.Add(
                new(
                    TestResource.Start.AddMinutes(minute),
                    TimeSpan.FromMinutes(length),
                    readings with
                    {
                        InboundTraffic = readings.InboundTraffic * length,
                        OutboundTraffic = readings.OutboundTraffic * length,
                        MessageCount = readings.MessageCount * length,
                    }
                )
            );
        }

        var template = TestResource.CreateObservation(0, 0, 200) with { Sku = "Premium_P2" };
        var state = HistoryBackfill.BuildState(TestResource.Rules, template, samples)!;

        // 23 hours at 90 and one at 200 are 94.58 on average.
        Assert.Equal([90, 90, 94.58], state.Usage.Days.Select(day => Math.Round((double)day.UnitMinutes / day.Minutes, 2)));
        Assert.Equal([90, 90, 200], state.Usage.Days.Select(day => day.MaxUnits));
        Assert.Equal(75, state.FindMaxRequiredUnits(TimeSpan.FromDays(2), 0.9)!.Value, 0.5);
        Assert.Equal(0, state.CountMinutesAbove(76, TimeSpan.FromDays(2)));
    }

    [Fact]
    public void Nothing_gives_no_state() =>
        Assert.Null(HistoryBackfill.BuildState(TestResource.Rules, TestResource.CreateObservation(0, 0, 9), []));

    private static double ComputeDemand(double minute) => 5000 + (3000 * Math.Sin(2 * Math.PI * minute / Day));

    /// <summary>Samples as Azure gives them: means of percent and connections, sums of bytes.</summary>
    private static IEnumerable<HistorySample> CreateSamples(int minutes, TimeSpan grain)
    {
        var length = (int)grain.TotalMinutes;
        for (var start = 0; start + length <= minutes; start += length)
        {
            var readings = TestResource.CreateReadings(ComputeDemand(start + (length / 2.0)), 9);
            yield return new(
                TestResource.Start.AddMinutes(start),
                grain,
                readings with
                {
                    InboundTraffic = readings.InboundTraffic * length,
                    OutboundTraffic = readings.OutboundTraffic * length,
                    MessageCount = readings.MessageCount * length,
                }
            );
        }
    }
}
