using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Fleet;
using Advisor.Tests;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure.Tests.Resources;

public sealed class AzureFleetScaleTests
{
    private const string Operation =
        $"https://management.azure.com/subscriptions/{FakeAzure.Subscription}/resourceGroups/rg/providers/Microsoft.SignalRService"
        + "/locations/westeurope/operationStatuses/chat/operationId/1?api-version=2024-03-01";

    private static readonly ScaleRequest FromOneToTwo = new(FakeAzure.CreateId("chat"), new("Standard_S1", 1), new("Standard_S1", 2));

    private readonly FakeAzure azure = new FakeAzure()
        .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat"))
        .Handle("GET", "/autoscalesettings?", AzureResponses.List())
        .Handle(
            "PATCH",
            "/SignalR/chat?",
            _ => FakeAzure.CreateJson(string.Empty, 202, ("Azure-AsyncOperation", Operation), ("Location", Operation + "&result"))
        );

    [Fact]
    public async Task The_patch_carries_name_tier_capacity_and_location_and_nothing_else()
    {
        var outcome = await ScaleAsync(FromOneToTwo);

        Assert.Equal(ScaleResult.Accepted, outcome.Result);
        Assert.Equal(Operation, outcome.OperationUrl);
        var patch = Assert.Single(azure.Calls, call => call.Method == "PATCH");
        Assert.Equal(
            """{"sku":{"name":"Standard_S1","tier":"Standard","capacity":2},"location":"westeurope"}""",
            SortProperties(patch.Body)
        );
        Assert.Equal("?api-version=2024-03-01", patch.Uri.Query);
    }

    [Fact]
    public async Task A_change_of_tier_names_the_new_tier()
    {
        await ScaleAsync(FromOneToTwo with { To = new("Premium_P1", 1) });

        Assert.Contains(
            """{"name":"Premium_P1","tier":"Premium","capacity":1}""",
            SortProperties(Assert.Single(azure.Calls, call => call.Method == "PATCH").Body),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(180, ScaleResult.Accepted, 1)]
    [InlineData(181, ScaleResult.TooLate, 0)]
    public async Task A_process_that_was_suspended_until_after_its_deadline_sends_nothing(int seconds, ScaleResult expected, int patches)
    {
        var decided = new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);
        var clock = new ManualTimeProvider(decided);
        azure.Handle(
            "GET",
            "/SignalR/chat?",
            _ =>
            {
                // Suspended while the answer is on its way.
                clock.Advance(TimeSpan.FromSeconds(seconds));
                return FakeAzure.CreateJson(AzureResponses.RenderResource("chat"));
            }
        );
        using var connection = azure.Connect(clock);

        var outcome = await connection.Fleet.ScaleAsync(
            FromOneToTwo with
            {
                NotAfter = decided.AddMinutes(3),
            },
            TestContext.Current.CancellationToken
        );

        Assert.Equal(expected, outcome.Result);
        Assert.Equal(patches, azure.Calls.Count(call => call.Method == "PATCH"));
    }

    [Fact]
    public async Task A_resource_of_that_size_already_is_left_alone()
    {
        azure.Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", units: 2));

        Assert.Equal(ScaleResult.AlreadyApplied, (await ScaleAsync(FromOneToTwo)).Result);
        Assert.DoesNotContain(azure.Calls, call => call.Method == "PATCH");
    }

    [Fact]
    public async Task A_resource_that_is_not_what_the_decision_saw_is_left_alone()
    {
        azure.Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", units: 5));

        var outcome = await ScaleAsync(FromOneToTwo);

        Assert.Equal(ScaleResult.ResourceChanged, outcome.Result);
        Assert.Contains("Standard_S1 x 5 now", outcome.Text, StringComparison.Ordinal);
        Assert.DoesNotContain(azure.Calls, call => call.Method == "PATCH");
    }

    [Theory]
    [InlineData("Creating")]
    [InlineData("Updating")]
    [InlineData("Deleting")]
    public async Task A_resource_in_provisioning_is_asked_again_later(string state)
    {
        azure.Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", state: state));

        var outcome = await ScaleAsync(FromOneToTwo);

        Assert.Equal((ScaleResult.RetryLater, (FailureCode?)FailureCode.Updating), (outcome.Result, outcome.Code));
        Assert.DoesNotContain(azure.Calls, call => call.Method == "PATCH");
    }

    [Fact]
    public async Task A_resource_under_Azure_autoscale_is_never_changed()
    {
        azure
            .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", "Premium_P1"))
            .Handle(
                "GET",
                "/autoscalesettings?",
                AzureResponses.List(
                    $$$"""{"name":"peak","properties":{"enabled":true,"targetResourceUri":"{{{FakeAzure.CreateId("chat")}}}"}}"""
                )
            );

        var outcome = await ScaleAsync(FromOneToTwo with { From = new("Premium_P1", 1), To = new("Premium_P1", 2) });

        Assert.Equal((ScaleResult.Refused, (FailureCode?)FailureCode.Autoscale), (outcome.Result, outcome.Code));
        Assert.DoesNotContain(azure.Calls, call => call.Method == "PATCH");
    }

    [Fact]
    public async Task Where_autoscale_cannot_be_read_nothing_is_changed()
    {
        azure
            .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", "Premium_P1"))
            .Handle("GET", "/autoscalesettings?", _ => FakeAzure.CreateError(403, "AuthorizationFailed"));

        var outcome = await ScaleAsync(FromOneToTwo with { From = new("Premium_P1", 1), To = new("Premium_P1", 2) });

        Assert.Equal((ScaleResult.Refused, (FailureCode?)FailureCode.Forbidden), (outcome.Result, outcome.Code));
        Assert.DoesNotContain(azure.Calls, call => call.Method == "PATCH");
    }

    [Theory]
    [InlineData("/SignalR/chat?")]
    [InlineData("/autoscalesettings?")]
    public async Task A_read_that_fails_before_the_request_says_that_nothing_was_sent(string failing)
    {
        azure
            .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", "Premium_P1"))
            .Handle("GET", "/autoscalesettings?", _ => FakeAzure.CreateJson("""{"value":[]}"""))
            .Handle("GET", failing, _ => FakeAzure.CreateError(500, "InternalServerError"));

        var outcome = await ScaleAsync(FromOneToTwo with { From = new("Premium_P1", 1), To = new("Premium_P1", 2) });

        Assert.Equal((ScaleResult.RetryLater, true), (outcome.Result, outcome.IsUnsent));
        Assert.DoesNotContain(azure.Calls, call => call.Method == "PATCH");
    }

    [Fact]
    public async Task A_request_that_Azure_answers_with_an_error_was_sent()
    {
        azure
            .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", "Standard_S1"))
            .Handle("PATCH", "/SignalR/chat?", _ => FakeAzure.CreateError(500, "InternalServerError"));

        Assert.False((await ScaleAsync(FromOneToTwo)).IsUnsent);
    }

    [Theory]
    [InlineData(409, "Conflict", ScaleResult.RetryLater, FailureCode.Conflict)]
    [InlineData(409, "ScopeLocked", ScaleResult.Refused, FailureCode.Locked)]
    [InlineData(403, "ScopeLocked", ScaleResult.Refused, FailureCode.Locked)]
    [InlineData(403, "RequestDisallowedByPolicy", ScaleResult.Refused, FailureCode.Policy)]
    [InlineData(403, "AuthorizationFailed", ScaleResult.Refused, FailureCode.Forbidden)]
    [InlineData(401, "ExpiredAuthenticationToken", ScaleResult.Refused, FailureCode.Credential)]
    [InlineData(404, "ResourceNotFound", ScaleResult.Refused, FailureCode.NotFound)]
    [InlineData(400, "InvalidSku", ScaleResult.Refused, FailureCode.Invalid)]
    [InlineData(400, "QuotaExceeded", ScaleResult.Refused, FailureCode.Quota)]
    [InlineData(429, "TooManyRequests", ScaleResult.RetryLater, FailureCode.Throttled)]
    [InlineData(500, "InternalServerError", ScaleResult.RetryLater, FailureCode.ServiceFault)]
    public async Task A_refusal_says_whether_to_ask_again_and_why(int status, string azureCode, ScaleResult result, FailureCode code)
    {
        azure.Handle("PATCH", "/SignalR/chat?", _ => FakeAzure.CreateError(status, azureCode));

        var outcome = await ScaleAsync(FromOneToTwo);

        Assert.Equal((result, (FailureCode?)code), (outcome.Result, outcome.Code));
    }

    [Fact]
    public async Task A_quota_is_known_by_its_text_where_the_code_is_vague()
    {
        azure.Handle(
            "PATCH",
            "/SignalR/chat?",
            _ => FakeAzure.CreateError(400, "BadRequest", "The unit count exceeds the quota of 150 for this region.")
        );

        Assert.Equal(FailureCode.Quota, (await ScaleAsync(FromOneToTwo)).Code);
    }

    [Fact]
    [Fault("arm-lock")]
    public async Task A_lock_named_only_in_the_details_is_found()
    {
        azure.Handle(
            "PATCH",
            "/SignalR/chat?",
            _ =>
                FakeAzure.CreateJson(
                    """{"error":{"code":"Conflict","message":"x","details":[{"code":"ScopeLocked","message":"y"}]}}""",
                    409
                )
        );

        Assert.Equal(FailureCode.Locked, (await ScaleAsync(FromOneToTwo)).Code);
    }

    [Fact]
    public async Task What_Azure_asks_to_wait_is_handed_on()
    {
        azure.Handle("PATCH", "/SignalR/chat?", _ => FakeAzure.CreateError(429, "TooManyRequests", "Slow.", ("Retry-After", "17")));

        Assert.Equal(TimeSpan.FromSeconds(17), (await ScaleAsync(FromOneToTwo)).RetryAfter);
    }

    [Fact]
    public async Task A_request_within_a_long_wait_is_not_sent_and_waits_for_the_rest_of_it()
    {
        azure.Handle("PATCH", "/SignalR/chat?", _ => FakeAzure.CreateError(429, "TooManyRequests", "Slow.", ("Retry-After", "600")));
        var time = new ManualTimeProvider(new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero));
        using var connection = azure.Connect(time);
        await connection.Fleet.ScaleAsync(FromOneToTwo, TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromMinutes(4));

        var outcome = await connection.Fleet.ScaleAsync(FromOneToTwo, TestContext.Current.CancellationToken);

        Assert.Equal(
            (ScaleResult.RetryLater, FailureCode.Throttled, TimeSpan.FromMinutes(6)), // 10 less 4
            (outcome.Result, outcome.Code, outcome.RetryAfter)
        );
        Assert.Single(azure.Calls, call => call.Method == "PATCH");
    }

    [Fact]
    public async Task A_change_without_a_sign_in_is_refused()
    {
        var credential = DelegatedTokenCredential.Create((_, _) => throw new AuthenticationFailedException("AADSTS700082: expired."));
        using var connection = AzureConnection.Create(azure.CreateOptions() with { Credential = credential });

        var outcome = await connection.Fleet.ScaleAsync(FromOneToTwo, TestContext.Current.CancellationToken);

        Assert.Equal((ScaleResult.Refused, FailureCode.Credential), (outcome.Result, outcome.Code));
    }

    [Fact]
    public async Task A_change_is_sent_once_even_where_reads_are_repeated()
    {
        azure.Handle("PATCH", "/SignalR/chat?", _ => FakeAzure.CreateError(503, "ServiceUnavailable"));
        using var connection = AzureConnection.Create(
            azure.CreateOptions(new SteppingTime(TimeSpan.FromSeconds(29))) with
            {
                Limits = new() { Retries = 3 },
            }
        );

        await connection.Fleet.ScaleAsync(FromOneToTwo, TestContext.Current.CancellationToken);

        Assert.Single(azure.Calls, call => call.Method == "PATCH");
    }

    private static string SortProperties(string json)
    {
        var node = System.Text.Json.Nodes.JsonNode.Parse(json)!.AsObject();
        var sku = node["sku"]!.AsObject();
        var ordered = new System.Text.Json.Nodes.JsonObject();
        foreach (var key in new[] { "name", "tier", "capacity" }.Concat(sku.Select(p => p.Key)).Distinct().Where(sku.ContainsKey).ToList())
        {
            ordered[key] = sku[key]!.DeepClone();
        }

        var whole = new System.Text.Json.Nodes.JsonObject { ["sku"] = ordered };
        foreach (var (key, value) in node.Where(p => p.Key != "sku").OrderBy(p => p.Key, StringComparer.Ordinal))
        {
            whole[key] = value?.DeepClone();
        }

        return whole.ToJsonString();
    }

    private async Task<ScaleOutcome> ScaleAsync(ScaleRequest request)
    {
        using var connection = azure.Connect();
        return await connection.Fleet.ScaleAsync(request, TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData("Running", false, false)]
    [InlineData("Succeeded", true, true)]
    [InlineData("Failed", true, false)]
    [InlineData("Canceled", true, false)]
    public async Task An_operation_is_done_at_its_terminal_states_only(string status, bool done, bool succeeded)
    {
        azure.Handle("GET", "/operationStatuses/", $$"""{"id":"x","name":"1","status":"{{status}}","startTime":"2026-03-01T12:00:00Z"}""");

        var progress = await FollowAsync(Operation);

        Assert.Equal((done, succeeded, status), (progress.IsDone, progress.HasSucceeded, progress.Status));
    }

    // Where Azure gives no address of a status, that of the result is followed: 202 while it runs, then the resource or nothing.
    [Theory]
    [InlineData(202, null, false, "Running")]
    [InlineData(200, "Updating", false, "Updating")]
    [InlineData(200, "Succeeded", true, "Succeeded")]
    [InlineData(200, null, true, "Succeeded")]
    [InlineData(204, null, true, "Succeeded")]
    public async Task An_operation_is_followed_by_its_result_too(int status, string? state, bool done, string shown)
    {
        const string Result = "https://management.azure.com/operationResults/1?api-version=2024-03-01";
        azure
            .Handle("PATCH", "/SignalR/chat?", _ => FakeAzure.CreateJson("", 202, ("Location", Result)))
            .Handle(
                "GET",
                "/operationResults/",
                _ => FakeAzure.CreateJson(state is null ? "" : AzureResponses.RenderResource("chat", state: state), status)
            );

        var progress = await FollowAsync((await ScaleAsync(FromOneToTwo)).OperationUrl!);

        Assert.Equal((done, done, shown), (progress.IsDone, progress.HasSucceeded, progress.Status));
    }

    [Fact]
    public async Task A_failed_operation_says_why()
    {
        azure.Handle("GET", "/operationStatuses/", """{"status":"Failed","error":{"code":"QuotaExceeded","message":"No more units."}}""");

        Assert.Equal("Azure did not complete the change: QuotaExceeded, No more units.", (await FollowAsync(Operation)).Text);
    }

    [Fact]
    [Fault("arm-poll")]
    public async Task An_operation_that_cannot_be_read_now_is_not_done()
    {
        azure.Handle("GET", "/operationStatuses/", _ => FakeAzure.CreateError(503, "ServiceUnavailable"));

        var progress = await FollowAsync(Operation);

        Assert.Equal((false, nameof(FailureCode.ServiceFault), true), (progress.IsDone, progress.Status, progress.IsUnread));
    }

    [Fact]
    [Fault("arm-poll")]
    public async Task An_operation_that_Azure_forgot_is_done_with_an_unknown_end()
    {
        Assert.Equal((true, false, "Unknown"), await FollowAsync(Operation) is var p ? (p.IsDone, p.HasSucceeded, p.Status) : default);
    }

    [Theory]
    [InlineData("https://evil.example/subscriptions/x")]
    [InlineData("http://management.azure.com/subscriptions/x")]
    [InlineData("nonsense")]
    public async Task An_operation_elsewhere_is_not_followed_since_the_token_would_go_there(string url)
    {
        var progress = await FollowAsync(url);

        Assert.Equal((false, nameof(FailureCode.InvalidResponse)), (progress.IsDone, progress.Status));
        Assert.Empty(azure.Calls);
    }

    private async Task<ScaleProgress> FollowAsync(string url)
    {
        using var connection = azure.Connect();
        return await connection.Fleet.GetProgressAsync(url, TestContext.Current.CancellationToken);
    }
}
