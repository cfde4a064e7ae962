using System.Net;
using Advisor.LocalAzure.Faults;

namespace Advisor.LocalAzure.Tests.Faults;

public sealed partial class FaultTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    private readonly ManualTimeProvider time = new(Now);

    private Task<LocalAzureHost> StartAsync() => LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time });

    [Theory]
    [InlineData(FaultKind.ServerError, 500, "InternalServerError")]
    [InlineData(FaultKind.Unavailable, 503, "ServiceUnavailable")]
    [InlineData(FaultKind.Throttle, 429, "TooManyRequests")]
    [InlineData(FaultKind.ExpiredToken, 401, "ExpiredAuthenticationToken")]
    [InlineData(FaultKind.Forbidden, 403, "AuthorizationFailed")]
    [InlineData(FaultKind.NotFound, 404, "ResourceNotFound")]
    public async Task A_fault_answers_as_often_as_configured_and_then_no_more(FaultKind kind, int status, string code)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(kind) { Times = 2 });
        var id = azure.GetResource("hot-chat").Id;

        for (var i = 0; i < 2; i++)
        {
            var refused = await client.GetAsync(id);
            Assert.Equal((status, code), ((int)refused.Status, refused.ErrorCode));
        }

        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id)).Status);
        Assert.Empty(azure.Faults.Active);
    }

    [Fact]
    public async Task Batch_only_403_leaves_the_single_call_alone()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.ForbidBatch();
        var id = azure.GetResource("hot-chat").Id;

        var batch = await client.ReadBatchAsync([id], "Microsoft.SignalRService/SignalR", "ServerLoad", Now.AddHours(-1), Now);
        var single = await client.ReadMetricsAsync(id, "ServerLoad", Now.AddHours(-1), Now);

        Assert.Equal((HttpStatusCode.Forbidden, "AuthorizationFailed"), (batch.Status, batch.ErrorCode));
        Assert.Contains(
            "'Microsoft.Insights/metrics/read' over scope '" + client.Subscription,
            batch.ErrorMessage,
            StringComparison.Ordinal
        );
        Assert.Equal(HttpStatusCode.OK, single.Status);
    }

    [Fact]
    public async Task A_token_bucket_lets_its_burst_through_says_how_long_to_wait_and_fills_again()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Throttle(burst: 3, perSecond: 0.5, CallKind.Get);
        var id = azure.GetResource("hot-chat").Id;

        var burst = new[] { await client.GetAsync(id), await client.GetAsync(id), await client.GetAsync(id) };
        var refused = await client.GetAsync(id);
        time.Advance(TimeSpan.FromSeconds(1));
        var early = await client.GetAsync(id);
        time.Advance(TimeSpan.FromSeconds(1));
        var later = await client.GetAsync(id);

        // Half a call a second: two seconds until the next, one of them gone at the second refusal.
        Assert.All(burst, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        Assert.Equal((HttpStatusCode.TooManyRequests, "2"), (refused.Status, refused.Headers["Retry-After"]));
        Assert.Equal((HttpStatusCode.TooManyRequests, "1"), (early.Status, early.Headers["Retry-After"]));
        Assert.Equal(HttpStatusCode.OK, later.Status);
    }

    [Fact]
    public async Task A_fault_meets_only_the_resource_and_the_kind_of_call_it_names()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.ServerError) { Call = CallKind.Get, Resource = "HOT-chat" });
        var id = azure.GetResource("hot-chat").Id;

        Assert.Equal(HttpStatusCode.InternalServerError, (await client.GetAsync(id)).Status);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id + "/skus")).Status);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(azure.GetResource("idle-staging").Id)).Status);
    }

    [Fact]
    public async Task Another_process_adds_sees_and_clears_faults_and_reads_the_counters()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id;

        var added = await client.AddFaultAsync(
            """{"kind":"throttle","call":"get","resource":"hot-chat","times":1,"retryAfterSeconds":7}"""
        );
        var fault = (await client.GetJsonAsync("/local/faults"))["value"]![0]!;
        var refused = await client.GetAsync(id);
        await client.AddFaultAsync("""{"kind":"serverError"}""");
        var cleared = await client.SendAsync(HttpMethod.Delete, "/local/faults");
        var calls = await client.GetJsonAsync("/local/calls");

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.NoContent), (added.Status, cleared.Status));
        Assert.Equal(("throttle", "get", 7), ((string?)fault["kind"], (string?)fault["call"], (int?)fault["retryAfterSeconds"]));
        Assert.Equal((HttpStatusCode.TooManyRequests, "7"), (refused.Status, refused.Headers["Retry-After"]));
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id)).Status);
        Assert.Equal((1, 1), ((int)calls["get"]!, (int)calls["total"]!));
        Assert.Equal(10, (await client.GetJsonAsync("/local"))["resources"]!.AsArray().Count);
    }

    [Theory]
    [InlineData("""{"kind":"earthquake"}""")]
    [InlineData("""{"kind":"throttle","wait":7}""")]
    [InlineData("""{"kind":"serverError","times":0}""")]
    [InlineData("""{}""")]
    [InlineData("nonsense")]
    public async Task What_is_not_a_fault_is_refused_with_the_list_of_kinds(string body)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.AddFaultAsync(body);

        Assert.Equal((HttpStatusCode.BadRequest, "InvalidFault"), (answer.Status, answer.ErrorCode));
        Assert.Contains("scopeLocked", answer.ErrorMessage, StringComparison.Ordinal);
        Assert.Empty(azure.Faults.Active);
    }
}
