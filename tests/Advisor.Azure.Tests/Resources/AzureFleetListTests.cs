using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;

namespace Advisor.Azure.Tests.Resources;

public sealed partial class AzureFleetListTests
{
    private static readonly FleetScope WholeSubscription = new() { Subscriptions = [FakeAzure.Subscription] };

    private readonly FakeAzure azure = new FakeAzure()
        .Handle("GET", "/providers/Microsoft.SignalRService/signalR?", AzureResponses.List())
        .Handle("GET", "/providers/Microsoft.SignalRService/webPubSub?", AzureResponses.List())
        .Handle("GET", "/autoscalesettings?", AzureResponses.List())
        .Handle("GET", "/resources?$filter", AzureResponses.List());

    [Fact]
    public async Task A_resource_is_read_with_size_mode_tags_and_state()
    {
        ServeSignalR(
            AzureResponses.RenderResource(
                "chat",
                "Premium_P1",
                20,
                state: "Updating",
                tags: """{"advisor-mode":"auto"}""",
                features: """[{"flag":"ServiceMode","value":"Serverless"}]"""
            )
        );

        var resource = Assert.Single((await ListAsync(WholeSubscription)).Resources);

        Assert.Equal(FakeAzure.CreateId("chat"), resource.Id);
        Assert.Equal(("chat", "rg", FakeAzure.Subscription), (resource.Name, resource.ResourceGroup, resource.SubscriptionId));
        Assert.Equal(("westeurope", "Premium_P1", 20), (resource.Region, resource.Sku, resource.Units));
        Assert.Equal((ServiceKind.SignalR, ServiceMode.Serverless), (resource.Service, resource.ServiceMode));
        Assert.Equal("Updating", resource.ProvisioningState);
        Assert.Equal("auto", resource.Tags["ADVISOR-MODE"]);
    }

    private const string List =
        $"https://management.azure.com/subscriptions/{FakeAzure.Subscription}/providers/Microsoft.SignalRService/signalR";

    [Fact]
    public async Task Both_services_are_listed_and_every_page_followed()
    {
        const string Next = List + "?api-version=2024-03-01&$skiptoken=2";
        azure
            .Handle("GET", "/signalR?", $$"""{"value":[{{AzureResponses.RenderResource("a")}}],"nextLink":"{{Next}}"}""")
            .Handle("GET", "skiptoken=2", AzureResponses.List(AzureResponses.RenderResource("b")))
            .Handle("GET", "/webPubSub?", AzureResponses.List(AzureResponses.RenderResource("c", type: "WebPubSub")));

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal(["a", "b", "c"], listing.Resources.Select(r => r.Name));
        Assert.Equal(ServiceKind.WebPubSub, listing.Resources[^1].Service);
        Assert.Empty(listing.Failures);
    }

    [Fact]
    public async Task Resource_groups_narrow_the_list()
    {
        azure.Handle(
            "GET",
            "/resourceGroups/games/providers/Microsoft.SignalRService/signalR?",
            AzureResponses.List(AzureResponses.RenderResource("a"))
        );

        var listing = await ListAsync(WholeSubscription with { ResourceGroups = ["games"] });

        Assert.Equal("a", Assert.Single(listing.Resources).Name);
        Assert.DoesNotContain(
            azure.Calls,
            call =>
                call.Uri.AbsolutePath.StartsWith(
                    $"/subscriptions/{FakeAzure.Subscription}/providers/Microsoft.SignalR",
                    StringComparison.Ordinal
                )
        );
    }

    [Fact]
    public async Task Explicit_ids_are_read_one_by_one_and_a_missing_one_is_told()
    {
        azure.Handle("GET", "/SignalR/a?", AzureResponses.RenderResource("a"));

        var listing = await ListAsync(new FleetScope { ResourceIds = [FakeAzure.CreateId("a"), FakeAzure.CreateId("gone"), "not-an-id"] });

        Assert.Equal("a", Assert.Single(listing.Resources).Name);
        Assert.Equal(
            [("not-an-id", FailureCode.Invalid), (FakeAzure.CreateId("gone"), FailureCode.NotFound)],
            listing.Failures.Select(f => (f.ResourceId, f.Code))
        );
    }

    [Fact]
    public async Task A_resource_found_by_list_and_by_id_is_one()
    {
        ServeSignalR(AzureResponses.RenderResource("a"));
        azure.Handle("GET", "/SignalR/a?", AzureResponses.RenderResource("a"));

        var listing = await ListAsync(
            WholeSubscription with
            {
                ResourceIds =
                [
                    FakeAzure.CreateId("a").ToUpperInvariant().Replace("/SUBSCRIPTIONS", "/subscriptions", StringComparison.Ordinal),
                ],
            }
        );

        Assert.Single(listing.Resources);
    }

    [Theory]
    [InlineData("env", "prod", "a")]
    [InlineData("ENV", "Prod", "a")]
    [InlineData("env", "", "a,b")]
    [InlineData("team", "", "")]
    public async Task Tags_filter_by_name_and_value_without_case_and_an_empty_value_takes_any(string name, string value, string expected)
    {
        ServeSignalR(
            AzureResponses.RenderResource("a", tags: """{"env":"prod"}"""),
            AzureResponses.RenderResource("b", tags: """{"env":"test"}"""),
            AzureResponses.RenderResource("c")
        );

        var listing = await ListAsync(WholeSubscription with { Tags = new Dictionary<string, string> { [name] = value } });

        Assert.Equal(expected, string.Join(',', listing.Resources.Select(r => r.Name)));
    }

    [Fact]
    public async Task Settings_are_asked_for_with_all_that_is_known_of_the_resource()
    {
        ServeSignalR(AzureResponses.RenderResource("a", tags: """{"advisor-max-units":"7"}"""));
        using var connection = AzureConnection.Create(
            azure.CreateOptions() with
            {
                Settings = resource => ResourceSettings.Default with { MaxUnits = int.Parse(resource.Tags["advisor-max-units"]) },
            }
        );

        var listing = await connection.Fleet.ListAsync(WholeSubscription, TestContext.Current.CancellationToken);

        Assert.Equal(7, Assert.Single(listing.Resources).Settings.MaxUnits);
    }

    [Fact]
    public async Task Settings_that_cannot_be_read_are_the_failure_of_their_resource_alone()
    {
        ServeSignalR(AzureResponses.RenderResource("odd"), AzureResponses.RenderResource("good"));
        using var connection = AzureConnection.Create(
            azure.CreateOptions() with
            {
                Settings = resource => resource.Name == "odd" ? throw new FormatException("no\nnumber") : ResourceSettings.Default,
            }
        );

        var listing = await connection.Fleet.ListAsync(WholeSubscription, TestContext.Current.CancellationToken);

        Assert.Equal("good", Assert.Single(listing.Resources).Name);
        var failure = Assert.Single(listing.Failures);
        Assert.Equal((FakeAzure.CreateId("odd"), FailureCode.Settings), (failure.ResourceId, failure.Code));
        Assert.Equal("Its settings could not be read (FormatException): no number", failure.Text);
    }

    private void ServeSignalR(params string[] resources) =>
        azure.Handle(
            "GET",
            $"/subscriptions/{FakeAzure.Subscription}/providers/Microsoft.SignalRService/signalR?",
            AzureResponses.List(resources)
        );

    private async Task<FleetListing> ListAsync(FleetScope scope)
    {
        using var connection = azure.Connect();
        return await connection.Fleet.ListAsync(scope, TestContext.Current.CancellationToken);
    }
}
