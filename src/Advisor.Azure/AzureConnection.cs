using Advisor.Azure.Identity;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.ResourceManager;

namespace Advisor.Azure;

/// <summary>
/// A connection to one Azure cloud, or to an Azure on this machine: its resources and their metrics, with one sign-in and one set of
/// limits. Keep it as long as the program runs; limits and circuits live in it.
/// </summary>
public sealed class AzureConnection : IDisposable
{
    private readonly AzureCalls calls;
    private readonly HttpClient? http;
    private readonly TokenCache credential;

    private AzureConnection(AzureOptions options)
    {
        var cloud = options.Endpoint is null ? options.Cloud : AzureEndpoints.Local(options.Endpoint);
        TokenCredential signIn = options.Endpoint is not null
            ? new LoopbackCredential()
            : options.Credential ?? SignIn.CreateDefault(cloud, options.TenantId, options.ManagedIdentityClientId);
        credential = new TokenCache(signIn, options.Time);
        var limits = options.Limits ?? (options.Endpoint is null ? ResilienceLimits.Azure : ResilienceLimits.Loopback);
        calls = new AzureCalls(options.Time, limits with { MaxRetryAfter = options.MaxRetryAfter ?? limits.MaxRetryAfter });
        http = options.Handler is null
            ? null
            : new HttpClient(options.Handler, disposeHandler: false) { Timeout = Timeout.InfiniteTimeSpan };

        Clock = new ServerClock(options.Time);
        var clients = new AzureClients(options, cloud, credential, http, Clock);
        Clock.RefreshAsync = cancellation => ReadTimeAsync(clients.ResourceManager, cancellation);
        var scalingContext = new ScalingContext(calls, clients.ResourceManager);
        var resourceDiscovery = new ResourceDiscovery(
            calls,
            clients.Resources,
            scalingContext,
            clients.ResourceManager.Host,
            options.Settings
        );
        Fleet = new AzureFleet(
            resourceDiscovery,
            new ScaleOperation(calls, clients.Resources, scalingContext, clients.ResourceManager, options.Time)
        );
        Metrics = new AzureMetricSource(calls, clients.Monitor, cloud, clients.ResourceManager.Host, options.Time, options.MetricLag);
    }

    /// <summary>Finds, reads and changes resources.</summary>
    public AzureFleet Fleet { get; }

    /// <summary>Reads their metrics.</summary>
    public AzureMetricSource Metrics { get; }

    /// <summary>What Azure's answers say of the time.</summary>
    public ServerClock Clock { get; }

    /// <summary>Makes a connection; nothing is sent yet, not even for the sign-in.</summary>
    /// <exception cref="ArgumentException">The options have a <see cref="AzureOptions.FindProblem"/>.</exception>
    public static AzureConnection Create(AzureOptions options) =>
        options.FindProblem() is { } problem ? throw new ArgumentException(problem, nameof(options)) : new AzureConnection(options);

    // Needs no right and has a short answer. Sent once: the next tick asks again.
    private Task ReadTimeAsync(ArmPipeline arm, CancellationToken cancellation) =>
        calls
            .SendOnceAsync(
                CallName.ListTenants,
                new CallTarget(arm.Host, ""),
                cancel => arm.GetAsync("/tenants", "2022-12-01", cancel),
                cancellation
            )
            .AsTask();

    public void Dispose()
    {
        calls.Dispose();
        credential.Dispose();
        http?.Dispose();
    }
}
