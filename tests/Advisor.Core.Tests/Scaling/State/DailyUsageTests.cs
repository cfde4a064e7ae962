using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.State;

public class DailyUsageTests
{
    private const int Day = 1440;
    private static readonly Sku Standard = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;
    private static readonly int Monday = Minutes.ToNumber(new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero));

    [Theory]
    [InlineData(4)]
    [InlineData(9)]
    [InlineData(15)]
    [InlineData(21)]
    public void Fourteen_days_give_one_bill_at_any_hour(int hour)
    {
        // 2,000 to 8,000 connections, 6 messages a minute each: 30,000 a minute on average, whatever the hour. 43.2 million a day, 10 of
        // them included: 33.2 x 30 = 996 USD.
        var messages = BuildByBackfill(hour * 60, minute => 6 * (5000 - (3000 * Math.Cos(2 * Math.PI * minute / Day))));

        Assert.Equal(30_000, messages.PerMinute, 30.0);
        Assert.Equal(996, (double)MonthlyBill.ComputeOverage(Standard, 10, messages)!.Value.Amount, 1.0);
    }

    [Theory]
    [InlineData((13 * Day) + (12 * 60))] // Sunday noon
    [InlineData((14 * Day) + (9 * 60))] // Monday 9:00
    [InlineData((16 * Day) + (17 * 60))] // Wednesday 17:00
    public void A_week_with_a_weekend_gives_one_bill_on_any_day(int end)
    {
        // 20 million from 8:00 to 18:00 on workdays, none else; 10 units include 10 million: 10 days of 14 pay 10 million, 214.29 USD.
        var usage = Append(DailyUsage.None, end - (14 * Day), end, ComputePieces);

        Assert.Equal(214.29, (double)MonthlyBill.ComputeOverage(Standard, 10, usage.FindMessages())!.Value.Amount, 0.01);

        static double ComputePieces(int minute) => minute / Day % 7 < 5 && minute % Day is >= 480 and < 1080 ? 20e6 / 600 : 0;
    }

    [Fact]
    public void Minutes_that_are_missing_are_not_zero()
    {
        // 14 days without every third hour: still 30,000 a minute.
        var usage = DailyUsage.None;
        for (var minute = 0; minute < 14 * Day; minute++)
        {
            usage = usage.Append(Monday + minute, new UsageInterval(1, minute / 60 % 3 == 0 ? null : 30_000, 10, "Standard_S1", 10));
        }

        Assert.Equal(30_000, usage.FindMessages()!.PerMinute, 6);
        Assert.Equal(14 * Day * 2 / 3, usage.FindMessages()!.KnownMinutes);
    }

    [Fact]
    public void The_day_in_progress_has_passed_up_to_its_newest_counted_minute_and_the_history_begins_with_the_first()
    {
        var hour = new UsageInterval(60, 1, 1, "Standard_S1", 1);
        var usage = DailyUsage.None.Append(Monday + (10 * 60), hour).Append(Monday + (19 * 60), hour);
        var day = Assert.Single(usage.Days);
        var next = usage.Append(Monday + Day + (5 * 60), hour).Days.Last();

        Assert.Equal((120, 20 * 60, 10 * 60), (day.Minutes, day.PassedMinutes, day.MinutesBefore));
        Assert.Equal((60, 6 * 60, 0), (next.Minutes, next.PassedMinutes, next.MinutesBefore));
    }

    [Fact]
    public void Buckets_count_as_their_sum_split_at_midnight_and_never_twice()
    {
        // An hour with 6,000 from 23:30, then one with 1,200 from 00:00 of which 30 minutes are counted already: 3,000 and 3,000 + 600.
        var usage = DailyUsage
            .None.Append(Monday - 30, new UsageInterval(60, 6000.0 / 60, null, "Standard_S1", 4))
            .Append(Monday, new UsageInterval(60, 1200.0 / 60, null, "Standard_S1", 6))
            .Append(Monday, new UsageInterval(60, 9999.0 / 60, null, "Standard_S1", 6));

        Assert.Equal(
            [(3000.0, 30, 4, 4 * 30), (3600.0, 60, 6, (4 * 30) + (6 * 30))],
            usage.Days.Select(day => (day.Pieces, day.KnownMinutes, day.MaxUnits, day.UnitMinutes))
        );
    }

    [Fact]
    public void After_fourteen_whole_days_the_day_in_progress_waits()
    {
        // 1,000 a minute for 20 days, then 6 hours at 9,000: the last 14 whole days count.
        var usage = Append(DailyUsage.None, -120, (20 * Day) + 360, minute => minute < 20 * Day ? 1000 : 9000);

        Assert.Equal(1000, usage.FindMessages()!.PerMinute, 6);
        Assert.Equal(14 * Day, usage.FindMessages()!.KnownMinutes);
    }

    [Fact]
    public void Two_months_of_days_are_kept()
    {
        var usage = Append(DailyUsage.None, 30, 100 * Day, _ => 1);

        Assert.Equal(62, usage.Days.Count());
        Assert.Equal(new DateOnly(2026, 1, 5).AddDays(99), usage.Days.Last().Date);
        Assert.Equal(Monday + (38 * Day), usage.StartMinute);
        // Day by day one connection more: 86 to 99 on the last 14 days.
        Assert.Equal(92.5, usage.ComputeMeanConnections()!.Value, 6);
        Assert.Equal(14 * Day, usage.FindMessages()!.KnownMinutes);
    }

    [Fact]
    public void A_month_without_a_counted_minute_begins_with_the_units_in_force()
    {
        // Monday is in January; 31 days later is in February.
        var inForce = new Size("Standard_S1", 7);
        var january = DailyUsage.None.Append(Monday, new UsageInterval(60, 1, 1, "Standard_S1", 4));

        Assert.Same(january, january.BeginMonth(Monday + (2 * Day), inForce));
        Assert.Same(january, january.BeginMonth(Monday - (31 * Day), inForce));
        var february = january.BeginMonth(Monday + (31 * Day), inForce).Days.ToList();
        Assert.Equal([(4, 60), (7, 1)], february.Select(day => (day.MaxUnits, day.Minutes)));
        Assert.Equal(0, february[^1].KnownMinutes);
        Assert.Equal(7, Assert.Single(DailyUsage.None.BeginMonth(Monday, inForce).Days).UnitMinutes);
    }

    private static DailyUsage Append(DailyUsage usage, int from, int to, Func<int, double> pieces)
    {
        for (var minute = from; minute < to; minute++)
        {
            usage = usage.Append(Monday + minute, new UsageInterval(1, pieces(minute), minute / Day, "Standard_S1", 10));
        }

        return usage;
    }

    /// <summary>14 days to a minute of the day as evaluations read them: buckets of 15 minutes, and the last hour by the minute.</summary>
    private static DailyMessages BuildByBackfill(int end, Func<double, double> pieces)
    {
        var start = end - (14 * Day);
        var state = HistoryBackfill.BuildState(
            TestResource.Rules,
            TestResource.CreateObservation(0, 0, 10),
            CreateSamples(start, end - 60, 15).Concat(CreateSamples(end - 60, end, 1))
        )!;
        return state.Messages!;

        IEnumerable<HistorySample> CreateSamples(int from, int to, int length)
        {
            for (var minute = from; minute < to; minute += length)
            {
                var count = pieces(minute + (length / 2.0));
                yield return new(
                    TestResource.Start.AddDays(20).AddMinutes(minute),
                    TimeSpan.FromMinutes(length),
                    TestResource.CreateReadings(count / 6, 10) with
                    {
                        InboundTraffic = null,
                        OutboundTraffic = null,
                        MessageCount = count * length,
                    }
                );
            }
        }
    }
}
