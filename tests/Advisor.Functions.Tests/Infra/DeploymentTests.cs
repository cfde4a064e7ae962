using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>
/// The Bicep files against themselves and against the facts that they rest on: there is no Bicep compiler where the tests run.
/// </summary>
public sealed partial class DeploymentTests(BicepFiles bicep) : IClassFixture<BicepFiles>
{
    [Fact]
    public void Every_file_parses() => Assert.DoesNotContain(bicep.All, file => file.HasError);

    [Fact]
    public void Every_module_is_a_file_of_the_repository_and_every_file_is_used()
    {
        var used = bicep.All.SelectMany(file => file.Modules).Select(module => module.GetProperty("target").GetString()!).ToList();

        Assert.Equal(bicep.All.Select(file => file.Path).Where(path => path != "main.bicep").Order(), used.Order());
    }

    [Fact]
    public void Every_module_gets_the_parameters_it_has_and_all_that_it_needs()
    {
        foreach (var module in bicep["main.bicep"].Modules)
        {
            var parameters = bicep[module.GetProperty("target").GetString()!].ParametersWithDefault;
            var given = module.GetProperty("body").GetProperty("params").EnumerateObject().Select(parameter => parameter.Name).ToList();

            Assert.Empty(given.Except(parameters.Keys));
            Assert.Empty(parameters.Where(parameter => !parameter.Value).Select(parameter => parameter.Key).Except(given));
        }
    }

    [Fact]
    public void Every_output_of_a_module_that_is_used_exists()
    {
        var main = bicep["main.bicep"];
        var outputs = main.Modules.ToDictionary(
            module => module.GetProperty("symbol").GetString()!,
            module => bicep[module.GetProperty("target").GetString()!].Outputs
        );
        var used = OutputUsePattern().Matches(ReadText("main.bicep"));

        Assert.NotEmpty(used);
        Assert.All(used, use => Assert.Contains(use.Groups["output"].Value, outputs[use.Groups["module"].Value]));
    }

    [Fact]
    public void Every_parameter_of_azd_is_one_of_the_main_file_and_none_that_is_needed_is_missing()
    {
        using var json = JsonDocument.Parse(ReadText("main.parameters.json"));
        var given = json.RootElement.GetProperty("parameters").EnumerateObject().Select(parameter => parameter.Name).ToList();
        var parameters = bicep["main.bicep"].ParametersWithDefault;

        Assert.Empty(given.Except(parameters.Keys));
        Assert.Empty(parameters.Where(parameter => !parameter.Value).Select(parameter => parameter.Key).Except(given));
        Assert.All(bicep["main.bicep"].Outputs, output => Assert.Matches("^[A-Z][A-Z_]*$", output));
    }

    [Theory]
    [InlineData("Microsoft.Web/", "2024-04-01")]
    [InlineData("Microsoft.Authorization/roleAssignments", "2022-04-01")]
    [InlineData("Microsoft.Authorization/roleDefinitions", "2022-04-01")]
    public void Api_versions_are_at_least_those_that_have_what_is_used(string type, string minimum)
    {
        var versions = bicep
            .All.SelectMany(file => file.Resources)
            .Select(resource => resource.GetProperty("target").GetString()!)
            .Where(target => target.StartsWith(type, StringComparison.Ordinal))
            .Select(target => target[(target.IndexOf('@', StringComparison.Ordinal) + 1)..])
            .ToList();

        Assert.NotEmpty(versions);
        Assert.All(versions, version => Assert.True(string.CompareOrdinal(version, minimum) >= 0, version));
    }

    [Fact]
    public void No_preview_api_is_used() =>
        Assert.DoesNotContain(
            bicep.All.SelectMany(file => file.Resources),
            resource => resource.GetProperty("target").GetString()!.EndsWith("-preview", StringComparison.Ordinal)
        );

    [Fact]
    public void The_storage_account_takes_no_keys_and_shows_nothing_to_the_public()
    {
        var storage = bicep["modules/storage.bicep"];

        Assert.False(storage.ReadBody("account", "properties", "allowSharedKeyAccess").GetBoolean());
        Assert.False(storage.ReadBody("account", "properties", "allowBlobPublicAccess").GetBoolean());
        Assert.Equal("TLS1_2", storage.ReadBody("account", "properties", "minimumTlsVersion").GetString());
        Assert.True(bicep["modules/monitoring.bicep"].ReadBody("insights", "properties", "DisableLocalAuth").GetBoolean());
        Assert.True(bicep["modules/vault.bicep"].ReadBody("vault", "properties", "enableRbacAuthorization").GetBoolean());
    }

    [Fact]
    public void No_file_carries_a_secret_or_asks_a_service_for_one() =>
        Assert.All(bicep.All, file => Assert.DoesNotMatch("(?i)listKeys|listAccountSas|AccountKey=|@secure", ReadText(file.Path)));

    private static string ReadText(string path) => File.ReadAllText(Path.Combine(BicepFiles.Folder, path));

    private static string ReadExpression(JsonElement value) => value.GetProperty("expression").GetString()!;

    [GeneratedRegex("(?<module>[a-z]+)\\.outputs\\.(?<output>[a-zA-Z]+)", RegexOptions.NonBacktracking)]
    private static partial Regex OutputUsePattern();

    [Fact]
    public void The_app_is_on_Flex_Consumption_with_a_custom_handler_and_signs_in_to_its_package()
    {
        var app = bicep["modules/app.bicep"];

        Assert.Equal(
            ("FC1", "FlexConsumption"),
            (app.ReadBody("plan", "sku", "name").GetString(), app.ReadBody("plan", "sku", "tier").GetString())
        );
        Assert.True(app.ReadBody("plan", "properties", "reserved").GetBoolean());
        Assert.Equal("functionapp,linux", app.ReadBody("site", "kind").GetString());
        Assert.Equal("custom", app.ReadBody("site", "properties", "functionAppConfig", "runtime", "name").GetString());
        Assert.Equal("runtimeVersion", ReadExpression(app.ReadBody("site", "properties", "functionAppConfig", "runtime", "version")));
        Assert.Equal(
            "UserAssignedIdentity",
            app.ReadBody("site", "properties", "functionAppConfig", "deployment", "storage", "authentication", "type").GetString()
        );
        Assert.True(app.ReadBody("site", "properties", "httpsOnly").GetBoolean());
        Assert.Contains("'azd-service-name': 'advisor'", ReadExpression(app.ReadBody("site", "tags")), StringComparison.Ordinal);
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
            .ReadBody("site", "properties", "siteConfig")
            .EnumerateObject()
            .Select(property => property.Name)
            .ToList();

        Assert.Equal(["minTlsVersion"], given);
        Assert.All(NotOnFlex, name => Assert.DoesNotContain(name, ReadText("modules/app.bicep"), StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public void The_settings_are_the_ones_of_an_identity_and_none_that_the_plan_forbids()
    {
        var names = bicep["modules/app.bicep"].Variables.GetProperty("always").EnumerateObject().Select(setting => setting.Name).ToList();

        Assert.Superset(
            new HashSet<string>
            {
                "AzureWebJobsStorage__credential",
                "AzureWebJobsStorage__clientId",
                "AzureWebJobsStorage__blobServiceUri",
                "AzureWebJobsStorage__queueServiceUri",
                "AzureWebJobsStorage__tableServiceUri",
                "Advisor__Paused",
            },
            names.ToHashSet()
        );
        Assert.Equal(
            "managedidentity",
            bicep["modules/app.bicep"].Variables.GetProperty("always").GetProperty("AzureWebJobsStorage__credential").GetString()
        );
        Assert.DoesNotMatch(
            "FUNCTIONS_WORKER_RUNTIME|FUNCTIONS_EXTENSION_VERSION|WEBSITE_RUN_FROM_PACKAGE|linuxFxVersion",
            ReadText("modules/app.bicep")
        );
    }

    [Fact]
    public void The_alert_fires_when_the_heartbeat_is_absent()
    {
        var rule = bicep["modules/heartbeat.bicep"].ReadBody("stopped", "properties", "criteria", "allOf")[0];

        Assert.Contains("advisor.heartbeat", rule.GetProperty("query").GetString(), StringComparison.Ordinal);
        Assert.Equal(
            ("Count", "LessThan", 1),
            (
                rule.GetProperty("timeAggregation").GetString(),
                rule.GetProperty("operator").GetString(),
                rule.GetProperty("threshold").GetInt32()
            )
        );
        Assert.True(bicep["modules/heartbeat.bicep"].ReadBody("stopped", "properties", "enabled").GetBoolean());

        // Before the first line of telemetry the tables of the query are absent, and a validated rule would be refused.
        Assert.True(bicep["modules/heartbeat.bicep"].ReadBody("stopped", "properties", "skipQueryValidation").GetBoolean());

        // Windows that Azure allows, each three intervals or more of those that main.bicep allows.
        Assert.Contains(
            "<= 5 ? 'PT15M' : intervalMinutes <= 10 ? 'PT30M' : intervalMinutes <= 15 ? 'PT45M' : intervalMinutes <= 30 ? 'PT2H' : 'PT3H'",
            ReadText("modules/heartbeat.bicep"),
            StringComparison.Ordinal
        );
    }

    // As in the documents beside the repository; held against them below where they are there.
    private static readonly Dictionary<string, string> Roles = new()
    {
        ["modules/storage.bicep"] =
            "b7e6dc6d-f1e8-4753-8033-0f276bb0955b 974c5e8b-45b9-4653-ba55-5f855dd0fb88 0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3",
        ["modules/advise.bicep"] = "43d0d8ad-25c7-4714-9337-8ba259a9fe05",
        ["modules/monitoring.bicep"] = "3913510d-42f4-4e42-8a64-420c390055eb", // Monitoring Metrics Publisher
        ["modules/vault.bicep"] = "4633458b-17de-408a-b874-0445c86b69e6", // Key Vault Secrets User
    };

    [Fact]
    public void Roles_are_the_ones_expected_and_no_others()
    {
        foreach (var file in bicep.All)
        {
            var ids = RoleIdPattern().Matches(ReadText(file.Path)).Select(match => match.Value).Distinct();
            Assert.Equal(Roles.GetValueOrDefault(file.Path, "").Split(' ', StringSplitOptions.RemoveEmptyEntries).Order(), ids.Order());
        }
    }

    [Fact]
    public void Every_assignment_is_to_the_identity_as_a_service_principal_under_a_repeatable_name()
    {
        var assignments = bicep
            .All.SelectMany(file => file.Resources)
            .Where(resource =>
                resource.GetProperty("target").GetString()!.StartsWith("Microsoft.Authorization/roleAssignments@", StringComparison.Ordinal)
            )
            .Select(resource => resource.GetProperty("body"))
            .ToList();

        Assert.Equal(5, assignments.Count);
        Assert.All(
            assignments,
            body =>
            {
                Assert.StartsWith("guid(", ReadExpression(body.GetProperty("name")), StringComparison.Ordinal);
                Assert.Contains("principalId", ReadExpression(body.GetProperty("name")), StringComparison.Ordinal);
                Assert.Equal("ServicePrincipal", body.GetProperty("properties").GetProperty("principalType").GetString());
            }
        );
    }

    [Fact]
    public void The_custom_role_has_no_wildcard_and_none_of_the_rights_that_are_never_needed()
    {
        var actions = ListActions();

        Assert.Equal(19, actions.Count);
        Assert.Distinct(actions);
        Assert.All(actions, action => Assert.Matches("^Microsoft\\.(SignalRService|Insights)/[A-Za-z./]+/(read|write)$", action));
        Assert.Equal(
            [
                "Microsoft.SignalRService/SignalR/write",
                "Microsoft.SignalRService/WebPubSub/write",
                "Microsoft.SignalRService/SignalR/replicas/write",
            ],
            actions.Where(action => action.EndsWith("/write", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void The_custom_role_has_exactly_the_actions_of_the_shared_facts()
    {
        var listed = ReadSharedSection("azure-facts.md", "## 8. Least privilege", "Advisory mode")
            .Split('\n')
            .Where(line => line.StartsWith('|') && !line.Contains("never needed", StringComparison.Ordinal))
            .SelectMany(line => CodeSpanPattern().Matches(line))
            .Select(match => match.Groups["code"].Value)
            .Where(code => code.EndsWith("/read", StringComparison.Ordinal) || code.EndsWith("/write", StringComparison.Ordinal))
            .Select(GetTail)
            .ToHashSet();

        // The facts shorten "Microsoft.SignalRService/" to dots, and say "the same with webpubsub" of the operations under locations.
        var ours = ListActions()
            .Select(GetTail)
            .Where(tail =>
                !tail.StartsWith("locations/", StringComparison.Ordinal) || !tail.Contains("webpubsub", StringComparison.Ordinal)
            )
            .ToList();

        Assert.Equal(listed.Order(), ours.Order());
        Assert.Equal(2, ListActions().Count - ours.Count);

        static string GetTail(string action)
        {
            var tail = action
                .ToLowerInvariant()
                .Replace("microsoft.signalrservice/", "", StringComparison.Ordinal)
                .Replace(".../", "", StringComparison.Ordinal);
            return tail == "operationresults/read" ? "signalr/operationresults/read" : tail;
        }
    }

    [Fact]
    public void Role_ids_and_settings_are_those_of_the_shared_facts()
    {
        var facts = ReadSharedSection("functions.md", "## Deployment", "## Securing HTTP");

        Assert.All(
            Roles["modules/storage.bicep"].Split(' ').Append(Roles["modules/advise.bicep"]),
            id => Assert.Contains(id, facts, StringComparison.Ordinal)
        );
        Assert.All(
            new[]
            {
                "AzureWebJobsStorage__credential=managedidentity",
                "FC1, FlexConsumption",
                "UserAssignedIdentity",
                "name 'custom'",
                "2024-04-01",
                "default '1.0'",
            },
            fact => Assert.Contains(fact, facts, StringComparison.Ordinal)
        );
    }

    private static string ReadSharedSection(string file, string from, string before)
    {
        Assert.SkipWhen(RepositoryFiles.SharedMaterial is null, $"{file} is not beside the repository");
        var text = File.ReadAllText(Path.Combine(RepositoryFiles.SharedMaterial, file));
        var start = text.IndexOf(from, StringComparison.Ordinal);
        return text[start..text.IndexOf(before, start, StringComparison.Ordinal)];
    }

    private IReadOnlyList<string> ListActions() =>
        [
            .. bicep["modules/apply.bicep"]
                .ReadBody("role", "properties", "permissions")[0]
                .GetProperty("actions")
                .EnumerateArray()
                .Select(action => action.GetString()!),
        ];

    [GeneratedRegex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex RoleIdPattern();

    [GeneratedRegex("`(?<code>[^`]+)`", RegexOptions.NonBacktracking)]
    private static partial Regex CodeSpanPattern();
}
