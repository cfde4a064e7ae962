using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests.Resources;

public sealed partial class AzureFleetListTests
{
    [Fact]
    public async Task A_list_that_never_ends_is_given_up_after_a_thousand_pages()
    {
        azure.Handle(
            "GET",
            "/signalR?",
            $$"""
            {"value":[],
             "nextLink":"{{List}}?again"}
            """
        );

        var failure = Assert.Single((await ListAsync(WholeSubscription)).Failures);

        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        Assert.Equal(1000, azure.Calls.Count(call => call.Uri.AbsolutePath.EndsWith("/signalR", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public async Task A_next_page_on_another_host_is_not_followed_since_the_token_would_go_there()
    {
        azure.Handle("GET", "/signalR?", """{"value":[],"nextLink":"https://evil.example/next"}""");

        var failure = Assert.Single((await ListAsync(WholeSubscription)).Failures);

        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        Assert.Contains("evil.example", failure.Text, StringComparison.Ordinal);
        Assert.DoesNotContain(azure.Calls, call => call.Uri.Host == "evil.example");
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("""{"value":null}""")]
    [InlineData("""{"value":{}}""")]
    public async Task An_answer_without_a_list_is_a_bad_answer_and_not_an_empty_list(string json)
    {
        ServeSignalR(AzureResponses.RenderResource("good"));
        azure.Handle("GET", "/webPubSub?", json);

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal("good", Assert.Single(listing.Resources).Name);
        Assert.Equal(FailureCode.InvalidResponse, Assert.Single(listing.Failures).Code);
    }

    [Fact]
    public async Task A_tag_that_is_no_valid_text_is_the_failure_of_its_resource_alone()
    {
        ServeSignalR(AzureResponses.RenderResource("odd", tags: """{"team":"\ud800"}"""), AzureResponses.RenderResource("good"));

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal("good", Assert.Single(listing.Resources).Name);
        Assert.Equal(
            (FakeAzure.CreateId("odd"), FailureCode.InvalidResponse),
            Assert.Single(listing.Failures) is var f ? (f.ResourceId, f.Code) : default
        );
    }

    [Fact]
    public async Task Autoscale_settings_and_replicas_with_text_that_is_none_cost_nothing_but_themselves()
    {
        ServeSignalR(AzureResponses.RenderResource("p", "Premium_P1"));
        azure
            .Handle(
                "GET",
                "/autoscalesettings?",
                AzureResponses.List(
                    """{"name":"a","properties":{"targetResourceUri":"\ud800","enabled":true}}""",
                    $$$"""{"name":"\ud800","properties":{"targetResourceUri":"{{{FakeAzure.CreateId("p")}}}","enabled":true}}"""
                )
            )
            .Handle("GET", "/resources?$filter", AzureResponses.List("""{"id":"\ud800"}""", "5"))
            .Handle("GET", "/p/replicas?", AzureResponses.List("""{"name":"\ud800"}"""));

        var listing = await ListAsync(WholeSubscription);

        Assert.Empty(listing.Failures);
        Assert.Equal("unnamed", Assert.Single(listing.Resources).AutoscaleSetting);
    }

    [Fact]
    public async Task A_resource_that_cannot_be_understood_hides_no_other()
    {
        ServeSignalR(
            """{"id":"x"}""",
            $$$"""{"id":"{{{FakeAzure.CreateId("bad")}}}","location":"eastus","sku":{"name":"Standard_S1"}}""",
            AzureResponses.RenderResource("good")
        );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal("good", Assert.Single(listing.Resources).Name);
        Assert.Equal(2, listing.Failures.Count);
        Assert.All(listing.Failures, f => Assert.Equal(FailureCode.InvalidResponse, f.Code));
    }

    [Fact]
    public async Task A_subscription_that_fails_hides_no_other()
    {
        const string Other = "00000000-0000-0000-0000-000000000002";
        ServeSignalR(AzureResponses.RenderResource("a"));
        azure.Handle("GET", $"/subscriptions/{Other}/", _ => FakeAzure.CreateError(404, "SubscriptionNotFound"));

        var listing = await ListAsync(new FleetScope { Subscriptions = [FakeAzure.Subscription, Other] });

        Assert.Single(listing.Resources);
        var failure = Assert.Single(listing.Failures); // said once, though both services failed
        Assert.Equal(($"/subscriptions/{Other}", FailureCode.NotFound), (failure.ResourceId, failure.Code));
    }

    [Theory]
    [InlineData("not-a-guid")]
    [InlineData("../../evil")]
    public async Task An_invalid_subscription_id_is_reported_before_anything_is_sent(string subscription)
    {
        var listing = await ListAsync(new FleetScope { Subscriptions = [subscription] });

        Assert.Equal(FailureCode.Invalid, Assert.Single(listing.Failures).Code);
        Assert.Empty(azure.Calls);
    }

    [Fact]
    public async Task An_empty_scope_says_what_to_give()
    {
        Assert.Contains("--subscription", Assert.Single((await ListAsync(new FleetScope())).Failures).Text, StringComparison.Ordinal);
    }
}
