using System.Text.Json;

namespace Advisor.Functions.Tests.Infra;

/// <summary>The app in a network of its user, which is off by default.</summary>
public sealed partial class DeploymentTests
{
    [Fact]
    public void Without_subnets_nothing_is_closed_and_no_network_is_touched()
    {
        var main = bicep["main.bicep"];
        Assert.Equal("[not(empty(parameters('endpointSubnetId')))]", ReadCondition("network"));
        Assert.Equal("[not(empty(parameters('signInClientId')))]", ReadCondition("authentication"));
        Assert.All(
            new[] { "appSubnetId", "endpointSubnetId", "signInClientId", "workspaceId" },
            name => Assert.Equal("", main.Json.GetProperty("parameters").GetProperty(name).GetProperty("defaultValue").GetString())
        );
        Assert.Equal(
            "[if(parameters('closed'), 'Disabled', 'Enabled')]",
            bicep["modules/storage.bicep"].ReadBody("Microsoft.Storage/storageAccounts", "properties", "publicNetworkAccess").GetString()
        );
        Assert.Equal(
            "[if(empty(parameters('subnetId')), null(), parameters('subnetId'))]",
            bicep["modules/app.bicep"].ReadBody("Microsoft.Web/sites", "properties", "virtualNetworkSubnetId").GetString()
        );
    }

    // Private endpoints alone are no way out of the app: it would lose its state and its queues.
    [Fact]
    public void Storage_is_closed_only_where_the_app_is_in_a_network_too()
    {
        var closed = Read(
            bicep["main.bicep"].Resources.Single(resource => resource.GetProperty("name").GetString() == "storage"),
            "properties",
            "parameters",
            "closed",
            "value"
        );

        Assert.Equal("[and(not(empty(parameters('endpointSubnetId'))), not(empty(parameters('appSubnetId'))))]", closed.GetString());
    }

    // App Service resolves references to secrets from outside the network, so the vault stays open to those who sign in.
    [Fact]
    public void Storage_and_vault_have_a_private_endpoint_for_each_service_that_the_app_calls_and_the_vault_stays_reachable()
    {
        var endpoints = bicep["modules/network.bicep"].Json.GetProperty("variables").GetProperty("endpoints").EnumerateArray().ToList();

        Assert.Equal(["blob", "queue", "table", "vault"], endpoints.Select(endpoint => endpoint.GetProperty("group").GetString()));
        Assert.All(
            endpoints.SkipLast(1),
            endpoint =>
                Assert.Contains(
                    $"privatelink.{endpoint.GetProperty("group").GetString()}.",
                    endpoint.GetProperty("zone").GetString(),
                    StringComparison.Ordinal
                )
        );
        Assert.DoesNotContain("publicNetworkAccess", ReadText("modules/vault.bicep"), StringComparison.Ordinal);
    }

    [Fact]
    public void Zones_of_DNS_are_made_only_where_they_are_wanted()
    {
        var resources = bicep["modules/network.bicep"].Resources.ToList();

        Assert.All(
            resources.Where(resource => resource.GetProperty("type").GetString()!.Contains("DnsZone", StringComparison.OrdinalIgnoreCase)),
            resource => Assert.Equal("[parameters('createDnsZones')]", resource.GetProperty("condition").GetString())
        );
        Assert.False(
            resources
                .Single(resource => resource.GetProperty("type").GetString() == "Microsoft.Network/privateEndpoints")
                .TryGetProperty("condition", out _)
        );
    }

    [Fact]
    public void Authentication_lets_requests_without_a_sign_in_pass_and_keeps_no_tokens_and_no_secret()
    {
        var properties = bicep["modules/authentication.bicep"].ReadBody("Microsoft.Web/sites/config", "properties");

        Assert.Equal("AllowAnonymous", Read(properties, "globalValidation", "unauthenticatedClientAction").GetString());
        Assert.False(Read(properties, "login", "tokenStore", "enabled").GetBoolean());
        Assert.Equal(
            ["clientId", "openIdIssuer"],
            Read(properties, "identityProviders", "azureActiveDirectory", "registration").EnumerateObject().Select(item => item.Name)
        );
    }

    [Fact]
    public void A_workspace_that_exists_is_used_in_place_of_one_of_its_own()
    {
        var monitoring = bicep["modules/monitoring.bicep"];

        Assert.Equal(
            "[empty(parameters('workspaceId'))]",
            monitoring.ReadBody("Microsoft.OperationalInsights/workspaces", "condition").GetString()
        );
        Assert.EndsWith(
            "parameters('workspaceId'))]",
            monitoring.ReadBody("Microsoft.Insights/components", "properties", "WorkspaceResourceId").GetString(),
            StringComparison.Ordinal
        );
    }

    private string? ReadCondition(string module) =>
        bicep["main.bicep"]
            .Resources.Single(resource => resource.GetProperty("name").GetString() == module)
            .GetProperty("condition")
            .GetString();

    private static JsonElement Read(JsonElement from, params string[] path) => path.Aggregate(from, (at, name) => at.GetProperty(name));
}
