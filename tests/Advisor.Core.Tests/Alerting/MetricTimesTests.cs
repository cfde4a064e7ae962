using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

/// <summary>A metric that a resource had, and that is missing while others are reported.</summary>
public sealed class MetricTimesTests
{
    private const int DayMinutes = 1440;

    private static readonly DateTimeOffset Monday = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
    private static readonly AlertSubject Chat = new(AlertSubjectKind.Resource, "/chat", "chat", "team", "westeurope");
    private static readonly MetricReadings Whole = new(40, 1000, 20, 1e6, 1e6);

    [Fact]
    public void Server_load_and_quota_that_are_missing_for_a_day_alert_with_what_is_used_instead()
    {
        var (alerts, events) = Run(DayMinutes * 3, minute => minute < 60 ? Whole : WithoutLoadAndQuota);

        // Last seen at 00:59: a day later is 00:59 on Tuesday.
        var fired = Assert.Single(events, alert => alert.Condition == "missingMetric");
        Assert.Equal((AlertEventKind.Fired, Monday.AddMinutes(59 + DayMinutes)), (fired.Kind, fired.At));
        Assert.Equal("chat has lacked a metric that it had before for 24 h.", fired.Text);
        Assert.Equal(
            "Missing: server load since 2026-01-05 00:59 UTC and connection quota since 2026-01-05 00:59 UTC. Advisor estimates the server "
                + "load from traffic and connections, compares the connection count with what the size accepts and does not scale in.",
            alerts.Metrics.DescribeMissing(alerts.NewestMetricsAt)
        );
    }

    [Fact]
    public void What_a_resource_never_had_is_not_missing()
    {
        var (alerts, events) = Run(DayMinutes * 3, _ => WithoutLoadAndQuota);

        Assert.Empty(events);
        Assert.Null(alerts.Metrics.DescribeMissing(alerts.NewestMetricsAt));
    }

    [Fact]
    public void A_metric_that_is_back_resolves_it()
    {
        var (_, events) = Run(DayMinutes * 2, minute => minute is < 60 or > DayMinutes + 120 ? Whole : WithoutLoadAndQuota);

        Assert.Equal([AlertEventKind.Fired, AlertEventKind.Resolved], events.Select(alert => alert.Kind));
        Assert.Equal("chat has all metrics again that it had before.", events[1].Text);
    }

    [Fact]
    public void A_resource_without_any_metric_has_no_data_and_lacks_nothing_else()
    {
        var (_, events) = Run(DayMinutes * 3, minute => minute < 60 ? Whole : default);

        Assert.Equal(["noData", "noData", "noData"], events.Select(alert => alert.Condition));
    }

    // Known are a quota without a count, a count without a quota, and neither.
    [Theory]
    [InlineData(false, true, "Advisor computes connections from their quota metric.")]
    [InlineData(true, false, "Advisor compares the connection count with what the size accepts.")]
    [InlineData(false, false, "Advisor does not scale in.")]
    public void It_says_what_takes_the_place_of_connections(bool hasCount, bool hasQuota, string instead)
    {
        var (alerts, _) = Run(
            DayMinutes,
            minute =>
                minute < 60
                    ? Whole
                    : Whole with
                    {
                        ConnectionCount = hasCount ? 1000 : null,
                        ConnectionQuotaUtilization = hasQuota ? 20 : null,
                    }
        );

        Assert.EndsWith(" UTC. " + instead, alerts.Metrics.DescribeMissing(alerts.NewestMetricsAt), StringComparison.Ordinal);
    }

    [Fact]
    public void The_metric_that_is_missing_the_longest_counts_whichever_it_is()
    {
        int?[] minutes = [null, -3, 2, 5]; // after the newest minute is not missing
        foreach (var load in minutes)
        {
            foreach (var count in minutes)
            {
                foreach (var quota in minutes)
                {
                    var seen = new MetricTimes
                    {
                        ServerLoad = At(load),
                        ConnectionCount = At(count),
                        ConnectionQuota = At(quota),
                    };
                    int?[] known = [load, count, quota];

                    Assert.Equal(known.Max() is { } longest ? Math.Max(longest, 0) : null, seen.ComputeMissingMinutes(Monday));
                }
            }
        }

        static DateTimeOffset? At(int? minutesAgo) => minutesAgo is { } ago ? Monday.AddMinutes(-ago) : null;
    }

    [Fact]
    public void What_is_dated_after_now_is_dropped()
    {
        var later = Monday.AddMinutes(1);
        var known = new MetricTimes
        {
            ServerLoad = Monday,
            ConnectionCount = Monday,
            ConnectionQuota = Monday,
        };

        Assert.Equal(known, known.DropAfter(Monday));
        Assert.Equal(known with { ServerLoad = null }, (known with { ServerLoad = later }).DropAfter(Monday));
        Assert.Equal(known with { ConnectionCount = null }, (known with { ConnectionCount = later }).DropAfter(Monday));
        Assert.Equal(known with { ConnectionQuota = null }, (known with { ConnectionQuota = later }).DropAfter(Monday));
    }

    private static MetricReadings WithoutLoadAndQuota => Whole with { ServerLoad = null, ConnectionQuotaUtilization = null };

    private static (ResourceAlerts Alerts, List<AlertEvent> Events) Run(int minutes, Func<int, MetricReadings> read)
    {
        var (alerts, events) = (ResourceAlerts.Empty, new List<AlertEvent>());
        var rules = RuleSetLoader.Embedded;
        for (var minute = 0; minute < minutes; minute++)
        {
            var now = Monday.AddMinutes(minute);
            var step = alerts
                .Observe(rules.Alerts, new MinuteSample(now, read(minute)))
                .Advance(rules, Chat, null, AlertFacts.Unknown, AlertSuppression.None, now);
            alerts = step.State;
            events.AddRange(step.Events);
        }

        return (alerts, events);
    }
}
