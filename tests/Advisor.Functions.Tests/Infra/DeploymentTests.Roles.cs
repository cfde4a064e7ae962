using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

public sealed partial class DeploymentTests
{
    // As in the documents beside the repository; held against them below where they are there.
    private static readonly Dictionary<string, string> Roles = new()
    {
        ["modules/storage.bicep"] =
            "b7e6dc6d-f1e8-4753-8033-0f276bb0955b 974c5e8b-45b9-4653-ba55-5f855dd0fb88 0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3",
        // Monitoring Reader; Cost Management Reader, of the roles built into Azure.
        ["modules/advise.bicep"] = "43d0d8ad-25c7-4714-9337-8ba259a9fe05 72fafb9e-0641-4937-9268-a91bfd8191a3",
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
            .Where(resource => resource.GetProperty("type").GetString() == "Microsoft.Authorization/roleAssignments")
            .ToList();

        Assert.Equal(6, assignments.Count);
        Assert.All(
            assignments,
            body =>
            {
                Assert.StartsWith("[guid(", body.GetProperty("name").GetString(), StringComparison.Ordinal);
                Assert.Contains("principalId", body.GetProperty("name").GetString(), StringComparison.Ordinal);
                Assert.Equal("ServicePrincipal", body.GetProperty("properties").GetProperty("principalType").GetString());
            }
        );
    }

    [Fact]
    public void The_right_to_read_costs_is_granted_only_where_it_is_asked_for()
    {
        var assignments = bicep["modules/advise.bicep"].Resources.ToList();

        Assert.Equal(2, assignments.Count);
        Assert.Equal(
            "[parameters('readCosts')]",
            Assert.Single(assignments, body => body.TryGetProperty("condition", out _)).GetProperty("condition").GetString()
        );
    }

    // The token is of the environment and its region. Azure refuses a name that a deployment in another region has in that subscription.
    [Fact]
    public void Two_environments_in_different_regions_deploy_into_the_same_watched_subscription_under_names_of_their_own()
    {
        var deployments = bicep["main.bicep"].Resources.Where(resource => resource.TryGetProperty("subscriptionId", out _)).ToList();

        Assert.Equal(2, deployments.Count);
        Assert.All(
            deployments,
            deployment =>
                Assert.Matches(
                    @"^\[format\('(advise|apply)-\{0\}-\{1\}', variables\('token'\), variables\('(watched|applied)'\)",
                    deployment.GetProperty("name").GetString()
                )
        );
        Assert.Equal(
            "[toLower(uniqueString(subscription().id, parameters('environmentName'), parameters('location')))]",
            bicep["main.bicep"].Json.GetProperty("variables").GetProperty("token").GetString()
        );
    }

    [Fact]
    public void The_custom_role_has_no_wildcard_and_none_of_the_rights_that_are_never_needed()
    {
        var actions = ListActions();

        Assert.Equal(24, actions.Count);
        Assert.Distinct(actions);
        Assert.All(actions, action => Assert.Matches("^Microsoft\\.(SignalRService|Insights)/[A-Za-z./]+/(read|write)$", action));
        Assert.Equal(
            [
                "Microsoft.SignalRService/SignalR/write",
                "Microsoft.SignalRService/WebPubSub/write",
                "Microsoft.SignalRService/SignalR/replicas/write",
                "Microsoft.SignalRService/WebPubSub/replicas/write",
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

        // The facts shorten "Microsoft.SignalRService/" to dots, and say "the same with webpubsub" of the operations under locations. Those
        // of Web PubSub's replicas are in its own article (azure-web-pubsub/howto-enable-geo-replication.md), those of its operations and
        // that of the Activity Log in the list of all permissions (role-based-access-control/resource-provider-operations).
        var ours = ListActions()
            .Select(GetTail)
            .Where(tail =>
                !tail.Contains("eventtypes/", StringComparison.Ordinal)
                && (
                    !tail.Contains("webpubsub", StringComparison.Ordinal)
                    || !(tail.StartsWith("locations/", StringComparison.Ordinal) || tail.Contains("/replicas/", StringComparison.Ordinal))
                        && !tail.Contains("/operation", StringComparison.Ordinal)
                )
            )
            .ToList();

        Assert.Equal(listed.Order(), ours.Order());
        Assert.Equal(7, ListActions().Count - ours.Count);

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
            Roles["modules/storage.bicep"].Split(' ').Append(Roles["modules/advise.bicep"].Split(' ')[0]),
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
                .ReadBody("Microsoft.Authorization/roleDefinitions", "properties", "permissions")[0]
                .GetProperty("actions")
                .EnumerateArray()
                .Select(action => action.GetString()!),
        ];

    [GeneratedRegex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex RoleIdPattern();

    [GeneratedRegex("`(?<code>[^`]+)`", RegexOptions.NonBacktracking)]
    private static partial Regex CodeSpanPattern();
}
