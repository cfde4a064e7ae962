using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests.Metrics;

public sealed partial class AzureMetricSourceTests
{
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
             {"resourceid":"{{{FakeAzure.CreateId("none")}}}","value":[{"errorCode":null,"timeseries":null}]},
             {"resourceid":"{{{FakeAzure.CreateId("a")}}}","value":[{"timeseries":[{"metadatavalues":[{"value":"Throttled"}],
              "data":[{"total":3},{"total":1e999},{"total":"x"}]}]}]}]}
            """
        );
        using var connection = azure.Connect(time);

        var answer = await connection.Metrics.ReadConnectionClosesAsync(
            [AzureResponses.CreateResource("a"), AzureResponses.CreateResource("none"), AzureResponses.CreateResource("odd")],
            ["Throttled"],
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        Assert.Equal([FakeAzure.CreateId("a"), FakeAzure.CreateId("none")], answer.ByResource.Keys.Order());
        Assert.Equal(3, answer.ByResource[FakeAzure.CreateId("a")]["Throttled"]);
        Assert.Empty(answer.ByResource[FakeAzure.CreateId("none")]);
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

        var answer = await ReadAsync(AzureResponses.CreateResource("one"));

        Assert.Null(answer.Series[FakeAzure.CreateId("one")].Single().Readings.ServerLoad);
        Assert.Equal(
            "Azure Monitor could not give ServerLoad (InternalError) in 1 answer: Advisor treats it as missing, not as zero.",
            Assert.Single(answer.Notes)
        );
    }
}
