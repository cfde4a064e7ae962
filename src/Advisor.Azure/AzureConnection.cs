using Advisor.Azure.Costs;
using Advisor.Azure.Identity;
using Advisor.Azure.Metrics;
using Advisor.Azure.Prices;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Advisor.Service.Costs;
using Advisor.Service.Fleet;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;
using Azure.Core;

namespace Advisor.Azure;

/// <summary>
/// Connection to one Azure cloud, or to a local Azure: its resources and their metrics, with one sign-in and one set of limits. Keep it for
/// the lifetime of the program, since it holds rate limits and circuits.
/// </summary>
public sealed class AzureConnection : IDisposable
{
    private readonly AzureCalls calls;
    private readonly HttpClient? http;
    private readonly TokenCache credential;

    private AzureConnection(AzureOptions options)
    {
        var cloud = options.Endpoint is null ? options.Cloud : AzureEndpoints.CreateLocal(options.Endpoint);
        TokenCredential signIn = options.Endpoint is not null
            ? new LoopbackCredential()
            : options.Credential ?? SignIn.CreateDefault(cloud, options.TenantId, options.ManagedIdentityClientId);
        credential = new TokenCache(signIn, options.Time);
        var limits = options.Limits ?? (options.Endpoint is null ? ResilienceLimits.Azure : ResilienceLimits.Loopback);
        calls = new AzureCalls(
            options.Time,
            limits with
            {
                MaxRetryAfter = options.MaxRetryAfter ?? limits.MaxRetryAfter,
            },
            options.OnRetry
        );
        http = options.Handler is null
            ? null
            : new HttpClient(options.Handler, disposeHandler: false) { Timeout = Timeout.InfiniteTimeSpan };

        Clock = new ServerClock(options.Time);
        var clients = new AzureClients(options, cloud, credential, http, Clock);
        Clock.RefreshAsync = cancellation => ReadTimeAsync(clients.ResourceManager, cancellation);
        var scalingContext = new ScalingContext(calls, clients.ResourceManager);
        var subscriptions = new SubscriptionDiscovery(calls, clients.ResourceManager, options.Time);
        var resourceDiscovery = new ResourceDiscovery(
            calls,
            clients.Resources,
            scalingContext,
            new ReplicaDiscovery(calls, clients.ResourceManager),
            subscriptions,
            clients.ResourceManager.Host,
            options.Settings
        );
        Fleet = new AzureFleet(
            resourceDiscovery,
            new RegionalUsageReader(calls, clients.ResourceManager, options.Time),
            new ScaleOperation(calls, clients.Resources, scalingContext, clients.ResourceManager, options.Time),
            new ActivityLogReader(calls, clients.ResourceManager),
            options.DescribeListing
        );
        Prices = new RetailPriceReader(calls, clients.Prices);
        Sizes = new SizeReader(calls, clients.ResourceManager);
        Access = new AccessReader(calls, clients.ResourceManager, subscriptions);
        Costs = new ActualCostReader(calls, clients.ResourceManager);
        Metrics = new AzureMetricSource(calls, clients.Monitor, cloud, clients.ResourceManager.Host, options.Time, options.MetricLag);
    }

    /// <summary>Access to resources: discovery, reads and changes.</summary>
    public IFleet Fleet { get; }

    /// <summary>What subscriptions and the sign-in allow, for checks by people.</summary>
    public AccessReader Access { get; }

    /// <summary>Azure's retail prices.</summary>
    public IPriceSource Prices { get; }

    /// <summary>Sizes that Azure offers for a resource.</summary>
    public ISizeSource Sizes { get; }

    /// <summary>Actual costs of resources.</summary>
    public ICostReader Costs { get; }

    /// <summary>Access to the metrics of resources.</summary>
    public AzureMetricSource Metrics { get; }

    /// <summary>Azure's time, from the dates of its responses.</summary>
    public ServerClock Clock { get; }

    /// <summary>Creates a connection; nothing is sent yet, not even for the sign-in.</summary>
    /// <exception cref="ArgumentException">The options are invalid; see <see cref="AzureOptions.FindProblem"/>.</exception>
    public static AzureConnection Create(AzureOptions options) =>
        options.FindProblem() is { } problem ? throw new ArgumentException(problem, nameof(options)) : new AzureConnection(options);

    // Requires no permission and has a short response. Sent once: the next tick repeats it.
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
