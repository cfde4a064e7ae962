using Advisor.Core.Alerting;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

/// <summary>What the alerts of a resource remember of its past.</summary>
public sealed class ResourceAlertsTests
{
    private static readonly DateTimeOffset Monday = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_whole_day_is_kept_with_its_lowest_and_its_highest_count()
    {
        // Minute m of a day has 100 + m connections: 100 to 1,539. Tuesday's first minute closes Monday.
        var alerts = UpdateByMinutes(ResourceAlerts.Empty, Enumerable.Range(0, 1441));
        Assert.Equal(new DayOfConnections(new DateOnly(2026, 1, 5), 100, 1539), Assert.Single(alerts.Days.WholeDays));
        Assert.Equal(Monday.AddMinutes(1440), alerts.NewestMetricsAt);
    }

    [Theory]
    [InlineData(72, 1)]
    [InlineData(73, 0)]
    public void A_day_with_too_long_gaps_is_left_out(int missing, int kept)
    {
        // 95 % of 1,440 minutes are 1,368: 72 may be missing, 73 not.
        var alerts = UpdateByMinutes(ResourceAlerts.Empty, Enumerable.Range(missing, 1441 - missing));
        Assert.Equal(kept, alerts.Days.WholeDays.Count);
    }

    [Fact]
    public void A_minute_that_was_seen_before_changes_nothing()
    {
        var once = UpdateByMinutes(ResourceAlerts.Empty, Enumerable.Range(0, 10));
        Assert.Equal(once, UpdateByMinutes(once, Enumerable.Range(0, 10)));
    }

    [Fact]
    public void No_more_days_are_kept_than_a_rule_requires()
    {
        var alerts = UpdateByMinutes(ResourceAlerts.Empty, Enumerable.Range(0, 20 * 1440));
        Assert.Equal(ConnectionDays.MaxDays, alerts.Days.WholeDays.Count);
        Assert.Equal(new DateOnly(2026, 1, 23), alerts.Days.WholeDays[^1].Day);
    }

    [Fact]
    public void What_is_written_is_read_again()
    {
        var alerts = UpdateByMinutes(ResourceAlerts.Empty, Enumerable.Range(0, 4000)) with { MonitoredSince = Monday };
        var read = ResourceAlertsFormat.Read(ResourceAlertsFormat.Write(alerts)).Alerts!;
        Assert.Equal(ResourceAlertsFormat.Write(alerts), ResourceAlertsFormat.Write(read));
        Assert.Equal(
            (alerts.NewestMetricsAt, alerts.MonitoredSince, alerts.Days.WholeDays.Count),
            (read.NewestMetricsAt, read.MonitoredSince, read.Days.WholeDays.Count)
        );
    }

    [Fact]
    public void The_bytes_of_version_1_are_read_and_written_as_they_stand()
    {
        var bytes = Advisor.Tests.GoldenBytes.Read("Advisor.Core.Tests", "resource-alerts-v1");

        var read = ResourceAlertsFormat.Read(bytes).Alerts!;

        // 4,000 minutes are two whole days and 1,120 minutes of the third.
        Assert.Equal((Monday, 2, 1120), (read.MonitoredSince, read.Days.WholeDays.Count, read.Days.Minutes));
        Assert.Equal("serverLoad", Assert.Single(read.Alerts.Alerts).Condition);
        Assert.Equal(bytes, ResourceAlertsFormat.Write(read));
    }

    [Fact]
    public void Another_version_is_refused_and_a_cut_one_is_damaged()
    {
        var bytes = ResourceAlertsFormat.Write(UpdateByMinutes(ResourceAlerts.Empty, Enumerable.Range(0, 3000)));
        for (var length = 0; length < bytes.Length; length++)
        {
            Assert.Null(ResourceAlertsFormat.Read(bytes.AsSpan(0, length)).Alerts);
        }

        bytes[0] = 2;
        Assert.Contains("version 2", ResourceAlertsFormat.Read(bytes).Problem!, StringComparison.Ordinal);
    }

    [Fact]
    public void The_highest_need_is_known_where_nearly_every_minute_is()
    {
        // 1,000 minutes with 2 units, a peak of 8 at minute 500, every 25th unknown (4 %).
        var needs = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < 1000; minute++)
        {
            needs = needs.Append(30_000_000 + minute, minute % 25 == 0 ? UnitsCode.Unknown : UnitsCode.Encode(minute == 501 ? 8 : 2));
        }

        Assert.Equal(8, needs.FindMax(1000, 0.95)!.Value, 2);
        Assert.Equal(2, needs.FindMax(498, 0.95)!.Value, 2);
        Assert.Null(needs.FindMax(1000, 0.97));
        Assert.Null(needs.FindMax(1001, 0.95));
    }

    private static ResourceAlerts UpdateByMinutes(ResourceAlerts alerts, IEnumerable<int> minutes) =>
        minutes.Aggregate(
            alerts,
            (before, m) =>
                before.Observe(
                    new AlertRules(),
                    new MinuteSample(Monday.AddMinutes(m), new MetricReadings(ConnectionCount: 100 + (m % 1440)))
                )
        );
}
