using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Reads what a subscription and the sign-in allow, for checks by people; decisions do not use it.</summary>
public sealed class AccessReader
{
    private const string ProvidersVersion = "2021-04-01";
    private const string PermissionsVersion = "2022-04-01";

    private readonly AzureCalls calls;
    private readonly ArmPipeline arm;

    private readonly SubscriptionDiscovery subscriptions;

    internal AccessReader(AzureCalls calls, ArmPipeline arm, SubscriptionDiscovery subscriptions) =>
        (this.calls, this.arm, this.subscriptions) = (calls, arm, subscriptions);

    /// <summary>Finds the subscriptions of the management groups of a scope, or all readable ones if the scope says so.</summary>
    public Task<SubscriptionList> FindSubscriptionsAsync(FleetScope scope, CancellationToken cancellation) =>
        subscriptions.FindAsync(scope, cancellation);

    /// <summary>
    /// Returns the registration state of a provider, such as Registered, Registering or NotRegistered; null with the failure if Azure does
    /// not say.
    /// </summary>
    public Task<(string? State, FleetFailure? Failure)> ReadRegistrationAsync(
        string subscription,
        string provider,
        CancellationToken cancellation
    )
    {
        var path = $"/subscriptions/{subscription}/providers/{provider}";
        return calls.ReadAsync<(string?, FleetFailure?)>(
            CallName.CheckAccess,
            new CallTarget(arm.Host, subscription),
            async token =>
            {
                var response = await arm.GetAsync(path, ProvidersVersion, token);
                using var document = JsonDocument.Parse(response.Content.ToMemory());
                return (ResourceJson.GetText(document.RootElement, "registrationState") ?? "Unknown", null);
            },
            fault => (null, AzureFailures.Describe(path, fault, "Reader on the subscription")),
            cancellation
        );
    }

    /// <summary>
    /// Returns whether the roles of the sign-in permit an action on a resource, inherited ones included; null with the failure if Azure
    /// does not say. Deny assignments, locks and policies are not part of the answer.
    /// </summary>
    /// <param name="action">Action such as Microsoft.SignalRService/SignalR/write.</param>
    public Task<(bool? IsPermitted, FleetFailure? Failure)> CheckPermissionAsync(
        string resourceId,
        string action,
        CancellationToken cancellation
    )
    {
        var path = resourceId + "/providers/Microsoft.Authorization/permissions";
        return calls.ReadAsync<(bool?, FleetFailure?)>(
            CallName.CheckAccess,
            new CallTarget(arm.Host, ResourceIds.GetSubscription(resourceId)),
            async token => (await IsPermittedAsync(path, action, token), null),
            fault => (null, AzureFailures.Describe(path, fault, "Reader on the resource")),
            cancellation
        );
    }

    // A role permits what one of its actions names and none of its notActions; any one role is enough.
    private async Task<bool> IsPermittedAsync(string path, string action, CancellationToken cancellation)
    {
        var isPermitted = false;
        await foreach (var role in ArmPages.ReadAsync(arm, path, PermissionsVersion, cancellation))
        {
            isPermitted |= Names(role, "actions", action) && !Names(role, "notActions", action);
        }

        return isPermitted;
    }

    private static bool Names(JsonElement role, string property, string action) =>
        ResourceJson
            .ListItems(role, property)
            .Any(pattern => pattern.ValueKind == JsonValueKind.String && Matches(pattern.GetString()!, action));

    private static bool Matches(string pattern, string action) =>
        Regex.IsMatch(
            action,
            "^" + Regex.Escape(pattern).Replace("\\*", ".*", StringComparison.Ordinal) + "$",
            RegexOptions.IgnoreCase | RegexOptions.NonBacktracking
        );
}
