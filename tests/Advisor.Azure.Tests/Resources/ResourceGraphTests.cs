using System.Text.Json;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests.Resources;

/// <summary>The query of Azure Resource Graph as it leaves the program, and what counts as its answer.</summary>
public sealed class ResourceGraphTests
{
    private const string Other = "00000000-0000-0000-0000-000000000002";
    private const string Graph = "/providers/Microsoft.ResourceGraph/resources?api-version=2021-03-01";

    private readonly FakeAzure azure = new FakeAzure()
        .Handle("GET", "/providers/Microsoft.SignalRService/", AzureResponses.List())
        .Handle("GET", "/subscriptions?api-version", $$"""{"value":[{"id":"/subscriptions/{{Other}}"}]}""");

    [Fact]
    public async Task A_management_group_is_asked_for_by_name_and_the_next_page_by_the_token_of_the_page_before()
    {
        azure.Handle(
            "POST",
            Graph,
            call =>
                FakeAzure.CreateJson(
                    call.Body.Contains("next-page", StringComparison.Ordinal)
                        ? $$"""{"totalRecords":2,"count":1,"data":[{"subscriptionId":"{{Other}}"}],"facets":[],"resultTruncated":"false"}"""
                        : $$"""
                        {"totalRecords":2,"count":1,"data":[{"subscriptionId":"{{FakeAzure.Subscription}}"}],"facets":[],
                        "resultTruncated":"true","$skipToken":"next-page"}
                        """
                )
        );

        var listing = await ListAsync(new FleetScope { ManagementGroups = ["platform"] });

        Assert.Empty(listing.Notes);
        var bodies = azure.Calls.Where(call => call.Method == "POST").Select(call => JsonDocument.Parse(call.Body).RootElement).ToList();
        Assert.Equal(2, bodies.Count);
        Assert.All(bodies, body => Assert.Equal("""["platform"]""", body.GetProperty("managementGroups").GetRawText()));
        Assert.Equal(bodies[0].GetProperty("query").GetString(), bodies[1].GetProperty("query").GetString());
        Assert.Equal("""{"$top":1000,"resultFormat":"objectArray"}""", bodies[0].GetProperty("options").GetRawText());
        Assert.Equal("next-page", bodies[1].GetProperty("options").GetProperty("$skipToken").GetString());
        Assert.Equal([FakeAzure.Subscription, Other], ListAsked());
    }

    [Fact]
    public async Task All_subscriptions_are_asked_for_without_a_scope()
    {
        azure.Handle("POST", Graph, """{"totalRecords":0,"count":0,"data":[],"facets":[],"resultTruncated":"false"}""");

        Assert.Empty((await ListAsync(new FleetScope { AllSubscriptions = true })).Notes);

        var body = JsonDocument.Parse(azure.Calls.Single(call => call.Method == "POST").Body).RootElement;
        Assert.Equal(["query", "options"], body.EnumerateObject().Select(property => property.Name));
    }

    [Fact]
    public async Task An_answer_that_covers_the_first_ten_thousand_subscriptions_only_counts_as_none()
    {
        azure.Handle(
            "POST",
            Graph,
            _ =>
                FakeAzure.CreateJson(
                    """{"totalRecords":0,"count":0,"data":[],"facets":[],"resultTruncated":"false"}""",
                    200,
                    ("x-ms-tenant-subscription-limit-hit", "true")
                )
        );

        var listing = await ListAsync(new FleetScope { AllSubscriptions = true });

        Assert.EndsWith("there are more than it searches.", Assert.Single(listing.Notes), StringComparison.Ordinal);
        Assert.Equal([Other], ListAsked());
    }

    private IEnumerable<string> ListAsked() =>
        azure
            .Calls.Where(call => call.Uri.AbsolutePath.Contains("/signalR", StringComparison.OrdinalIgnoreCase))
            .Select(call => call.Uri.Segments[2].TrimEnd('/'))
            .Distinct()
            .Order(StringComparer.Ordinal);

    private async Task<FleetListing> ListAsync(FleetScope scope)
    {
        using var connection = azure.Connect();
        return await connection.Fleet.ListAsync(scope, TestContext.Current.CancellationToken);
    }
}
