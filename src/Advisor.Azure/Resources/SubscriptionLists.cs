using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>
/// Lists subscriptions from Resource Manager, with or without SignalR or Web PubSub resources: the way without Resource Graph.
/// </summary>
internal sealed class SubscriptionLists(AzureCalls calls, ArmPipeline arm)
{
    private const string SubscriptionsVersion = "2022-12-01";
    private const string ManagementGroupsVersion = "2020-05-01";
    private const string SubscriptionIds = "/subscriptions/";

    /// <summary>Lists the subscriptions of a management group and the groups below, or with null all readable ones.</summary>
    /// <param name="note">Why they are listed.</param>
    public Task<SubscriptionList> ListAsync(string? group, string note, CancellationToken cancellation) =>
        calls.ReadAsync(
            CallName.ListSubscriptions,
            new CallTarget(arm.Host, string.Empty),
            async token => new SubscriptionList(await ReadAsync(group, token), [], [note]),
            fault => new([], [Describe(group, fault)], []),
            cancellation
        );

    // Why the subscriptions are not known, with the role that is missing. The failure hides every resource.
    private static FleetFailure Describe(string? group, Exception exception)
    {
        var right = group is null
            ? "Monitoring Reader on the subscriptions"
            : "Monitoring Reader on the management group (Microsoft.Management/managementGroups/descendants/read)";

        // An id that begins with a slash would be the place of the resources that the failure may hide.
        var failure = AzureFailures.Describe(CreatePath(group), exception, right);
        return failure with { ResourceId = group is null ? "subscriptions" : "managementGroups/" + group };
    }

    private async Task<IReadOnlyList<string>> ReadAsync(string? group, CancellationToken cancellation)
    {
        var path = CreatePath(group) + (group is null ? string.Empty : "/descendants");
        var version = group is null ? SubscriptionsVersion : ManagementGroupsVersion;
        var found = new List<string>();
        await foreach (var element in ArmPages.ReadAsync(arm, path, version, cancellation))
        {
            if (FindSubscription(element) is { } subscription)
            {
                found.Add(subscription);
            }
        }

        return found;
    }

    private static string CreatePath(string? group) =>
        group is null ? "/subscriptions" : "/providers/Microsoft.Management/managementGroups/" + Uri.EscapeDataString(group);

    // A management group below has an id of another form.
    private static string? FindSubscription(JsonElement element) =>
        ResourceJson.GetText(element, "id") is { } id
        && id.StartsWith(SubscriptionIds, StringComparison.OrdinalIgnoreCase)
        && ScopeProblems.IsSubscriptionId(id[SubscriptionIds.Length..])
            ? id[SubscriptionIds.Length..]
            : null;
}
