using Advisor.Azure;
using Advisor.Azure.Resources;
using Advisor.Configuration;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Checks of a subscription the registration of providers, and whether this sign-in may change sizes.</summary>
internal sealed class AccessChecks(AdvisorConfiguration config, AccessReader access, TimeProvider time)
{
    public async Task<DoctorCheck> CheckRegistrationAsync(string provider, string subscription, CancellationToken cancellation)
    {
        var (state, failure) = await access.ReadRegistrationAsync(subscription, provider, cancellation);
        var (name, mend) = ($"{provider} in {subscription}", ProviderRegistration.CreateCommand(provider, subscription));
        return state?.ToLowerInvariant() switch
        {
            null => new(name, CheckStatus.Warning, DoctorRun.ToLine(failure!.Text), mend),
            "registered" => new(name, CheckStatus.Ok, "Registered."),
            "registering" => new(name, CheckStatus.Warning, "Being registered, which takes a few minutes."),
            _ => new(name, CheckStatus.Fault, $"The resource provider is not registered ({UntrustedText.Sanitize(state)}).", mend),
        };
    }

    /// <summary>
    /// Checks the right to change sizes, of one resource and of one geo-replica of each service, which have a right of their own: one whose
    /// mode changes it, if there is one. Without a mode that changes anything, a missing right is no fault.
    /// </summary>
    public async Task<IReadOnlyList<DoctorCheck>> CheckChangesAsync(
        string subscription,
        IReadOnlyList<FleetResource> resources,
        CancellationToken cancellation
    )
    {
        var checks = new List<DoctorCheck>();
        foreach (var type in resources.GroupBy(r => (r.Service, IsReplica: r.OwnerId is not null)).OrderBy(group => group.Key))
        {
            var changed = type.FirstOrDefault(NeedsRight);
            checks.Add(await CheckChangesAsync(subscription, changed ?? type.First(), changed is not null, cancellation));
        }

        return checks;
    }

    private bool NeedsRight(FleetResource resource) =>
        config.ResolveSettings(resource, time.GetUtcNow()).Settings.Mode is AdvisorMode.Approve or AdvisorMode.AutoUp or AdvisorMode.Auto;

    private async Task<DoctorCheck> CheckChangesAsync(
        string subscription,
        FleetResource resource,
        bool isNeeded,
        CancellationToken cancellation
    )
    {
        var type = (resource.Service == ServiceKind.SignalR ? "SignalR" : "WebPubSub") + (resource.OwnerId is null ? "" : "/replicas");
        var (isPermitted, failure) = await access.CheckPermissionAsync(resource.Id, $"Microsoft.SignalRService/{type}/write", cancellation);
        var (name, resourceName) = ($"changes of {type} in {subscription}", UntrustedText.Sanitize(resource.Name));
        var mend =
            "az role assignment create --assignee PRINCIPAL_ID --role \"SignalR/Web PubSub Contributor\" "
            + $"--scope /subscriptions/{subscription}";
        return (isPermitted, isNeeded) switch
        {
            (true, _) => new(name, CheckStatus.Ok, $"This sign-in may change the size of {resourceName}."),
            (false, true) => new(
                name,
                CheckStatus.Fault,
                $"This sign-in may not change the size of {resourceName}, as its mode asks.",
                mend
            ),
            (false, false) => new(name, CheckStatus.Ok, "This sign-in may not change sizes, and no mode here does."),
            (null, _) => new(name, CheckStatus.Warning, DoctorRun.ToLine(failure!.Text), AzureChecks.GrantReader(subscription)),
        };
    }
}
