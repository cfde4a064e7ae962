using Advisor.Core.Fleet;
using Advisor.Core.Metrics;

namespace Advisor.Azure.Tests.Metrics;

public sealed partial class AzureMetricSourceTests
{
    [Fact]
    public async Task A_refused_batch_is_read_one_by_one_and_the_answer_says_so()
    {
        azure
            .Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(403, "AuthorizationFailed"))
            .Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));

        var answer = await ReadAsync([.. Enumerable.Range(0, 3).Select(i => AzureResponses.CreateResource($"r{i}"))]);

        Assert.Equal(3, answer.Series.Count);
        Assert.Equal(4, answer.Calls); // the refused one and three single ones
        Assert.Empty(answer.Failures);
        var note = Assert.Single(answer.Notes);
        Assert.Contains("403", note, StringComparison.Ordinal);
        Assert.Contains("per resource", note, StringComparison.Ordinal);
        var single = azure.Calls[^1];
        Assert.Equal("management.azure.com", single.Uri.Host);
        // Ours, and that of Azure.Monitor.Query.
        Assert.Contains(AzureResponses.ReadQuery(single, "api-version"), (string[])["2018-01-01", "2024-02-01"]);
        Assert.Equal("2026-03-01T11:00:00Z/2026-03-01T11:58:00Z", AzureResponses.ReadQuery(single, "timespan"));
    }

    [Fact]
    public async Task A_run_remembers_a_refused_subscription_for_its_next_batches_and_says_so_once()
    {
        azure
            .Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(403, "AuthorizationFailed"))
            .Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));
        using var connection = AzureConnection.Create(azure.CreateOptions(time));
        var run = connection.Metrics.BeginRun();

        var calls = new List<int>();
        for (var batch = 0; batch < 3; batch++)
        {
            var answer = await run.ReadAsync(
                [AzureResponses.CreateResource($"r{batch}")],
                time.GetUtcNow().AddHours(-1),
                time.GetUtcNow(),
                TimeSpan.FromMinutes(1),
                CancellationToken.None
            );
            Assert.Single(answer.Series);
            calls.Add(answer.Calls);
        }

        Assert.Equal([2, 1, 1], calls); // the refused one is not repeated
        Assert.Contains("per resource", Assert.Single(run.ListNotes()), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_batch_endpoint_behind_a_firewall_is_read_one_by_one_too()
    {
        azure
            .Handle("POST", "metrics:getBatch", _ => throw new HttpRequestException("No such host is known."))
            .Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        Assert.Single(answer.Series);
        Assert.Contains("westeurope.metrics.monitor.azure.com could not be reached", Assert.Single(answer.Notes), StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_resource_without_rights_hides_no_other()
    {
        azure
            .Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(403, "AuthorizationFailed"))
            .Handle(
                "GET",
                "/providers/microsoft.insights/metrics",
                call =>
                    call.Uri.AbsolutePath.Contains("/r1/", StringComparison.Ordinal)
                        ? FakeAzure.CreateError(403, "AuthorizationFailed")
                        : FakeAzure.CreateJson(AzureResponses.RenderSingle(call))
            );

        var answer = await ReadAsync([.. Enumerable.Range(0, 3).Select(i => AzureResponses.CreateResource($"r{i}"))]);

        Assert.Equal([FakeAzure.CreateId("r0"), FakeAzure.CreateId("r2")], answer.Series.Keys.Order());
        var failure = Assert.Single(answer.Failures);
        Assert.Equal(FakeAzure.CreateId("r1"), failure.ResourceId);
        Assert.Equal(FailureCode.Forbidden, failure.Code);
    }

    [Fact]
    public async Task An_unknown_metric_name_is_dropped_and_not_asked_for_again()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                AzureResponses.ReadMetrics(call).Contains("MessageCount")
                    ? FakeAzure.CreateError(
                        400,
                        "BadRequest",
                        "Failed to find metric configuration for provider: Microsoft.SignalRService, resource Type: "
                            + "SignalR, metric: MessageCount, Valid metrics: ServerLoad,ConnectionQuotaUtilization,ConnectionCount,"
                            + "InboundTraffic,OutboundTraffic,ConnectionOpenCount,SystemErrors"
                    )
                    : FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
        );
        using var connection = azure.Connect(time);

        var first = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        var second = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.Equal(new MetricReadings(7, 7, 7, 7, 7, null, 7, 7), first.Series[FakeAzure.CreateId("one")].Single().Readings);
        Assert.Contains("MessageCount", Assert.Single(first.Notes), StringComparison.Ordinal);
        Assert.Equal(3, first.Calls); // levels; totals, refused; totals without it
        Assert.Equal(2, second.Calls);
    }

    [Fact]
    public async Task A_deleted_resource_that_spoils_a_batch_is_found_by_halving()
    {
        var deleted = FakeAzure.CreateId("r5");
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                AzureResponses.ReadIds(call).Contains(deleted)
                    ? FakeAzure.CreateError(404, "ResourceNotFound", $"The resource {deleted} was not found.")
                    : FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
        );

        var answer = await ReadAsync([.. Enumerable.Range(0, 8).Select(i => AzureResponses.CreateResource($"r{i}"))]);

        Assert.Equal(7, answer.Series.Count);
        var failure = Assert.Single(answer.Failures);
        Assert.Equal((deleted, FailureCode.NotFound), (failure.ResourceId, failure.Code));

        // Levels: 8; halves 4, 4; of the second 2, 2; of its first 1, 1; and it alone by the other call. Totals: the 7 others.
        Assert.Equal(7 + 1 + 1, answer.Calls);
    }
}
