using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Resources;

public sealed class AzureFleetListTests
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
                ) && !call.Uri.AbsolutePath.EndsWith("/usages", StringComparison.Ordinal)
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

    [Fact]
    public async Task An_enabled_autoscale_setting_is_found_and_a_disabled_one_is_not()
    {
        ServeSignalR(
            AzureResponses.RenderResource("on", "Premium_P1"),
            AzureResponses.RenderResource("off", "Premium_P1"),
            AzureResponses.RenderResource("none", "Premium_P1")
        );
        azure.Handle(
            "GET",
            "/autoscalesettings?",
            AzureResponses.List(
                RenderAutoscale(
                    "scale-on",
                    FakeAzure.CreateId("on").Replace("resourceGroups", "resourcegroups", StringComparison.Ordinal),
                    enabled: true
                ),
                RenderAutoscale("scale-off", FakeAzure.CreateId("off"), enabled: false)
            )
        );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal([("none", null), ("off", null), ("on", "scale-on")], listing.Resources.Select(r => (r.Name, r.AutoscaleSetting)));
        Assert.Single(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("autoscalesettings", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task Autoscale_that_cannot_be_read_is_reported_and_hides_no_resource()
    {
        ServeSignalR(AzureResponses.RenderResource("a", "Premium_P1"));
        azure.Handle("GET", "/autoscalesettings?", _ => FakeAzure.CreateError(403, "AuthorizationFailed"));

        var listing = await ListAsync(WholeSubscription);

        Assert.Single(listing.Resources);
        var failure = Assert.Single(listing.Failures);
        Assert.Equal(FailureCode.Forbidden, failure.Code);
        Assert.Contains("autoscaleSettings/read", failure.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Geo_replicas_come_with_their_own_units()
    {
        ServeSignalR(AzureResponses.RenderResource("a", "Premium_P1", 5), AzureResponses.RenderResource("b", "Premium_P1"));
        azure
            .Handle(
                "GET",
                "/resources?$filter",
                AzureResponses.List(
                    $$"""{"id":"{{FakeAzure.CreateId("a")}}/replicas/a-east","type":"Microsoft.SignalRService/SignalR/replicas"}"""
                )
            )
            .Handle(
                "GET",
                "/a/replicas?",
                AzureResponses.List(
                    RenderReplica("a-east", """{"provisioningState":"Updating"}"""),
                    RenderReplica("a-off", """{"regionEndpointEnabled":"Disabled"}"""),
                    RenderReplica("a-stopped", """{"resourceStopped":"true"}""")
                )
            );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal(["a", "a/a-east", "a/a-off", "a/a-stopped", "b"], listing.Resources.Select(r => r.Name));
        Assert.Equal(
            [new Replica("a-east", "eastus", 3), new Replica("a-off", "eastus", 3), new Replica("a-stopped", "eastus", 3)],
            listing.Resources[0].Replicas
        );
        Assert.All(listing.Resources.Skip(1), r => Assert.Empty(r.Replicas));
        Assert.Equal(
            ("eastus", 3, "Updating"),
            listing.Resources[1] is var east ? (east.Region, east.Units, east.ProvisioningState) : default
        );
        // Those that serve no clients take over from none.
        Assert.Equal(
            [
                [east.Id],
                [listing.Resources[0].Id],
                [],
                [],
                [],
            ],
            listing.Resources.Select(r => r.Peers.ToArray())
        );
        Assert.DoesNotContain(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("/b/replicas", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_the_listing_every_premium_resource_is_asked_for_its_replicas()
    {
        ServeSignalR(
            AzureResponses.RenderResource("a", "Premium_P1"),
            AzureResponses.RenderResource("none", "Premium_P1"),
            AzureResponses.RenderResource("s", "Standard_S1")
        );
        azure
            .Handle("GET", "/resources?$filter", _ => FakeAzure.CreateError(404, "InvalidResourceType"))
            .Handle("GET", "/a/replicas?", AzureResponses.List(RenderReplica("a-east", "{}")))
            .Handle("GET", "/none/replicas?", _ => FakeAzure.CreateError(404, "InvalidResourceType"));

        var listing = await ListAsync(WholeSubscription);

        Assert.Empty(listing.Failures);
        Assert.Equal([1, 0, 0, 0], listing.Resources.Select(r => r.Replicas.Count));
        Assert.DoesNotContain(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("/s/replicas", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_replica_that_cannot_be_understood_is_a_failure_and_the_others_may_lack_one()
    {
        ServeSignalR(AzureResponses.RenderResource("a", "Premium_P1"));
        azure
            .Handle("GET", "/resources?$filter", _ => FakeAzure.CreateError(404, "InvalidResourceType"))
            .Handle(
                "GET",
                "/a/replicas?",
                AzureResponses.List(RenderReplica("a-east", "{}"), """{"name":"a-odd"}""", AzureResponses.RenderResource("b", "Premium_P1"))
            );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal(["a", "a/a-east"], listing.Resources.Select(r => r.Name));
        Assert.All(listing.Resources, r => Assert.True(r.HasUnknownPeers));
        Assert.Equal(FailureCode.InvalidResponse, Assert.Single(listing.Failures).Code);
    }

    private static string RenderReplica(string name, string properties) =>
        $$"""
            {"id":"{{FakeAzure.CreateId("a")}}/replicas/{{name}}","name":"{{name}}","type":"Microsoft.SignalRService/SignalR/replicas",
             "location":"East US","sku":{"name":"Premium_P1","tier":"Premium","capacity":3},"properties":{{properties}}}
            """;

    private static string RenderAutoscale(string name, string target, bool enabled) =>
        $$$"""
            {"name":"{{{name}}}","properties":{"enabled":{{{(
                enabled ? "true" : "false"
            )}}},"targetResourceUri":"{{{target}}}","profiles":[]}}
            """;

    [Fact]
    [Fault("monitor-endless")]
    public async Task A_list_that_never_ends_is_given_up_after_a_thousand_pages()
    {
        var page = 1;
        azure.Handle("GET", "/signalR?", _ => FakeAzure.CreateJson(RenderEmptyPage(page++)));

        var failure = Assert.Single((await ListAsync(WholeSubscription)).Failures);

        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        Assert.Equal(1000, CountLists());
    }

    // 1 to 2 to 2, and 1 to 2 to 3 to 2: the link that occurs again is not followed again.
    [Theory]
    [InlineData(1, 2)]
    [InlineData(2, 3)]
    [Fault("monitor-endless")]
    public async Task A_list_whose_page_leads_back_to_one_before_is_given_up_at_once(int links, int calls)
    {
        var page = 0;
        azure.Handle("GET", "/signalR?", _ => FakeAzure.CreateJson(RenderEmptyPage(page++ % links)));

        var failure = Assert.Single((await ListAsync(WholeSubscription)).Failures);

        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        Assert.EndsWith(" does not end: a page leads back to one before it.", failure.Text, StringComparison.Ordinal);
        Assert.Equal(calls, CountLists());
    }

    private static string RenderEmptyPage(int next) => $$"""{"value":[],"nextLink":"{{List}}?page={{next}}"}""";

    private int CountLists() => azure.Calls.Count(call => call.Uri.AbsolutePath.EndsWith("/signalR", StringComparison.OrdinalIgnoreCase));

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
    [Fault("monitor-foreign")]
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

    [Fact]
    public async Task A_named_subscription_that_is_not_registered_is_a_failure_with_the_command()
    {
        const string Other = "00000000-0000-0000-0000-000000000002";
        azure.Handle(
            "GET",
            $"/subscriptions/{Other}/",
            _ =>
                FakeAzure.CreateError(
                    409,
                    "MissingSubscriptionRegistration",
                    "The subscription is not registered to use namespace 'Microsoft.SignalRService'."
                )
        );

        var failure = Assert.Single((await ListAsync(new FleetScope { Subscriptions = [Other] })).Failures);

        Assert.Equal(FailureCode.NotRegistered, failure.Code);
        Assert.Contains(
            $"az provider register --namespace Microsoft.SignalRService --subscription {Other}",
            failure.Text,
            StringComparison.Ordinal
        );
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
