using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Metrics;

public sealed class FailingBatchTests
{
    private static readonly FleetScope Other = new() { ResourceIds = [FakeAzure.CreateId("other")] };

    private readonly FakeAzure azure = new FakeAzure()
        .Handle("GET", "/providers/microsoft.insights/metrics", _ => FakeAzure.CreateError(500, "InternalServerError"))
        .Handle("GET", "/SignalR/other?", AzureResponses.RenderResource("other"))
        .Handle("GET", "/autoscalesettings?", AzureResponses.List());

    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Theory]
    [InlineData(500, 43, 49)]
    [InlineData(503, 0, 0)]
    public async Task A_batch_that_fails_with_500_for_minutes_is_split_to_the_resource_at_fault(int status, int few, int alone)
    {
        FailFor(status, "r13");
        using var connection = azure.Connect(time);
        var resources = CreateResources(50);
        var answers = new List<MetricReadResult>();
        foreach (var minutes in (int[])[0, 4, 1, 2, 1])
        {
            time.Advance(TimeSpan.FromMinutes(minutes));
            answers.Add(await ReadAsync(connection, resources));
        }

        Assert.Equal([0, 0, few, alone, alone], answers.Select(answer => answer.Series.Count));
        Assert.Equal([50, 50, 50 - few, 50 - alone, 50 - alone], answers.Select(answer => answer.Failures.Count));
        if (status == 500)
        {
            // Twice the levels of 50, which fail: the totals are not requested then. After 5 minutes the levels of seven times 7 and of
            // one, and the totals of all but the 7 with r13. After 7 minutes levels and totals of the 43 and of each of the 6, the levels
            // of r13, and r13 by the other call. Then both of the 49, and r13 by the other call.
            Assert.Equal([1, 1, 8 + 7, 2 + (6 * 2) + 1 + 1, 2 + 1], answers.Select(answer => answer.Calls));
            Assert.Equal(FakeAzure.CreateId("r13"), Assert.Single(answers[^1].Failures).ResourceId);
        }
    }

    // Six minutes between two failures, and an answer in between, whose ids are in another case.
    [Fact]
    public async Task A_batch_that_was_answered_in_between_has_not_failed_for_minutes()
    {
        var fails = true;
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                fails
                    ? FakeAzure.CreateError(500, "InternalServerError")
                    : FakeAzure.CreateJson(
                        AzureResponses.RenderBatch(call).Replace("/resourceGroups/", "/resourcegroups/", StringComparison.Ordinal)
                    )
        );
        using var connection = azure.Connect(time);
        foreach (var (isFailing, calls) in new[] { (true, 1), (false, 2), (true, 1) })
        {
            fails = isFailing;
            Assert.Equal(calls, (await ReadAsync(connection, CreateResources(2))).Calls);
            time.Advance(TimeSpan.FromMinutes(3));
        }
    }

    // Four attempts of each of the failing batches open the circuit of the region: at twelve, where eight of ten fail.
    // Of twelve, ten are split after 5 minutes; the others begin to count when those are read, after 7.
    [Theory]
    [InlineData(1000, "r0", "r60", "r110", "r160", "r210", "r260", "r310", "r360", "r410", "r460", "r510", "r560")]
    [InlineData(100, "r0", "r50")]
    [InlineData(150, "r0", "r50", "r100")]
    [InlineData(500, "r0", "r60", "r110", "r160", "r210", "r260")]
    public async Task Several_batches_with_a_resource_at_fault_leave_no_other_unread(int count, params string[] bad)
    {
        FailFor(500, bad);
        using var connection = ConnectWithRetries();

        var answer = await ReadForMinutesAsync(connection, CreateResources(count), 20);

        Assert.Equal(count - bad.Length, answer.Series.Count);
    }

    // As in an outage of the metrics of one subscription, with others behind it in the same region.
    [Theory]
    [InlineData(300, 1000)]
    [InlineData(600, 700)]
    [InlineData(600, 1600)]
    public async Task An_outage_of_some_resources_of_a_region_leaves_the_others_read(int failing, int count)
    {
        FailFor(500, [.. Enumerable.Range(0, failing).Select(i => $"r{i}")]);
        using var connection = ConnectWithRetries();

        var answer = await ReadForMinutesAsync(connection, CreateResources(count), 20);

        Assert.Equal(count - failing, answer.Series.Count);
    }

    // As a service reads: 50 resources a call, in the order of the subscriptions.
    [Theory]
    [InlineData(150)]
    [InlineData(300)]
    [InlineData(600)]
    public async Task An_outage_of_the_metrics_of_a_subscription_leaves_another_one_of_the_region_read(int count)
    {
        FailFor(500, [.. Enumerable.Range(0, count).Select(i => $"r{i}")]);
        using var connection = ConnectWithRetries();
        var others = Enumerable.Range(0, 100).Select(i => AzureResponses.CreateResource($"o{i}", subscription: "s2")).ToArray();
        var unread = new List<int>();
        for (var minute = 0; minute < 20; minute++)
        {
            var next = time.GetUtcNow().AddMinutes(1);
            foreach (var batch in CreateResources(count).Chunk(50))
            {
                await ReadAsync(connection, batch);
            }

            var failures = 0;
            foreach (var batch in others.Chunk(50))
            {
                failures += (await ReadAsync(connection, batch)).Failures.Count;
            }

            unread.Add(failures);
            time.Advance(next > time.GetUtcNow() ? next - time.GetUtcNow() : TimeSpan.Zero);
        }

        Assert.Equal(0, unread.Sum());
    }

    // As a service reads. The first three open the circuit in the first minute, and the fourth batch closes it in the second. Of twelve,
    // each trial call finds one more that fails, until one succeeds.
    [Theory]
    [InlineData(3, 1)]
    [InlineData(12, 10)]
    public async Task Bad_ids_in_the_first_batches_of_a_subscription_leave_the_others_unread_no_longer_than_they_are_found(
        int bad,
        int minutes
    )
    {
        FailFor(500, [.. Enumerable.Range(0, bad).Select(i => $"r{i * 50}")]);
        using var connection = ConnectWithRetries();
        var unread = new List<int>();
        for (var minute = 0; minute < 30; minute++)
        {
            var next = time.GetUtcNow().AddMinutes(1);
            unread.Add(0);
            foreach (var batch in CreateResources(1000).Chunk(50).ToList())
            {
                unread[minute] += (await ReadAsync(connection, batch)).Failures.Count;
            }

            time.Advance(next > time.GetUtcNow() ? next - time.GetUtcNow() : TimeSpan.Zero);
        }

        Assert.All(unread.Skip(minutes), count => Assert.InRange(count, bad, bad * 50));
        Assert.Equal(bad, unread[^1]);
    }

    [Fact]
    public async Task Resources_that_no_batch_call_reads_are_read_one_by_one_in_every_minute()
    {
        // Each hour they are tried again: the first twelve open the circuit of such calls, and the others are read all the same.
        FailFor(500, [.. Enumerable.Range(0, 20).Select(i => $"r{i}")]);
        azure.Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));
        using var connection = ConnectWithRetries();
        var unread = new List<int>();
        for (var minute = 0; minute < 150; minute++)
        {
            var next = time.GetUtcNow().AddMinutes(1);
            var answer = await ReadAsync(connection, CreateResources(50));
            unread.Add(answer.Failures.Count);
            time.Advance(next > time.GetUtcNow() ? next - time.GetUtcNow() : TimeSpan.Zero);
        }

        Assert.Equal(string.Join(' ', Enumerable.Repeat(0, 140)), string.Join(' ', unread.Skip(10)));
    }

    // A minute after the first were tried alone, one more is. Of those tried, 12 that opened the circuit and up to 7 beside the last of
    // them, levels and totals are two calls, of the others one.
    [Fact]
    public async Task An_outage_of_the_batch_call_costs_little_more_than_a_call_for_each_resource_and_minute()
    {
        azure.Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(500, "InternalServerError"));
        azure.Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));
        using var connection = ConnectWithRetries();

        var answer = await ReadForMinutesAsync(connection, CreateResources(100), 9);

        Assert.Empty(answer.Failures);
        Assert.InRange(answer.Calls, 100 + 13 + 1, 100 + 20 + 1);
    }

    // After 7 minutes the resources are read through Resource Manager, where the metrics of the region fail as well.
    [Theory]
    [InlineData(10)]
    [InlineData(50)]
    [InlineData(400)]
    [InlineData(1000)]
    [InlineData(2000)]
    public async Task An_outage_of_the_metrics_of_a_region_opens_no_circuit_of_listings_and_changes(int count)
    {
        azure.Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(500, "InternalServerError"));
        using var connection = ConnectWithRetries();
        var resources = CreateResources(count);
        await ReadForMinutesAsync(
            connection,
            resources,
            12,
            async () => Assert.Empty((await connection.Fleet.ListAsync(Other, TestContext.Current.CancellationToken)).Failures)
        );
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        azure.Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));

        // A circuit that opened at the end of a minute is still open, one allows a trial call, then all are read.
        Assert.Empty((await ReadForMinutesAsync(connection, resources, 3)).Failures);
    }

    private static FleetResource[] CreateResources(int count) =>
        [.. Enumerable.Range(0, count).Select(i => AzureResponses.CreateResource($"r{i}"))];

    private void FailFor(int status, params string[] names)
    {
        var ids = names.Select(name => FakeAzure.CreateId(name)).ToHashSet();
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                AzureResponses.ReadIds(call).Any(ids.Contains)
                    ? FakeAzure.CreateError(status, "InternalServerError")
                    : FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
        );
    }

    private AzureConnection ConnectWithRetries() =>
        AzureConnection.Create(azure.CreateOptions(time) with { Limits = new ResilienceLimits() });

    private async Task<MetricReadResult> ReadForMinutesAsync(
        AzureConnection connection,
        FleetResource[] resources,
        int minutes,
        Func<Task>? then = null
    )
    {
        for (var minute = 1; ; minute++)
        {
            var next = time.GetUtcNow().AddMinutes(1);
            var answer = await ReadAsync(connection, resources);
            await (then?.Invoke() ?? Task.CompletedTask);
            if (minute == minutes)
            {
                return answer;
            }

            time.Advance(next > time.GetUtcNow() ? next - time.GetUtcNow() : TimeSpan.Zero);
        }
    }

    private Task<MetricReadResult> ReadAsync(AzureConnection connection, FleetResource[] resources) =>
        connection.Metrics.ReadAsync(resources, time.GetUtcNow().AddHours(-1), time.GetUtcNow(), TestContext.Current.CancellationToken);
}
