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
    private readonly TokenCache credential;

    private AzureConnection(AzureOptions options)
    {
        var cloud = options.Endpoint is null ? options.Cloud : AzureEndpoints.Local(options.Endpoint);
        TokenCredential signIn = options.Endpoint is not null
            ? new LoopbackCredential()
            : options.Credential ?? SignIn.Default(cloud, options.TenantId, options.ManagedIdentityClientId);
        credential = new TokenCache(signIn, options.Time);
        var limits = options.Limits ?? (options.Endpoint is null ? ResilienceLimits.Azure : ResilienceLimits.Loopback);
        calls = new AzureCalls(options.Time, limits with { LongestRetryAfter = options.LongestRetryAfter ?? limits.LongestRetryAfter });
        http = options.Handler is null ? null : new HttpClient(options.Handler, disposeHandler: false) { Timeout = Timeout.InfiniteTimeSpan };

        Clock = new ServerClock(options.Time);
        var clients = new AzureClients(options, cloud, credential, http, Clock);
        Clock.Ask = cancellation => AskTimeAsync(clients.Arm, cancellation);
        var surroundings = new Surroundings(calls, clients.Arm);
        var discovery = new Discovery(calls, clients.Resources, surroundings, clients.Arm.Host, options.Settings);
        Fleet = new AzureFleet(discovery, new Change(calls, clients.Resources, surroundings, clients.Arm, options.Time));
        Metrics = new AzureMetricSource(calls, clients.Monitor, cloud, clients.Arm.Host, options.Time, options.MetricLag);
    }

    /// <summary>Finds, reads and changes resources.</summary>
    public AzureFleet Fleet { get; }

    /// <summary>Reads their metrics.</summary>
    public AzureMetricSource Metrics { get; }

    /// <summary>What Azure's answers say of the time.</summary>
    public ServerClock Clock { get; }

    /// <summary>Calls made through this connection so far, of all kinds, repeated attempts included.</summary>
    public int Calls => calls.Sent;

    /// <summary>Makes a connection; nothing is sent yet, not even for the sign-in.</summary>
    /// <exception cref="ArgumentException">The options have a <see cref="AzureOptions.Problem"/>.</exception>
    public static AzureConnection Create(AzureOptions options) =>
        options.Problem() is { } problem ? throw new ArgumentException(problem, nameof(options)) : new AzureConnection(options);

    // Needs no right and has a short answer. Sent once: the next tick asks again.
    private Task AskTimeAsync(ArmPipeline arm, CancellationToken cancellation) => calls.ChangeAsync(
        CallName.ListTenants, new CallTarget(arm.Host, ""), cancel => arm.GetAsync("/tenants", "2022-12-01", cancel), cancellation).AsTask();

    public void Dispose()
    {
        calls.Dispose();
        credential.Dispose();
        http?.Dispose();
    }
}
