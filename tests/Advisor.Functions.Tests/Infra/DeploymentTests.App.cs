namespace Advisor.Functions.Tests.Infra;

public sealed partial class DeploymentTests
{
    [Fact]
    public void The_app_is_on_Flex_Consumption_with_a_custom_handler_and_signs_in_to_its_package()
    {
        var app = bicep["modules/app.bicep"];

        Assert.Equal(
            ("FC1", "FlexConsumption"),
            (
                app.ReadBody("Microsoft.Web/serverfarms", "sku", "name").GetString(),
                app.ReadBody("Microsoft.Web/serverfarms", "sku", "tier").GetString()
            )
        );
        Assert.True(app.ReadBody("Microsoft.Web/serverfarms", "properties", "reserved").GetBoolean());
        Assert.Equal("functionapp,linux", app.ReadBody("Microsoft.Web/sites", "kind").GetString());
        Assert.Equal("custom", app.ReadBody("Microsoft.Web/sites", "properties", "functionAppConfig", "runtime", "name").GetString());
        Assert.Equal(
            "[parameters('runtimeVersion')]",
            app.ReadBody("Microsoft.Web/sites", "properties", "functionAppConfig", "runtime", "version").GetString()
        );
        Assert.Equal(
            "UserAssignedIdentity",
            app.ReadBody("Microsoft.Web/sites", "properties", "functionAppConfig", "deployment", "storage", "authentication", "type")
                .GetString()
        );
        Assert.True(app.ReadBody("Microsoft.Web/sites", "properties", "httpsOnly").GetBoolean());
        Assert.Contains("'azd-service-name', 'advisor'", app.ReadBody("Microsoft.Web/sites", "tags").GetString(), StringComparison.Ordinal);
    }

    // Azure refuses these for Flex Consumption with error 51021, or ignores them there.
    private static readonly string[] NotOnFlex =
    [
        "alwaysOn",
        "ftpsState",
        "functionAppScaleLimit",
        "functionsRuntimeScaleMonitoringEnabled",
        "http20Enabled",
        "linuxFxVersion",
        "netFrameworkVersion",
        "preWarmedInstanceCount",
        "use32BitWorkerProcess",
        "windowsFxVersion",
    ];

    [Fact]
    public void The_site_has_no_property_that_Flex_Consumption_refuses()
    {
        var given = bicep["modules/app.bicep"]
            .ReadBody("Microsoft.Web/sites", "properties", "siteConfig")
            .EnumerateObject()
            .Select(property => property.Name)
            .ToList();

        Assert.Equal(["minTlsVersion"], given);
        Assert.All(NotOnFlex, name => Assert.DoesNotContain(name, ReadText("modules/app.bicep"), StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public void The_settings_are_the_ones_of_an_identity_and_none_that_the_plan_forbids()
    {
        var settings = bicep["modules/app.bicep"].ReadBody("Microsoft.Web/sites/config", "properties").GetString()!;

        Assert.All(
            new[]
            {
                "'AzureWebJobsStorage__credential', 'managedidentity'",
                "'AzureWebJobsStorage__clientId'",
                "'AzureWebJobsStorage__blobServiceUri'",
                "'AzureWebJobsStorage__queueServiceUri'",
                "'AzureWebJobsStorage__tableServiceUri'",
                "'Advisor__Paused'",
            },
            setting => Assert.Contains(setting, settings, StringComparison.Ordinal)
        );
        Assert.DoesNotMatch(
            "FUNCTIONS_WORKER_RUNTIME|FUNCTIONS_EXTENSION_VERSION|WEBSITE_RUN_FROM_PACKAGE|linuxFxVersion",
            ReadText("modules/app.bicep")
        );
    }

    [Fact]
    public void The_alert_fires_when_the_heartbeat_is_absent()
    {
        var rule = bicep["modules/heartbeat.bicep"].ReadBody("Microsoft.Insights/scheduledQueryRules", "properties", "criteria", "allOf")[
            0
        ];

        Assert.Contains("advisor.heartbeat", rule.GetProperty("query").GetString(), StringComparison.Ordinal);
        Assert.Equal(
            ("Count", "LessThan", 1),
            (
                rule.GetProperty("timeAggregation").GetString(),
                rule.GetProperty("operator").GetString(),
                rule.GetProperty("threshold").GetInt32()
            )
        );
        Assert.True(
            bicep["modules/heartbeat.bicep"].ReadBody("Microsoft.Insights/scheduledQueryRules", "properties", "enabled").GetBoolean()
        );

        // Before the first line of telemetry the tables of the query are absent, and a validated rule would be refused.
        Assert.True(
            bicep["modules/heartbeat.bicep"]
                .ReadBody("Microsoft.Insights/scheduledQueryRules", "properties", "skipQueryValidation")
                .GetBoolean()
        );

        // Windows that Azure allows, each three intervals or more of those that main.bicep allows.
        Assert.Contains(
            "<= 5 ? 'PT15M' : intervalMinutes <= 10 ? 'PT30M' : intervalMinutes <= 15 ? 'PT45M' : intervalMinutes <= 30 ? 'PT2H' : 'PT3H'",
            ReadText("modules/heartbeat.bicep"),
            StringComparison.Ordinal
        );
    }
}
