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
    public async Task<(string? State, FleetFailure? Failure)> ReadRegistrationAsync(
        string subscription,
        string provider,
        CancellationToken cancellation
    )
    {
        var path = $"/subscriptions/{subscription}/providers/{provider}";
        try
        {
            var response = await calls.ReadAsync(
                CallName.CheckAccess,
                new CallTarget(arm.Host, subscription),
                token => arm.GetAsync(path, ProvidersVersion, token),
                cancellation
            );
            using var document = JsonDocument.Parse(response.Content.ToMemory());
            return (ResourceJson.GetText(document.RootElement, "registrationState") ?? "Unknown", null);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return (null, AzureFailures.Describe(path, exception, "Reader on the subscription"));
        }
    }

    /// <summary>
    /// Returns whether the roles of the sign-in permit an action on a resource, inherited ones included; null with the failure if Azure
    /// does not say. Deny assignments, locks and policies are not part of the answer.
    /// </summary>
    /// <param name="action">Action such as Microsoft.SignalRService/SignalR/write.</param>
    public async Task<(bool? IsPermitted, FleetFailure? Failure)> CheckPermissionAsync(
        string resourceId,
        string action,
        CancellationToken cancellation
    )
    {
        var path = resourceId + "/providers/Microsoft.Authorization/permissions";
        try
        {
            var isPermitted = await calls.ReadAsync(
                CallName.CheckAccess,
                new CallTarget(arm.Host, ResourceIds.GetSubscription(resourceId)),
                token => IsPermittedAsync(path, action, token),
                cancellation
            );
            return (isPermitted, null);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return (null, AzureFailures.Describe(path, exception, "Reader on the resource"));
        }
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
        ResourceJson.GetChild(role, property) is { ValueKind: JsonValueKind.Array } patterns
        && patterns.EnumerateArray().Any(pattern => pattern.ValueKind == JsonValueKind.String && Matches(pattern.GetString()!, action));

    private static bool Matches(string pattern, string action) =>
        Regex.IsMatch(
            action,
            "^" + Regex.Escape(pattern).Replace("\\*", ".*", StringComparison.Ordinal) + "$",
            RegexOptions.IgnoreCase | RegexOptions.NonBacktracking
        );
}
