namespace Advisor.Benchmarks;

/// <summary>What was counted over some ticks.</summary>
/// <param name="Ticks">Ticks that were counted, a minute each.</param>
/// <param name="Batches">Batches of up to 50 resources that were evaluated.</param>
/// <param name="Deliveries">Notifications sent.</param>
/// <param name="TableCalls">Requests to the table service.</param>
/// <param name="MetricCalls">Calls to Azure Monitor.</param>
/// <param name="ReadCalls">Calls to Resource Manager; they are free.</param>
internal sealed record OwnCostCounts(int Resources, int Ticks, int Batches, int Deliveries, int TableCalls, int MetricCalls, int ReadCalls)
{
    /// <summary>What came since an earlier count.</summary>
    public OwnCostCounts Subtract(OwnCostCounts before, int ticks) =>
        new(
            Resources,
            ticks,
            Batches - before.Batches,
            Deliveries - before.Deliveries,
            TableCalls - before.TableCalls,
            MetricCalls - before.MetricCalls,
            ReadCalls - before.ReadCalls
        );
}

/// <summary>
/// List prices in USD of a cheap region, for comparison. Read 2026-11-21; none could be checked on the official pages, which show no
/// numbers without a region: docs/own-cost.md has the source of each, and what is assumed.
/// </summary>
internal static class OwnCostPrices
{
    private const double TicksAMonth = 730 * 60;

    // Functions, Flex Consumption on demand: a GB-second, a million executions, and what is free of each in a month.
    private const double GigabyteSecond = 0.000026,
        MillionExecutions = 0.40,
        FreeGigabyteSeconds = 100_000,
        FreeExecutions = 250_000;

    // Storage, locally redundant: a million requests.
    private const double MillionTableCalls = 0.036,
        MillionQueueCalls = 0.40;

    // Azure Monitor: a thousand metric calls after the first million; a GB of logs after the first five; a rule over logs every 5 minutes,
    // which is the one of functions/infra/modules/heartbeat.bicep.
    private const double ThousandMetricCalls = 0.01,
        FreeMetricCalls = 1_000_000,
        AlertRule = 1.50,
        GigabyteOfLogs = 2.30,
        FreeGigabytesOfLogs = 5;

    // Assumed: a batch takes 2 s, an instance works on 16 at once, the timer takes 1 s and another for every 2,000 resources; an instance
    // has 2 GB.
    private const double BatchSeconds = 2,
        BatchesAtOnce = 16,
        ResourcesASecond = 2000,
        Gigabytes = 2;

    // Assumed: a message is put, got and deleted; the six queues are polled every 5 s; the host renews leases 10 times a minute; an
    // execution logs 3 KB.
    private const double CallsAMessage = 3,
        PollsATick = 6 * 12,
        LeasesATick = 10,
        LogBytes = 3000;

    /// <summary>A table in Markdown: what, how many in a month, what it costs.</summary>
    public static IEnumerable<string> RenderTable(OwnCostCounts counts)
    {
        var month = TicksAMonth / counts.Ticks;
        var messages = (counts.Batches + counts.Deliveries) * month;
        var executions = TicksAMonth + messages;
        var active =
            1
            + (counts.Resources / ResourcesASecond)
            + (Math.Ceiling((double)counts.Batches / counts.Ticks / BatchesAtOnce) * BatchSeconds);
        (string What, double Count, double Price)[] rows =
        [
            ("executions", executions, ComputeAbove(executions, FreeExecutions) / 1e6 * MillionExecutions),
            (
                "GB-seconds, assumed",
                active * Gigabytes * TicksAMonth,
                ComputeAbove(active * Gigabytes * TicksAMonth, FreeGigabyteSeconds) * GigabyteSecond
            ),
            ("table requests", counts.TableCalls * month, counts.TableCalls * month / 1e6 * MillionTableCalls),
            ("queue and blob requests, partly assumed", ComputeQueueCost(messages), ComputeQueueCost(messages) / 1e6 * MillionQueueCalls),
            (
                "metric calls",
                counts.MetricCalls * month,
                ComputeAbove(counts.MetricCalls * month, FreeMetricCalls) / 1000 * ThousandMetricCalls
            ),
            (
                "GB of logs, assumed",
                executions * LogBytes / 1e9,
                ComputeAbove(executions * LogBytes / 1e9, FreeGigabytesOfLogs) * GigabyteOfLogs
            ),
            ("alert rules", 1, AlertRule),
            ("reads of Resource Manager", counts.ReadCalls * month, 0),
        ];
        yield return $"counted in {counts.Ticks} ticks: {counts.Batches} batches, {counts.Deliveries} notifications, {counts.TableCalls} "
            + $"table requests, {counts.MetricCalls} metric calls, {counts.ReadCalls} reads";
        yield return $"a tick: {(double)counts.TableCalls / counts.Ticks:0.0} table requests, "
            + $"{(double)counts.MetricCalls / counts.Ticks:0.00} metric calls";
        yield return "| a month | count | USD |";
        yield return "| --- | --: | --: |";
        foreach (var (what, count, price) in rows)
        {
            var counted = count.ToString(count < 100 ? "0.0" : "#,0");
            yield return $"| {what} | {counted} | {price:0.00} |";
        }

        var sum = rows.Sum(row => row.Price);
        yield return $"| together | | **{sum:0.00}**, {sum / counts.Resources:0.0000} a resource |";
    }

    private static double ComputeQueueCost(double messages) => (messages * CallsAMessage) + ((PollsATick + LeasesATick) * TicksAMonth);

    private static double ComputeAbove(double count, double free) => Math.Max(0, count - free);
}
