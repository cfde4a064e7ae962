using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;
using Advisor.Tests;
using Azure.Core;
using Azure.Identity;

namespace Advisor.Azure.Tests.Metrics;

public sealed class AzureMetricSourceTests
{
    private readonly FakeAzure azure = new();

    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Fact]
    public async Task A_resource_has_its_readings_minute_by_minute()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        var sample = Assert.Single(answer.Series[FakeAzure.CreateId("one")]);
        Assert.Equal(new DateTimeOffset(2026, 3, 1, 11, 30, 0, TimeSpan.Zero), sample.Time);
        Assert.Equal(new MetricReadings(7, 7, 7, 7, 7, 7, 7, 7), sample.Readings);
        Assert.Empty(answer.Failures);
        Assert.Empty(answer.Notes);
        Assert.Equal(2, answer.Calls); // levels and totals
    }

    [Fact]
    public async Task A_batch_call_goes_to_the_region_with_names_grain_and_window()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        await ReadAsync(AzureResponses.CreateResource("one"));

        var call = azure.Calls[0];
        Assert.Equal("westeurope.metrics.monitor.azure.com", call.Uri.Host);
        Assert.Equal($"/subscriptions/{FakeAzure.Subscription}/metrics:getBatch", call.Uri.AbsolutePath);
        Assert.Equal("Microsoft.SignalRService/SignalR", AzureResponses.ReadQuery(call, "metricnamespace"));
        Assert.Equal(["maximum", "total"], azure.Calls.Select(c => AzureResponses.ReadQuery(c, "aggregation")));
        Assert.Equal("PT1M", AzureResponses.ReadQuery(call, "interval"));
        Assert.Equal("2024-02-01", AzureResponses.ReadQuery(call, "api-version"));
        Assert.Equal("2026-03-01T11:00:00Z", AzureResponses.ReadQuery(call, "starttime"));
        Assert.Equal("2026-03-01T11:58:00Z", AzureResponses.ReadQuery(call, "endtime")); // noon less the lag of 2 minutes
        Assert.Equal($$"""{"resourceids":["{{FakeAzure.CreateId("one")}}"]}""", call.Body);
    }

    [Fact]
    public async Task Each_metric_is_asked_only_for_the_aggregation_that_it_has()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        await ReadAsync(AzureResponses.CreateResource("one"), AzureResponses.CreateResource("two", ServiceKind.WebPubSub));

        // As Azure lists them: traffic, messages and new connections have nothing but Total; the others have no Total.
        string[] totals = ["InboundTraffic", "OutboundTraffic", "MessageCount", "ConnectionOpenCount"];
        foreach (var call in azure.Calls)
        {
            var isTotal = AzureResponses.ReadQuery(call, "aggregation") == "total";
            Assert.All(AzureResponses.ReadMetrics(call), name => Assert.Equal(isTotal, totals.Contains(name)));
        }

        Assert.Equal(4, azure.Calls.Count); // two services, two aggregations
    }

    [Fact]
    public async Task A_thousand_resources_of_one_place_are_forty_calls()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        var answer = await ReadAsync([.. Enumerable.Range(0, 1000).Select(i => AzureResponses.CreateResource($"r{i}"))]);

        Assert.Equal(40, answer.Calls); // 1,000 / 50, levels and totals
        Assert.All(azure.Calls, call => Assert.Equal(50, AzureResponses.ReadIds(call).Count));
        Assert.Equal(1000, answer.Series.Count);
    }

    [Fact]
    public async Task Services_regions_and_subscriptions_never_share_a_batch()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        const string Other = "00000000-0000-0000-0000-000000000002";

        var answer = await ReadAsync(
            AzureResponses.CreateResource("a"),
            AzureResponses.CreateResource("b", ServiceKind.WebPubSub),
            AzureResponses.CreateResource("c", region: "eastus"),
            AzureResponses.CreateResource("d", subscription: Other)
        );

        Assert.Equal(8, answer.Calls); // four places, levels and totals
        Assert.All(azure.Calls, call => Assert.Single(AzureResponses.ReadIds(call)));
        Assert.Equal(4, answer.Series.Count);
    }

    [Fact]
    public async Task Web_PubSub_is_asked_for_its_own_names()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        var answer = await ReadAsync(AzureResponses.CreateResource("pubsub", ServiceKind.WebPubSub));

        var names = azure.Calls.SelectMany(AzureResponses.ReadMetrics).ToList();
        Assert.Contains("TotalConnectionCount", names);
        Assert.DoesNotContain("ConnectionCount", names);
        Assert.DoesNotContain("MessageCount", names);
        Assert.Equal(
            new MetricReadings(7, 7, 7, 7, 7, null, null, 7),
            answer.Series[FakeAzure.CreateId("pubsub", "WebPubSub")].Single().Readings
        );
    }

    [Fact]
    public async Task Minutes_outside_the_window_are_left_out()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call).Replace("11:30:00Z", "10:59:00Z", StringComparison.Ordinal))
        );

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        Assert.Empty(answer.Series[FakeAzure.CreateId("one")]); // answered, and nothing known: not a failure
        Assert.Empty(answer.Failures);
    }

    [Fact]
    public async Task A_history_is_read_in_windows_of_the_longest_allowed_length()
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        using var connection = azure.Connect(time);

        var answer = await connection.Metrics.ReadAsync(
            [AzureResponses.CreateResource("one")],
            AzureResponses.Noon.AddDays(-200),
            AzureResponses.Noon,
            TimeSpan.FromMinutes(5),
            TestContext.Current.CancellationToken
        );

        // 93 days less one hour are kept; 1,440 buckets of 5 minutes are 5 days; 92.96 / 5 gives 19 windows, of levels and of totals.
        Assert.Equal(38, answer.Calls);
        Assert.All(azure.Calls, call => Assert.Equal("PT5M", AzureResponses.ReadQuery(call, "interval")));
        Assert.Equal("2025-11-28T13:00:00Z", azure.Calls.Min(call => AzureResponses.ReadQuery(call, "starttime")));
        Assert.Equal("2026-03-01T11:58:00Z", azure.Calls.Max(call => AzureResponses.ReadQuery(call, "endtime")));
    }

    [Fact]
    public async Task A_grain_that_Azure_does_not_serve_is_a_fault_of_the_program()
    {
        using var connection = azure.Connect(time);

        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() =>
            connection.Metrics.ReadAsync(
                [],
                AzureResponses.Noon.AddHours(-1),
                AzureResponses.Noon,
                TimeSpan.FromMinutes(2),
                TestContext.Current.CancellationToken
            )
        );
    }

    [Theory]
    [InlineData("usgov", "westeurope.metrics.monitor.azure.us")]
    [InlineData("china", "westeurope.metrics.monitor.azure.cn")]
    public async Task Other_clouds_have_their_own_hosts(string cloud, string host)
    {
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        Assert.True(AzureEndpoints.TryParse(cloud, out var chosen));
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Cloud = chosen });

        await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.All(azure.Calls, call => Assert.Equal(host, call.Uri.Host));
    }

    private async Task<MetricReadResult> ReadAsync(params FleetResource[] resources)
    {
        using var connection = azure.Connect(time);
        return await ReadAsync(connection, resources);
    }

    private static Task<MetricReadResult> ReadAsync(AzureConnection connection, params FleetResource[] resources) =>
        connection.Metrics.ReadAsync(
            resources,
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

    [Fact]
    public async Task A_resource_that_the_response_leaves_out_is_reported_as_not_found()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                FakeAzure.CreateJson(
                    AzureResponses.RenderBatch(
                        AzureResponses.ReadIds(call).Where(id => id != FakeAzure.CreateId("a")),
                        AzureResponses.ReadMetrics(call)
                    )
                )
        );

        var answer = await ReadAsync(AzureResponses.CreateResource("a"), AzureResponses.CreateResource("b"));

        Assert.Equal([FakeAzure.CreateId("b")], answer.Series.Keys);
        Assert.Equal(FailureCode.NotFound, Assert.Single(answer.Failures).Code);
    }

    [Fact]
    [Fault("monitor-foreign")]
    public async Task An_element_that_cannot_be_read_is_a_bad_answer_for_its_resource_alone_and_not_asked_for_again()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                FakeAzure.CreateJson(
                    AzureResponses
                        .RenderBatch(call)
                        .Replace(
                            AzureResponses.RenderBatchElement(FakeAzure.CreateId("b"), AzureResponses.ReadMetrics(call)),
                            $$"""{"resourceid":"{{FakeAzure.CreateId("b")}}","value":5}""",
                            StringComparison.Ordinal
                        )
                )
        );

        var answer = await ReadAsync(
            AzureResponses.CreateResource("a"),
            AzureResponses.CreateResource("b"),
            AzureResponses.CreateResource("c")
        );

        Assert.Equal([FakeAzure.CreateId("a"), FakeAzure.CreateId("c")], answer.Series.Keys.Order());
        Assert.Equal(
            (FakeAzure.CreateId("b"), FailureCode.InvalidResponse),
            Assert.Single(answer.Failures) is var f ? (f.ResourceId, f.Code) : default
        );
        Assert.Equal(2, answer.Calls); // one for the maximum metrics, one for the totals
    }

    [Theory]
    [InlineData("null")]
    [InlineData("5")]
    [InlineData("\"\\ud800\"")]
    public async Task Closes_of_an_element_without_an_id_are_unknown_and_hide_no_other(string id)
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            $$$"""
            {"values":[{"resourceid":{{{id}}},"value":[]},
             {"resourceid":"{{{FakeAzure.CreateId("odd")}}}","value":[{"timeseries":5}]},
             {"resourceid":"{{{FakeAzure.CreateId("failed")}}}","value":[{"errorCode":"InternalError","timeseries":[]}]},
             {"resourceid":"{{{FakeAzure.CreateId("none")}}}","value":[{"errorCode":null,"timeseries":null}]},
             {"resourceid":"{{{FakeAzure.CreateId("a")}}}","value":[{"timeseries":[{"metadatavalues":[{"value":"Throttled"}],
              "data":[{"timeStamp":"{{{AzureResponses.Noon:O}}}","total":3},{"total":1e999},{"total":"x"}]}]}]}]}
            """
        );
        using var connection = azure.Connect(time);

        var answer = await connection.Metrics.ReadConnectionClosesAsync(
            [.. from name in (string[])["a", "failed", "none", "odd"] select (AzureResponses.CreateResource(name), AzureResponses.Noon)],
            ["Throttled"],
            TestContext.Current.CancellationToken
        );

        Assert.Equal([FakeAzure.CreateId("a"), FakeAzure.CreateId("none")], answer.ByResource.Keys.Order());
        Assert.Equal(3, answer.ByResource[FakeAzure.CreateId("a")]["Throttled"]);
        Assert.Empty(answer.ByResource[FakeAzure.CreateId("none")]);
    }

    [Fact]
    public async Task A_resource_that_the_batch_call_does_not_know_hides_no_closes_of_the_others()
    {
        azure
            .Handle("POST", "metrics:getBatch", Answer)
            .Handle(
                "GET",
                "/providers/microsoft.insights/metrics",
                call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call, value: 9))
            );
        using var connection = azure.Connect(time);
        FleetResource[] resources = [.. Enumerable.Range(0, 4).Select(i => AzureResponses.CreateResource($"r{i}"))];

        // It is found when the other metrics are read.
        await connection.Metrics.ReadAsync(
            resources,
            AzureResponses.Noon.AddMinutes(-10),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );
        var closes = await ReadClosesAsync(resources);

        Assert.Equal(
            [FakeAzure.CreateId("r0"), FakeAzure.CreateId("r2"), FakeAzure.CreateId("r3")],
            closes.ByResource.Keys.Order(StringComparer.Ordinal)
        );
        Assert.Equal(0, (await ReadClosesAsync(resources[1])).Calls); // of no other

        Task<ConnectionCloses> ReadClosesAsync(params FleetResource[] some) =>
            connection.Metrics.ReadConnectionClosesAsync(
                [.. some.Select(resource => (resource, AzureResponses.Noon))],
                ["Throttled"],
                TestContext.Current.CancellationToken
            );

        static string RenderNone(string id) => $$$"""{"resourceid":"{{{id}}}","value":[{"timeseries":[]}]}""";

        static HttpResponseMessage Answer(RecordedCall call)
        {
            var ids = AzureResponses.ReadIds(call);
            return ids.Contains(FakeAzure.CreateId("r1")) ? FakeAzure.CreateError(404, "NotFound", "Failed to find resource mapping")
                : call.Uri.Query.Contains("filter=", StringComparison.Ordinal)
                    ? FakeAzure.CreateJson($$"""{"values":[{{string.Join(',', ids.Select(RenderNone))}}]}""")
                : FakeAzure.CreateJson(AzureResponses.RenderBatch(call));
        }
    }

    [Fact]
    public async Task Whatever_reading_an_answer_ends_in_is_a_bad_answer()
    {
        // A region that is no part of a host's name, which a listing would not let pass.
        var answer = await ReadAsync(
            AzureResponses.CreateResource("a", region: "not a region"),
            AzureResponses.CreateResource("b", region: "")
        );

        Assert.Equal([FailureCode.InvalidResponse, FailureCode.InvalidResponse], answer.Failures.Select(f => f.Code));
    }

    [Fact]
    [Fault("monitor-truncated")]
    public async Task A_truncated_answer_keeps_what_came_whole_and_asks_once_more_for_the_rest()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
            {
                var whole = AzureResponses.RenderBatch(call);
                return FakeAzure.CreateJson(
                    AzureResponses.ReadIds(call).Count == 1 || AzureResponses.ReadQuery(call, "aggregation") == "total"
                        ? whole
                        : whole[..^200]
                ); // b is cut
            }
        );

        var answer = await ReadAsync(AzureResponses.CreateResource("a"), AzureResponses.CreateResource("b"));

        Assert.Equal(2, answer.Series.Count);
        Assert.Equal(3, answer.Calls);
        Assert.Equal([FakeAzure.CreateId("b")], AzureResponses.ReadIds(azure.Calls[1]));
    }

    [Fact]
    [Fault("monitor-truncated")]
    public async Task An_answer_that_stays_truncated_is_a_failure_with_a_sentence()
    {
        azure.Handle("POST", "metrics:getBatch", """{"values":[{"starttime":"2026-""");

        var answer = await ReadAsync(AzureResponses.CreateResource("a"));

        Assert.Empty(answer.Series);
        Assert.Equal(FailureCode.InvalidResponse, Assert.Single(answer.Failures).Code);
        Assert.Equal(2, answer.Calls); // the levels twice; without them the totals are of no use
    }

    [Fact]
    public async Task A_metric_that_fails_inside_the_answer_is_missing_and_named()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                FakeAzure.CreateJson(
                    AzureResponses
                        .RenderBatch(call)
                        .Replace(
                            AzureResponses.RenderMetric("ServerLoad", 7),
                            AzureResponses.RenderFailedMetric("ServerLoad", "InternalError"),
                            StringComparison.Ordinal
                        )
                )
        );

        var answer = await ReadAsync(AzureResponses.CreateResource("one"), AzureResponses.CreateResource("two"));

        Assert.Null(answer.Series[FakeAzure.CreateId("one")].Single().Readings.ServerLoad);
        Assert.Equal(
            "Azure Monitor could not provide ServerLoad (InternalError) in 2 responses: Advisor treats it as missing, not as zero.",
            Assert.Single(answer.Notes)
        );
    }

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
            Assert.Empty(answer.Notes); // of the run
            calls.Add(answer.Calls);
        }

        Assert.Equal([2, 1, 1], calls); // the refused one is not repeated
        Assert.Contains("per resource", Assert.Single(run.ListNotes()), StringComparison.Ordinal);
    }

    // 500011: Microsoft Entra does not know the API in this tenant. 700082: the sign-in itself has expired, for every API.
    [Theory]
    [InlineData("AADSTS500011", 2, 0)]
    [InlineData("AADSTS700082", 0, 2)]
    public async Task Where_the_sign_in_is_refused_for_the_batch_call_alone_each_resource_is_read(string code, int read, int failed)
    {
        azure.Handle("GET", "/providers/microsoft.insights/metrics", call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call)));
        var credential = DelegatedTokenCredential.Create(
            (request, _) =>
                request.Scopes.Contains("https://metrics.monitor.azure.com/.default")
                    ? throw new AuthenticationFailedException(code + ": no token for it.")
                    : new AccessToken(FixedCredential.Token, DateTimeOffset.MaxValue)
        );
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Credential = credential });

        var answer = await ReadAsync(connection, AzureResponses.CreateResource("one"), AzureResponses.CreateResource("two"));

        Assert.Equal((read, failed), (answer.Series.Count, answer.Failures.Count));
        Assert.All(answer.Failures, failure => Assert.Contains(code, failure.Text, StringComparison.Ordinal));
        var notes = answer.Notes.Where(note =>
            note.Contains($"https://metrics.monitor.azure.com, the batch call for metrics ({code})", StringComparison.Ordinal)
        );
        Assert.Equal(read > 0 ? 1 : 0, notes.Count());
    }

    // Of Azure Monitor's logs and of Resource Manager: neither is about rights, which one call a resource would not need.
    [Theory]
    [InlineData("InvalidTokenError")]
    [InlineData("AuthenticationFailed")]
    public async Task A_batch_whose_token_is_not_accepted_is_not_read_one_by_one(string code)
    {
        azure.Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(401, code));

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        Assert.Equal((FailureCode.Credential, 1), (Assert.Single(answer.Failures).Code, answer.Calls));
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
    [Fault("monitor-empty")]
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
