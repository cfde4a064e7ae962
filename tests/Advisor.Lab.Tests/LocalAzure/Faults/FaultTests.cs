using System.Net;
using System.Text;
using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Lab.Tests.LocalAzure.Faults;

public sealed class FaultTests
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

    [Fact]
    public async Task A_truncated_answer_is_half_of_its_json()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var path = client.Subscription + "/providers/Microsoft.SignalRService/signalR";
        var whole = (await client.GetAsync(path)).Text;
        azure.Faults.Add(new Fault(FaultKind.Truncate));

        var half = await client.GetAsync(path);

        Assert.Equal((HttpStatusCode.OK, whole[..half.Text.Length]), (half.Status, half.Text));
        Assert.Equal(whole.Length / 2, half.Text.Length);
        Assert.ThrowsAny<JsonException>(() => half.Json);
    }

    [Fact]
    public async Task A_reset_breaks_the_connection()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.Reset));

        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync(azure.GetResource("hot-chat").Id));
    }

    [Fact]
    public async Task A_delayed_answer_outlasts_an_impatient_client_and_reaches_a_patient_one()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id + "?api-version=2024-03-01";
        azure.Faults.Add(new Fault(FaultKind.Delay) { Delay = TimeSpan.FromMinutes(5), Times = 1 });
        azure.Faults.Add(new Fault(FaultKind.Delay) { Delay = TimeSpan.FromMilliseconds(1), Times = 1 });
        using var impatient = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);

        // Patience ends once the call has met its fault: were it given up before it arrived, the fault would wait for the next one.
        var late = client.Http.GetAsync(new Uri(id, UriKind.Relative), impatient.Token);
        await Until.WaitAsync(() => azure.Faults.Active.Count == 1);
        await impatient.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => late);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id)).Status);
    }

    [Fact]
    public async Task One_metric_fails_inside_a_200_and_another_is_missing()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.MetricError) { Metric = "ServerLoad", Resource = "hot-chat" });
        azure.Faults.Add(new Fault(FaultKind.MetricMissing) { Metric = "SystemErrors" });
        var ids = new[] { azure.GetResource("hot-chat").Id, azure.GetResource("lobby-connections").Id };

        var values = (
            await client.ReadBatchAsync(
                ids,
                "Microsoft.SignalRService/SignalR",
                "ServerLoad,SystemErrors,ConnectionCount",
                Now.AddMinutes(-10),
                Now.AddMinutes(-5)
            )
        ).Json["values"]!;

        Assert.Equal(["InternalServerError", "Success", "Success"], values[0]!["value"]!.AsArray().Select(v => (string?)v!["errorCode"]));
        Assert.Empty(values[0]!["value"]![0]!["timeseries"]!.AsArray());
        Assert.Equal("Success", (string?)values[1]!["value"]![0]!["errorCode"]);
        Assert.Null(values[1]!["value"]![1]!["timeseries"]![0]!["data"]![0]!["maximum"]);
        Assert.NotNull(values[1]!["value"]![2]!["timeseries"]![0]!["data"]![0]!["maximum"]);
    }

    [Theory]
    [InlineData(FaultKind.Conflict, 409, "Conflict")]
    [InlineData(FaultKind.ScopeLocked, 409, "ScopeLocked")]
    [InlineData(FaultKind.Policy, 403, "RequestDisallowedByPolicy")]
    [InlineData(FaultKind.Quota, 400, "QuotaExceeded")]
    public async Task A_refusal_of_changes_lets_reads_through(FaultKind kind, int status, string code)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(kind));
        var id = azure.GetResource("hot-chat").Id;

        var refused = await client.PatchAsync(id, """{"sku":{"name":"Standard_S1","capacity":3}}""");

        Assert.Equal((status, code), ((int)refused.Status, refused.ErrorCode));
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id)).Status);
    }

    [Fact]
    public async Task Tokens_are_asked_for_on_demand_and_held_to_their_expiry()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.RequireToken));
        var id = azure.GetResource("hot-chat").Id;

        Assert.Equal("AuthenticationFailed", (await SendAsync(null)).ErrorCode);
        Assert.Equal("ExpiredAuthenticationToken", (await SendAsync(CreateJwt(Now.AddMinutes(-1)))).ErrorCode);
        Assert.Equal(HttpStatusCode.OK, (await SendAsync(CreateJwt(Now.AddMinutes(1)))).Status);
        Assert.Equal(HttpStatusCode.OK, (await SendAsync("any-text")).Status);
        Assert.StartsWith("Bearer ", (await SendAsync(null)).Headers["WWW-Authenticate"], StringComparison.Ordinal);

        Task<LocalAzureClient.Answer> SendAsync(string? token) => client.SendAsync(HttpMethod.Get, id, token: token);

        static string CreateJwt(DateTimeOffset expiry) =>
            string.Join(
                '.',
                new[] { "{}", $"{{\"exp\":{expiry.ToUnixTimeSeconds()}}}", "" }.Select(part =>
                    Convert.ToBase64String(Encoding.UTF8.GetBytes(part)).TrimEnd('=')
                )
            );
    }

    [Fact]
    public async Task A_stuck_change_runs_until_the_faults_are_cleared_and_then_is_given_up()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");
        azure.Faults.Add(new Fault(FaultKind.StuckUpdate));
        await client.PatchAsync(resource.Id, """{"sku":{"name":"Standard_S1","capacity":3}}""");

        time.Advance(TimeSpan.FromDays(2));
        Assert.Equal(("Updating", 2), (resource.ProvisioningState, resource.Units));
        azure.Faults.Clear();

        Assert.Equal(("Succeeded", 2), (resource.ProvisioningState, resource.Units));
    }

    [Fact]
    public async Task A_failed_change_says_so_and_leaves_the_size()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");
        azure.Faults.Add(new Fault(FaultKind.FailedUpdate) { Times = 1 });
        var accepted = await client.PatchAsync(resource.Id, """{"sku":{"name":"Standard_S1","capacity":3}}""");
        time.Advance(TimeSpan.FromMinutes(1));

        var status = await client.GetJsonAsync(accepted.Headers["Azure-AsyncOperation"]);

        Assert.Equal(("Failed", "InternalServerError"), ((string?)status["status"], (string?)status["error"]!["code"]));
        Assert.Equal(("Failed", 2), (resource.ProvisioningState, resource.Units));
        Assert.Equal(HttpStatusCode.Accepted, (await client.PatchAsync(resource.Id, """{"sku":{"capacity":3}}""")).Status);
    }
}
