using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Azure.Core;

namespace Advisor.Azure;

/// <summary>How to reach Azure, and as whom.</summary>
public sealed record AzureOptions
{
    /// <summary>Default: the public cloud.</summary>
    public AzureEndpoints Cloud { get; init; } = AzureEndpoints.Public;

    /// <summary>
    /// The address of an Azure on this machine, for all calls; default none. Only loopback addresses; no real sign-in is used and no token
    /// travels there, whatever <see cref="Credential"/> says.
    /// </summary>
    public Uri? Endpoint { get; init; }

    /// <summary>The sign-in; default: environment, workload identity, managed identity, Azure CLI, azd, in this order.</summary>
    public TokenCredential? Credential { get; init; }

    /// <summary>Tenant of the default sign-in; default: that of the environment or the CLI.</summary>
    public string? TenantId { get; init; }

    /// <summary>Client id of a user-assigned managed identity for the default sign-in; default: the system-assigned one.</summary>
    public string? ManagedIdentityClientId { get; init; }

    /// <summary>
    /// The settings of a resource, from configuration and tags; default: those of <see cref="ResourceSettings.Default"/>.
    /// </summary>
    public Func<FleetResource, ResourceSettings> Settings { get; init; } = _ => ResourceSettings.Default;

    /// <summary>Minutes younger than this are not asked for, since they are not complete; default 2 minutes.</summary>
    public TimeSpan MetricLag { get; init; } = TimeSpan.FromMinutes(2);

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Retries, timeouts and rates; default: <see cref="ResilienceLimits.Azure"/>, with an endpoint
    /// <see cref="ResilienceLimits.Loopback"/>.
    /// </summary>
    public ResilienceLimits? Limits { get; init; }

    /// <summary>Takes the place of <see cref="ResilienceLimits.MaxRetryAfter"/> of <see cref="Limits"/>; null = theirs.</summary>
    public TimeSpan? MaxRetryAfter { get; init; }

    /// <summary>Takes the place of the network; for tests. Default: the network.</summary>
    public HttpMessageHandler? Handler { get; init; }

    /// <summary>What is wrong with these options, as a sentence with what to do; null where nothing is.</summary>
    public string? FindProblem() => Endpoint is null ? null : LoopbackPolicy.FindProblem(Endpoint);
}
