using Advisor.Azure.Identity;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.ResourceManager;

namespace Advisor.Azure;

/// <summary>
/// A connection to one Azure cloud, or to an Azure on this machine: its resources and their metrics, with one sign-in and one set of limits.
/// Keep it as long as the program runs; limits and circuits live in it.
/// </summary>
public sealed class AzureConnection : IDisposable
{
    private readonly AzureCalls calls;
    private readonly HttpClient? http;

    private AzureConnection(AzureOptions options)
    {
        var cloud = options.Endpoint is null ? options.Cloud : AzureCloud.Local(options.Endpoint);
        TokenCredential credential = options.Endpoint is not null
            ? new LoopbackCredential()
            : options.Credential ?? SignIn.Default(cloud, options.TenantId, options.ManagedIdentityClientId);
        calls = new AzureCalls(options.Time, options.Limits ?? (options.Endpoint is null ? ResilienceLimits.Azure : ResilienceLimits.Loopback));
        http = options.Handler is null ? null : new HttpClient(options.Handler, disposeHandler: false) { Timeout = Timeout.InfiniteTimeSpan };

        var clients = new AzureClients(options, cloud, credential, http);
        var surroundings = new Surroundings(calls, clients.Arm);
        var discovery = new Discovery(calls, clients.Resources, surroundings, clients.Arm.Host, options.Settings);
        Fleet = new AzureFleet(discovery, new Change(calls, clients.Resources, surroundings, clients.Arm, options.Time));
        Metrics = new AzureMetricSource(calls, clients.Monitor, cloud, clients.Arm.Host, options.Time, options.MetricLag);
    }

    /// <summary>Finds, reads and changes resources.</summary>
    public AzureFleet Fleet { get; }

    /// <summary>Reads their metrics.</summary>
    public AzureMetricSource Metrics { get; }

    /// <summary>Calls made through this connection so far, of all kinds, repeated attempts included.</summary>
    public int Calls => calls.Sent;

    /// <summary>Makes a connection; nothing is sent yet, not even for the sign-in.</summary>
    /// <exception cref="ArgumentException">The options have a <see cref="AzureOptions.Problem"/>.</exception>
    public static AzureConnection Create(AzureOptions options) =>
        options.Problem() is { } problem ? throw new ArgumentException(problem, nameof(options)) : new AzureConnection(options);

    public void Dispose()
    {
        calls.Dispose();
        http?.Dispose();
    }
}
