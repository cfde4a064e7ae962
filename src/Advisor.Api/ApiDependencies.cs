using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using Advisor.Configuration;
using Advisor.Service;
using Advisor.Service.SignedLinks;
using Advisor.State;
using Advisor.State.Rows;
using Advisor.State.Telemetry;

namespace Advisor.Api;

/// <summary>What the routes and pages answer from.</summary>
public sealed record ApiDependencies
{
    /// <summary>
    /// The service with its state, opened by now; throws <see cref="StateStoreException"/> where the state cannot be reached.
    /// </summary>
    public required Func<CancellationToken, Task<ServiceDependencies>> ReadServiceAsync { get; init; }

    /// <summary>The settings that observations given to <c>POST /api/evaluate</c> are decided with.</summary>
    public required AdvisorConfiguration Configuration { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>
    /// Makes and checks the links of messages; null where the app has no address or no keys: its pages then answer as to any wrong link.
    /// </summary>
    public AppLinks? Links { get; init; }

    /// <summary>The calls that this process makes; null where other processes make them too: the figures of one would mislead.</summary>
    public ApiCallCounter? ApiCalls { get; init; }

    /// <summary>What the headers of App Service authentication are worth.</summary>
    public SignInMode SignIn { get; init; }

    /// <summary>Who may read the pages of the whole fleet. Default: <see cref="DashboardAccess.Off"/>.</summary>
    public DashboardAccess Dashboard { get; init; }

    /// <summary>The path that these pages are under, without a slash at its end; empty = at the root.</summary>
    public string DashboardPath { get; init; } = "";

    internal DateTimeOffset Now => Time.GetUtcNow();

    internal async Task<AdvisorState> StateAsync(CancellationToken cancellation) => (await ReadServiceAsync(cancellation)).State;
}
