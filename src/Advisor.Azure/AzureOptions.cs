using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Azure.Core;

namespace Advisor.Azure;

/// <summary>Options of the connection to Azure.</summary>
public sealed record AzureOptions
{
    /// <summary>Cloud to connect to; default: the public one.</summary>
    public AzureEndpoints Cloud { get; init; } = AzureEndpoints.Public;

    /// <summary>
    /// Endpoint of a local Azure, for all calls; default none. Only loopback addresses. No sign-in is made and no token is sent to it,
    /// whatever <see cref="Credential"/>.
    /// </summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Credential; default: environment, workload identity, managed identity, Azure CLI, azd, in this order.</summary>
    public TokenCredential? Credential { get; init; }

    /// <summary>Tenant of the default credential; default: <c>AZURE_TENANT_ID</c>, else that of the sign-in.</summary>
    public string? TenantId { get; init; }

    /// <summary>
    /// Client id of a user-assigned managed identity for the default credential; default: <c>AZURE_CLIENT_ID</c>, else the system-assigned
    /// one.
    /// </summary>
    public string? ManagedIdentityClientId { get; init; }

    /// <summary>Returns the settings of a resource from configuration and tags; default: <see cref="ResourceSettings.Default"/>.</summary>
    public Func<FleetResource, ResourceSettings> Settings { get; init; } = _ => ResourceSettings.Default;

    /// <summary>Returns notes on a listing of a scope, each one sentence, which are added to its own; default: none.</summary>
    public Func<FleetScope, FleetListing, IReadOnlyList<string>> DescribeListing { get; init; } = (_, _) => [];

    /// <summary>Age below which minutes are not requested, since they are incomplete; default 2 minutes.</summary>
    public TimeSpan MetricLag { get; init; } = TimeSpan.FromMinutes(2);

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Retries, timeouts and rates; default: <see cref="ResilienceLimits.Azure"/>, or <see cref="ResilienceLimits.Loopback"/> with an
    /// endpoint.
    /// </summary>
    public ResilienceLimits? Limits { get; init; }

    /// <summary>Override of <see cref="ResilienceLimits.MaxRetryAfter"/> of <see cref="Limits"/>; null = none.</summary>
    public TimeSpan? MaxRetryAfter { get; init; }

    /// <summary>Called before each retry with a sentence about it, from any thread; default: not.</summary>
    public Action<string>? OnRetry { get; init; }

    /// <summary>Replacement of the network, for tests; default none.</summary>
    public HttpMessageHandler? Handler { get; init; }

    /// <summary>Returns the problem of these options, as a sentence including what to do; null if they are valid.</summary>
    public string? FindProblem() => Endpoint is null ? null : LoopbackPolicy.FindProblem(Endpoint);
}
