using Advisor.Azure.Metrics;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Metrics;

/// <summary>
/// Metric calls that Azure Monitor refuses because of an aggregation, or because of one resource that the batch call does not know.
/// </summary>
public sealed class MetricRefusalsTests
{
    private const string UnknownMetric =
        "Failed to find metric configuration for provider: Microsoft.SignalRService, resource Type: SignalR, metric: ";

    private const string Mapping = "Failed to find resource mapping";

    private readonly FakeAzure azure = new();
    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Theory]
    [InlineData(501, "NotImplemented", "The requested operation is not implemented.")]
    [InlineData(400, "BadRequest", "Metric SystemErrors is invalid: aggregation type Maximum is not supported, valid metrics: ServerLoad")]
    [InlineData(400, "BadRequest", "Sampling type is not found. Metric:SystemErrors, SamplingType:Maximum.")]
    public async Task A_metric_that_lacks_an_aggregation_takes_no_other_with_it_and_is_asked_for_again_after_a_while(
        int status,
        string code,
        string message
    )
    {
        var isRefusing = true;
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                isRefusing && AzureResponses.ReadMetrics(call).Contains("SystemErrors")
                    ? FakeAzure.CreateError(status, code, message)
                    : FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
        );
        using var connection = azure.Connect(time);

        var first = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        var second = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        isRefusing = false;
        time.Advance(TimeSpan.FromMinutes(15));
        var later = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        var afterwards = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.Null(GetReadings(first).SystemErrors);
        Assert.Equal((7, 7, 7), (GetReadings(first).ServerLoad, GetReadings(first).ConnectionCount, GetReadings(first).InboundTraffic));
        Assert.Empty(first.Failures);
        Assert.Contains(
            $"does not provide SystemErrors as Maximum ({status} {code})",
            Assert.Single(first.Notes),
            StringComparison.Ordinal
        );

        // Of the four levels the halves, and of the half with SystemErrors both; then the totals. Remembered: two calls, without it.
        Assert.Equal((1 + 2 + 2 + 1, 2), (first.Calls, second.Calls));
        Assert.Null(GetReadings(second).SystemErrors);
        Assert.Equal((2, 2), (later.Calls, afterwards.Calls));
        Assert.Equal((7, 7), (GetReadings(later).SystemErrors, GetReadings(afterwards).SystemErrors));
    }

    [Fact]
    public async Task While_an_aggregation_stays_refused_one_batch_in_a_quarter_of_an_hour_finds_it_out_again()
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                AzureResponses.ReadMetrics(call).Contains("SystemErrors")
                    ? FakeAzure.CreateError(501, "NotImplemented")
                    : FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
        );
        using var connection = azure.Connect(time);
        FleetResource[] places = [.. Enumerable.Range(0, 10).Select(i => AzureResponses.CreateResource($"r{i}", region: $"region{i}"))];
        await ReadAsync(connection, places);
        time.Advance(TimeSpan.FromMinutes(15));

        var answer = await ReadAsync(connection, places);

        Assert.Equal((10 * 2) + 2 + 2, answer.Calls); // ten batches of levels and totals; one of them halves twice
    }

    [Fact]
    [Fault("monitor-501")]
    public async Task An_endpoint_that_answers_501_is_not_down()
    {
        azure.Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(501, "NotImplemented"));
        using var connection = AzureConnection.Create(
            azure.CreateOptions(time) with
            {
                Limits = new()
                {
                    Retries = 0,
                    BreakMinAttempts = 2,
                    Concurrency = 1,
                },
            }
        );

        // Three batches; two faults open a circuit.
        await ReadAsync(connection, [.. Enumerable.Range(0, 150).Select(i => AzureResponses.CreateResource($"r{i}"))]);
        azure.Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));

        Assert.Empty((await ReadAsync(connection, AzureResponses.CreateResource("one"))).Failures);
    }

    [Fact]
    public async Task A_resource_of_which_every_aggregation_is_refused_is_a_failure_and_not_silence()
    {
        azure.Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(501, "NotImplemented"));
        using var connection = azure.Connect(time);

        var answer = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.Empty(answer.Series);
        Assert.Equal(
            (FakeAzure.CreateId("one"), FailureCode.Invalid),
            (answer.Failures.Single().ResourceId, answer.Failures.Single().Code)
        );
    }

    [Theory]
    [InlineData("maximum", 200)]
    [InlineData("total", 200)]
    [InlineData("total", 501)] // refused for a while, beside a failure of the resource
    public async Task Where_one_of_the_two_calls_fails_the_minutes_are_not_known_by_half(string failing, int other)
    {
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                AzureResponses.ReadQuery(call, "aggregation") == failing ? FakeAzure.CreateError(500, "InternalServerError")
                : other == 200 ? FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
                : FakeAzure.CreateError(other, "NotImplemented")
        );
        using var connection = azure.Connect(time);

        var answer = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.Empty(answer.Series); // half a minute would count as seen, and its levels would never be read
        Assert.Equal(FailureCode.ServiceFault, Assert.Single(answer.Failures).Code);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task A_window_that_cannot_be_read_leaves_the_minutes_of_the_other(int failing)
    {
        // 25 hours of minutes are two windows; each has the first of its minutes.
        string[] starts = ["2026-02-28T11:00:00Z", "2026-03-01T11:00:00Z"];
        azure.Handle(
            "POST",
            "metrics:getBatch",
            call =>
                AzureResponses.ReadQuery(call, "starttime") is var start
                && start == starts[failing]
                && AzureResponses.ReadQuery(call, "aggregation") == "total"
                    ? FakeAzure.CreateError(500, "InternalServerError")
                    : FakeAzure.CreateJson(
                        AzureResponses.RenderBatch(call).Replace("2026-03-01T11:30:00Z", start, StringComparison.Ordinal)
                    )
        );
        using var connection = azure.Connect(time);

        var answer = await connection.Metrics.ReadAsync(
            [AzureResponses.CreateResource("one")],
            AzureResponses.Noon.AddHours(-25),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        var sample = Assert.Single(answer.Series[FakeAzure.CreateId("one")]);
        Assert.Equal(starts[1 - failing], sample.Time.ToString("yyyy-MM-ddTHH:mm:ssZ"));
        Assert.Equal(FailureCode.ServiceFault, Assert.Single(answer.Failures).Code);
    }

    [Theory]
    [InlineData(404, "NotFound", Mapping)]
    [InlineData(400, "BadRequest", "The request could not be served.")]
    public async Task A_resource_that_only_the_batch_call_does_not_know_is_read_by_itself_from_then_on(
        int status,
        string code,
        string message
    )
    {
        azure
            .Handle(
                "POST",
                "metrics:getBatch",
                call =>
                    AzureResponses.ReadIds(call).Contains(FakeAzure.CreateId("r1"))
                        ? FakeAzure.CreateError(status, code, message)
                        : FakeAzure.CreateJson(AzureResponses.RenderBatch(call))
            )
            .Handle(
                "GET",
                "/providers/microsoft.insights/metrics",
                call => FakeAzure.CreateJson(AzureResponses.RenderSingle(call, value: 9))
            );
        using var connection = azure.Connect(time);
        FleetResource[] resources = [.. Enumerable.Range(0, 4).Select(i => AzureResponses.CreateResource($"r{i}"))];

        var first = await ReadAsync(connection, resources);
        var second = await ReadAsync(connection, resources);

        Assert.All([first, second], answer => Assert.Equal(4, answer.Series.Count));
        Assert.All([first, second], answer => Assert.Empty(answer.Failures));
        Assert.Equal(new MetricReadings(9, 9, 9, 9, 9, 9, 9, 9), first.Series[FakeAzure.CreateId("r1")].Single().Readings);

        // Levels: 4; halves 2, 2; of the first 1, 1; r1 alone. Totals: 3 together, r1 alone. Then: 3 together and r1 alone, for each of the
        // two.
        Assert.Equal((5 + 1 + 1 + 1, 4), (first.Calls, second.Calls));
    }

    [Fact]
    public async Task A_refusal_that_blames_the_window_is_not_looked_for_among_the_resources()
    {
        azure.Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(400, "BadRequest", "Invalid time grain duration: PT2M"));
        using var connection = azure.Connect(time);

        var answer = await ReadAsync(connection, [.. Enumerable.Range(0, 50).Select(i => AzureResponses.CreateResource($"r{i}"))]);

        Assert.Equal(1, answer.Calls);
        Assert.All(answer.Failures, failure => Assert.Equal(FailureCode.Invalid, failure.Code));
        Assert.Equal(50, answer.Failures.Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Where_the_single_call_bears_no_mixed_aggregations_it_is_split_and_that_is_remembered(bool wholeCallRefused)
    {
        azure
            .Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(403, "AuthorizationFailed"))
            .Handle(
                "GET",
                "/providers/microsoft.insights/metrics",
                call =>
                    AzureResponses.ReadQuery(call, "aggregation") != "maximum,total"
                        ? FakeAzure.CreateJson(AzureResponses.RenderSingle(call))
                    : wholeCallRefused ? FakeAzure.CreateError(501, "NotImplemented")
                    : FakeAzure.CreateJson(
                        AzureResponses
                            .RenderSingle(call)
                            .Replace(
                                AzureResponses.RenderMetric("InboundTraffic", 7),
                                AzureResponses.RenderFailedMetric("InboundTraffic", "InvalidSamplingType"),
                                StringComparison.Ordinal
                            )
                    )
            );
        using var connection = azure.Connect(time);

        var first = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        var second = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.All([first, second], answer => Assert.Equal(new MetricReadings(7, 7, 7, 7, 7, 7, 7, 7), GetReadings(answer)));
        Assert.All([first, second], answer => Assert.Contains("per resource", Assert.Single(answer.Notes), StringComparison.Ordinal));

        // The refused batch and the mixture, then its two halves, or the one metric that failed inside. Remembered: the batch and the two
        // halves.
        Assert.Equal((wholeCallRefused ? 4 : 3, 3), (first.Calls, second.Calls));
    }

    [Fact]
    public async Task A_metric_that_the_single_call_refuses_is_missing_until_that_provides_it_again()
    {
        var isRefusing = true;
        azure
            .Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(403, "AuthorizationFailed"))
            .Handle(
                "GET",
                "/providers/microsoft.insights/metrics",
                call =>
                    isRefusing && AzureResponses.ReadMetrics(call).Contains("SystemErrors")
                        ? FakeAzure.CreateError(501, "NotImplemented")
                        : FakeAzure.CreateJson(AzureResponses.RenderSingle(call))
            );
        using var connection = azure.Connect(time);

        var first = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        isRefusing = false;
        var second = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        time.Advance(TimeSpan.FromMinutes(15));
        var later = await ReadAsync(connection, AzureResponses.CreateResource("one"));
        var afterwards = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.Equal(
            [null, null, 7, 7],
            ((MetricReadResult[])[first, second, later, afterwards]).Select(answer => GetReadings(answer).SystemErrors)
        );
    }

    [Fact]
    public async Task A_metric_that_fails_inside_the_single_call_by_itself_too_is_missing()
    {
        azure
            .Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateError(403, "AuthorizationFailed"))
            .Handle(
                "GET",
                "/providers/microsoft.insights/metrics",
                call =>
                    FakeAzure.CreateJson(
                        AzureResponses
                            .RenderSingle(call)
                            .Replace(
                                AzureResponses.RenderMetric("InboundTraffic", 7),
                                AzureResponses.RenderFailedMetric("InboundTraffic", "InvalidSamplingType"),
                                StringComparison.Ordinal
                            )
                    )
            );
        using var connection = azure.Connect(time);

        var answer = await ReadAsync(connection, AzureResponses.CreateResource("one"));

        Assert.Equal(new MetricReadings(7, 7, 7, null, 7, 7, 7, 7), GetReadings(answer));
        Assert.Equal(3, answer.Calls); // the refused batch, the mixture, and InboundTraffic alone
    }

    // All names but one may be blamed: a call without any would read nothing.
    [Theory]
    [InlineData(UnknownMetric + "MessageCount, Valid metrics: ServerLoad,SystemErrors", "MessageCount")]
    [InlineData(UnknownMetric + "MessageCount, Valid metrics: RestApiResponseTimeCount", "MessageCount")]
    [InlineData(UnknownMetric + "MessageCount", "MessageCount")]
    [InlineData(UnknownMetric + "MessageCount, ServerLoad, SystemErrors", "MessageCount,ServerLoad")]
    [InlineData(UnknownMetric + "Other, Valid metrics: MessageCount,ServerLoad,SystemErrors", "")]
    [InlineData("The query of MessageCount took too long.", "")]
    public void A_refusal_blames_the_names_that_are_not_valid_or_that_it_names(string message, string blamed) =>
        Assert.Equal(
            blamed,
            string.Join(
                ',',
                new MetricCapabilities(time).DropUnknown(ServiceKind.SignalR, ["MessageCount", "ServerLoad", "SystemErrors"], message)
            )
        );

    private static MetricReadings GetReadings(MetricReadResult answer) => Assert.Single(answer.Series[FakeAzure.CreateId("one")]).Readings;

    private static Task<MetricReadResult> ReadAsync(AzureConnection connection, params FleetResource[] resources) =>
        connection.Metrics.ReadAsync(
            resources,
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );
}
