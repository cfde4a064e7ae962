namespace Advisor.Azure.Tests.Metrics;

public sealed partial class AzureMetricSourceTests
{
    [Fact]
    public async Task A_resource_that_the_response_leaves_out_is_reported_as_not_found()
    {
        azure.On(
            "POST",
            "metrics:getBatch",
            call =>
                FakeAzure.Json(
                    AzureResponses.Batch(AzureResponses.IdsOf(call).Where(id => id != FakeAzure.Id("a")), AzureResponses.MetricsOf(call))
                )
        );

        var answer = await ReadAsync(AzureResponses.Resource("a"), AzureResponses.Resource("b"));

        Assert.Equal([FakeAzure.Id("b")], answer.Series.Keys);
        Assert.Equal(FailureCodes.NotFound, Assert.Single(answer.Failures).Code);
    }

    [Fact]
    public async Task An_element_that_cannot_be_read_is_a_bad_answer_for_its_resource_alone_and_not_asked_for_again()
    {
        azure.On(
            "POST",
            "metrics:getBatch",
            call =>
                FakeAzure.Json(
                    AzureResponses
                        .Batch(call)
                        .Replace(
                            AzureResponses.BatchElement(FakeAzure.Id("b"), AzureResponses.MetricsOf(call)),
                            $$"""{"resourceid":"{{FakeAzure.Id("b")}}","value":5}""",
                            StringComparison.Ordinal
                        )
                )
        );

        var answer = await ReadAsync(AzureResponses.Resource("a"), AzureResponses.Resource("b"), AzureResponses.Resource("c"));

        Assert.Equal([FakeAzure.Id("a"), FakeAzure.Id("c")], answer.Series.Keys.Order());
        Assert.Equal(
            (FakeAzure.Id("b"), FailureCodes.InvalidResponse),
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
        azure.On(
            "POST",
            "metrics:getBatch",
            $$$"""
            {"values":[{"resourceid":{{{id}}},"value":[]},
             {"resourceid":"{{{FakeAzure.Id("odd")}}}","value":[{"timeseries":5}]},
             {"resourceid":"{{{FakeAzure.Id("none")}}}","value":[{"errorCode":null,"timeseries":null}]},
             {"resourceid":"{{{FakeAzure.Id("a")}}}","value":[{"timeseries":[{"metadatavalues":[{"value":"Throttled"}],
              "data":[{"total":3},{"total":1e999},{"total":"x"}]}]}]}]}
            """
        );
        using var connection = azure.Connect(time);

        var answer = await connection.Metrics.ReadConnectionClosesAsync(
            [AzureResponses.Resource("a"), AzureResponses.Resource("none"), AzureResponses.Resource("odd")],
            ["Throttled"],
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        Assert.Equal([FakeAzure.Id("a"), FakeAzure.Id("none")], answer.ByResource.Keys.Order());
        Assert.Equal(3, answer.ByResource[FakeAzure.Id("a")]["Throttled"]);
        Assert.Empty(answer.ByResource[FakeAzure.Id("none")]);
    }

    [Fact]
    public async Task Whatever_reading_an_answer_ends_in_is_a_bad_answer()
    {
        // A region that is no part of a host's name, which a listing would not let pass.
        var answer = await ReadAsync(AzureResponses.Resource("a", region: "not a region"), AzureResponses.Resource("b", region: ""));

        Assert.Equal([FailureCodes.InvalidResponse, FailureCodes.InvalidResponse], answer.Failures.Select(f => f.Code));
    }

    [Fact]
    public async Task A_truncated_answer_keeps_what_came_whole_and_asks_once_more_for_the_rest()
    {
        azure.On(
            "POST",
            "metrics:getBatch",
            call =>
            {
                var whole = AzureResponses.Batch(call);
                return FakeAzure.Json(
                    AzureResponses.IdsOf(call).Count == 1 || AzureResponses.QueryOf(call, "aggregation") == "total" ? whole : whole[..^200]
                ); // b is cut
            }
        );

        var answer = await ReadAsync(AzureResponses.Resource("a"), AzureResponses.Resource("b"));

        Assert.Equal(2, answer.Series.Count);
        Assert.Equal(3, answer.Calls);
        Assert.Equal([FakeAzure.Id("b")], AzureResponses.IdsOf(azure.Calls[1]));
    }

    [Fact]
    public async Task An_answer_that_stays_truncated_is_a_failure_with_a_sentence()
    {
        azure.On("POST", "metrics:getBatch", """{"values":[{"starttime":"2026-""");

        var answer = await ReadAsync(AzureResponses.Resource("a"));

        Assert.Empty(answer.Series);
        Assert.Equal(FailureCodes.InvalidResponse, Assert.Single(answer.Failures).Code);
        Assert.Equal(2, answer.Calls); // the levels twice; without them the totals are of no use
    }

    [Fact]
    public async Task A_metric_that_fails_inside_the_answer_is_missing_and_named()
    {
        azure.On(
            "POST",
            "metrics:getBatch",
            call =>
                FakeAzure.Json(
                    AzureResponses
                        .Batch(call)
                        .Replace(
                            AzureResponses.Metric("ServerLoad", 7),
                            AzureResponses.FailedMetric("ServerLoad", "InternalError"),
                            StringComparison.Ordinal
                        )
                )
        );

        var answer = await ReadAsync(AzureResponses.Resource("one"));

        Assert.Null(answer.Series[FakeAzure.Id("one")].Single().Readings.ServerLoad);
        Assert.Equal(
            "Azure Monitor could not give ServerLoad (InternalError) in 1 answer: Advisor treats it as missing, not as zero.",
            Assert.Single(answer.Notes)
        );
    }
}
