using Advisor.Configuration;
using Advisor.Service;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Telemetry;
using Advisor.Web.Dashboard;
using Advisor.Web.Network;
using Advisor.Web.SignIn;

namespace Advisor.Web;

/// <summary>Dependencies of the routes and pages.</summary>
public sealed record ApiDependencies
{
    /// <summary>
    /// Returns the service with its state, opening it first if needed; throws <see cref="StateStoreException"/> when the state is not
    /// available.
    /// </summary>
    public required Func<CancellationToken, Task<ServiceSetup>> ReadServiceAsync { get; init; }

    /// <summary>Settings for the observations of <c>POST /api/evaluate</c>.</summary>
    public required AdvisorConfiguration Configuration { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>
    /// Links of messages, to create and verify; null when the app has no address or no keys: its pages then respond as to an invalid link.
    /// </summary>
    public AppLinks? Links { get; init; }

    /// <summary>
    /// Counter of the calls of this process; null when other processes make calls too, since the counts of one would mislead.
    /// </summary>
    public ApiCallCounter? ApiCalls { get; init; }

    /// <summary>Trust placed in the headers of App Service authentication.</summary>
    public SignInMode SignIn { get; init; }

    /// <summary>
    /// Whether what is in front of the program lets only callers with a key reach <c>/api</c>: the Functions host, by the function key.
    /// Otherwise <see cref="NetworkGuard"/> checks keys. Default: false.
    /// </summary>
    public bool HostChecksKeys { get; init; }

    /// <summary>Access to the fleet pages. Default: <see cref="DashboardAccess.Off"/>.</summary>
    public DashboardAccess Dashboard { get; init; }

    /// <summary>Path prefix of the fleet pages, without a trailing slash; empty = at the root.</summary>
    public string DashboardPath { get; init; } = "";

    internal DateTimeOffset Now => Time.GetUtcNow();

    internal async Task<AdvisorState> GetStateAsync(CancellationToken cancellation) => (await ReadServiceAsync(cancellation)).State;
}
