using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests.Resources;

public sealed partial class AzureFleetListTests
{
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
        ServeSignalR(AzureResponses.RenderResource("a", "Premium_P1"), AzureResponses.RenderResource("s", "Standard_S1"));
        azure
            .Handle("GET", "/resources?$filter", _ => FakeAzure.CreateError(404, "InvalidResourceType"))
            .Handle(
                "GET",
                "/a/replicas?",
                AzureResponses.List("""{"name":"a-east","location":"East US","sku":{"name":"Premium_P1","capacity":3}}""")
            );

        var listing = await ListAsync(WholeSubscription);

        Assert.Equal([1, 0], listing.Resources.Select(r => r.Replicas.Count));
        Assert.DoesNotContain(azure.Calls, call => call.Uri.AbsolutePath.EndsWith("/s/replicas", StringComparison.Ordinal));
    }

    private static string RenderAutoscale(string name, string target, bool enabled) =>
        $$$"""
            {"name":"{{{name}}}","properties":{"enabled":{{{(
                enabled ? "true" : "false"
            )}}},"targetResourceUri":"{{{target}}}","profiles":[]}}
            """;
}
