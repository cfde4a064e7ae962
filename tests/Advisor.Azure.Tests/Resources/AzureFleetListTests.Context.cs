using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests.Resources;

public sealed partial class AzureFleetListTests
{
    [Fact]
    public async Task An_enabled_autoscale_setting_is_found_and_a_disabled_one_is_not()
    {
        SignalR(
            AzureResponses.ResourceJson("on", "Premium_P1"),
            AzureResponses.ResourceJson("off", "Premium_P1"),
            AzureResponses.ResourceJson("none", "Premium_P1")
        );
        azure.On(
            "GET",
            "/autoscalesettings?",
            AzureResponses.List(
                Autoscale(
                    "scale-on",
                    FakeAzure.Id("on").Replace("resourceGroups", "resourcegroups", StringComparison.Ordinal),
                    enabled: true
                ),
                Autoscale("scale-off", FakeAzure.Id("off"), enabled: false)
            )
        );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal([("none", null), ("off", null), ("on", "scale-on")], listing.Resources.Select(r => (r.Name, r.AutoscaleSetting)));
        Assert.Single(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("autoscalesettings", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task Autoscale_that_cannot_be_read_is_reported_and_hides_no_resource()
    {
        SignalR(AzureResponses.ResourceJson("a", "Premium_P1"));
        azure.On("GET", "/autoscalesettings?", _ => FakeAzure.Error(403, "AuthorizationFailed"));

        var listing = await ListAsync(WholeSubscription);

        Assert.Single(listing.Resources);
        var failure = Assert.Single(listing.Failures);
        Assert.Equal(FailureCodes.Forbidden, failure.Code);
        Assert.Contains("autoscaleSettings/read", failure.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Geo_replicas_come_with_their_own_units()
    {
        SignalR(AzureResponses.ResourceJson("a", "Premium_P1", 5), AzureResponses.ResourceJson("b", "Premium_P1"));
        azure
            .On(
                "GET",
                "/resources?$filter",
                AzureResponses.List(
                    $$"""{"id":"{{FakeAzure.Id("a")}}/replicas/a-east","type":"Microsoft.SignalRService/SignalR/replicas"}"""
                )
            )
            .On(
                "GET",
                "/a/replicas?",
                AzureResponses.List("""{"name":"a-east","location":"East US","sku":{"name":"Premium_P1","tier":"Premium","capacity":3}}""")
            );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal([new Replica("a-east", "eastus", 3)], listing.Resources[0].Replicas);
        Assert.Empty(listing.Resources[1].Replicas);
        Assert.DoesNotContain(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("/b/replicas", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_the_listing_every_premium_resource_is_asked_for_its_replicas()
    {
        SignalR(AzureResponses.ResourceJson("a", "Premium_P1"), AzureResponses.ResourceJson("s", "Standard_S1"));
        azure
            .On("GET", "/resources?$filter", _ => FakeAzure.Error(404, "InvalidResourceType"))
            .On(
                "GET",
                "/a/replicas?",
                AzureResponses.List("""{"name":"a-east","location":"East US","sku":{"name":"Premium_P1","capacity":3}}""")
            );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal([1, 0], listing.Resources.Select(r => r.Replicas.Count));
        Assert.DoesNotContain(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("/s/replicas", StringComparison.Ordinal));
    }

    private static string Autoscale(string name, string target, bool enabled) =>
        $$$"""
            {"name":"{{{name}}}","properties":{"enabled":{{{(
                enabled ? "true" : "false"
            )}}},"targetResourceUri":"{{{target}}}","profiles":[]}}
            """;
}
