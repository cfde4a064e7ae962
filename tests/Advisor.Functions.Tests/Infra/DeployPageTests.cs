using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>What docs/deploy.md says, against what is deployed.</summary>
public sealed partial class DeployPageTests(BicepFiles bicep)
{
    private const string Refresh = "/config/configreferences/appsettings/refresh?api-version=2022-03-01";

    private static readonly string Page = File.ReadAllText(RepositoryFiles.GetPath("docs", "deploy.md"));

    [Fact]
    public void The_role_of_the_deployer_may_write_every_kind_of_resource_that_is_deployed_into_other_subscriptions()
    {
        using var role = JsonDocument.Parse(JsonPattern().Match(Page).Groups["text"].Value);
        var actions = role.RootElement.GetProperty("Actions").EnumerateArray().Select(action => action.GetString()!).ToList();
        var types = bicep
            .All.Where(file => file.Path is "modules/advise.bicep" or "modules/apply.bicep")
            .SelectMany(file => file.Resources)
            .Select(resource => resource.GetProperty("type").GetString()!)
            .Distinct()
            .ToList();

        Assert.Equal(["Microsoft.Authorization/roleAssignments", "Microsoft.Authorization/roleDefinitions"], types.Order());
        Assert.All(types, type => Assert.Contains(type + "/*", actions));
        Assert.Contains("Microsoft.Resources/deployments/*", actions); // the deployment itself is a resource there
        Assert.DoesNotContain(
            actions,
            action => action is "*" or "*/read" || action.StartsWith("Microsoft.Authorization/*", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Where_a_role_is_defined_the_page_requires_a_right_that_may_define_roles()
    {
        // Role Based Access Control Administrator writes assignments, not definitions.
        var rows = Page.Split('\n').Where(line => line.StartsWith('|')).ToList();

        Assert.Contains(
            "Contributor and User Access Administrator",
            rows.Single(row => row.StartsWith("| each in `ADVISOR_APPLY_SUBSCRIPTIONS`", StringComparison.Ordinal)),
            StringComparison.Ordinal
        );
        Assert.Contains(
            "Contributor and Role Based Access Control Administrator",
            rows.Single(row => row.StartsWith("| of the app |", StringComparison.Ordinal)),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_package_that_is_uploaded_by_hand_goes_to_the_container_that_the_platform_reads()
    {
        // The name is formatted from account, service and container.
        var name = bicep["modules/storage.bicep"]
            .ReadBody("Microsoft.Storage/storageAccounts/blobServices/containers", "name")
            .GetString()!;
        var container = name.Split('\'')[^2];

        Assert.Contains($"-c {container} -n released-package.zip", Page, StringComparison.Ordinal);
        // The package has no local.settings.json, from which func would read that it is a custom handler.
        Assert.Contains("func azure functionapp publish \"$ADVISOR_FUNCTION_APP\" --custom --no-build", Page, StringComparison.Ordinal);
        Assert.Contains("/syncfunctiontriggers?", Page, StringComparison.Ordinal);
    }

    // Deployments are incremental: an assignment that the template no longer has stays, and with it the right to change sizes.
    [Fact]
    public void The_page_says_that_the_right_to_change_sizes_stays_and_names_the_role_as_it_is_deployed_to_take_it_away()
    {
        var name = bicep["modules/apply.bicep"].ReadBody("Microsoft.Authorization/roleDefinitions", "properties", "roleName").GetString();

        Assert.Equal("[format('Advisor Scaler ({0}, {1})', parameters('environmentName'), subscription().subscriptionId)]", name);
        Assert.Contains("--role \"Advisor Scaler (prod, ID)\" --scope /subscriptions/ID`.", Page, StringComparison.Ordinal);
    }

    // 'azd down' deletes the group and removes the outputs from its environment; the CLI puts the vault back into its group.
    [Fact]
    public void A_deleted_vault_is_recovered_into_its_group_made_again_under_a_name_that_the_page_finds_without_azd()
    {
        var recover = Page.Split('\n').Single(line => line.Contains("az keyvault recover", StringComparison.Ordinal));
        var group = bicep["main.bicep"].ReadBody("Microsoft.Resources/resourceGroups", "name").GetString()!;

        Assert.Equal("[format('rg-advisor-{0}', parameters('environmentName'))]", group);
        Assert.StartsWith("    az group create -n rg-advisor-prod ", recover, StringComparison.Ordinal);
        Assert.DoesNotContain("$ADVISOR_", recover, StringComparison.Ordinal);
        Assert.Contains(
            "az keyvault list-deleted --resource-type vault --query \"[?starts_with(name, 'kv-adv-')]",
            Page,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "name: 'kv-adv-${token}'",
            File.ReadAllText(Path.Combine(BicepFiles.Folder, "main.bicep")),
            StringComparison.Ordinal
        );
    }

    // 'az ad app create' makes no enterprise application: Entra adds it when the first person has signed in and consented.
    [Fact]
    public void The_registration_of_the_sign_in_gets_its_enterprise_application_before_anyone_can_sign_in()
    {
        var lines = Page.Split('\n').ToList();
        var made = lines.FindIndex(line => line.Contains("az ad app create", StringComparison.Ordinal));

        Assert.Equal(
            ["    az ad sp create --id \"$(azd env get-value ADVISOR_SIGN_IN_CLIENT_ID)\" -o none", "    azd provision"],
            lines.Skip(made + 1).Take(2)
        );
    }

    // learn.microsoft.com, "Manage access to an application": "When an application requires assignment, user consent for that application
    // isn't allowed." The scopes are those of App Service authentication, 00000003-... is Microsoft Graph.
    [Fact]
    public void Where_an_assignment_is_required_an_administrator_consents_for_all_that_are_assigned()
    {
        const string id = "--id \"$(azd env get-value ADVISOR_SIGN_IN_CLIENT_ID)\"";
        var required = Page.IndexOf($"    az ad sp update {id} --set appRoleAssignmentRequired=true\n", StringComparison.Ordinal);

        Assert.True(required > 0);
        Assert.Contains(
            $"    az ad app permission grant {id} --api 00000003-0000-0000-c000-000000000000 --scope openid profile email -o none\n",
            Page[required..],
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_changed_secret_is_read_by_the_refresh_call_and_no_page_says_that_a_restart_does_it()
    {
        Assert.Contains(Refresh, Page, StringComparison.Ordinal);
        Assert.Contains(
            "(deploy.md#a-changed-secret)",
            File.ReadAllText(RepositoryFiles.GetPath("docs", "approvals.md")),
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("or after a restart", Page, StringComparison.Ordinal);
    }

    // 730 hours of 0.01 USD for each endpoint.
    [Fact]
    public void The_page_on_cost_has_what_is_billed_by_its_existence()
    {
        var page = File.ReadAllText(RepositoryFiles.GetPath("docs", "own-cost.md"));
        var rules = bicep
            .All.SelectMany(file => file.Resources)
            .Count(resource => resource.GetProperty("type").GetString() == "Microsoft.Insights/scheduledQueryRules");
        var endpoints = bicep["modules/network.bicep"].Json.GetProperty("variables").GetProperty("endpoints").GetArrayLength();

        Assert.Contains($"| alert rules | {rules} | 1.50 |", page, StringComparison.Ordinal);
        Assert.Equal((1, 4, 29), (rules, endpoints, (int)(endpoints * 7.3)));
        Assert.Contains("four private endpoints cost\n29 USD a month more", page, StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_says_what_the_first_minutes_look_like()
    {
        Assert.Contains("within the 30 seconds that the host waits", Page, StringComparison.Ordinal);
        Assert.Contains("it may fire once and resolves itself", Page, StringComparison.Ordinal);
        Assert.Contains("An empty version in that list means `1.0`", Page, StringComparison.Ordinal);
    }

    [GeneratedRegex("```json\\n(?<text>.*?)```", RegexOptions.ExplicitCapture | RegexOptions.Singleline, 1000)]
    private static partial Regex JsonPattern();
}
