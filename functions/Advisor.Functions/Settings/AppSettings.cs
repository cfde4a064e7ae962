using Advisor.Configuration;
using Advisor.Core.Settings;
using Advisor.Service.SignedLinks;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;

namespace Advisor.Functions.Settings;

/// <summary>App settings, <c>Advisor__NAME</c> in the environment, validated.</summary>
internal sealed record AppSettings
{
    /// <summary><c>State__TableServiceUri</c>: the table service with the state; https, or an emulator on this machine.</summary>
    public required Uri TableService { get; init; }

    /// <summary>
    /// <c>Subscriptions</c>: ids separated by commas; used when advisor.yaml contains neither subscriptions nor resources.
    /// </summary>
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    /// <summary><c>ConfigFile</c>: path of advisor.yaml; null = the one next to host.json, if it exists.</summary>
    public string? ConfigFile { get; init; }

    /// <summary><c>Paused</c>: the kill switch; nothing is applied. Default: false.</summary>
    public bool Paused { get; init; }

    /// <summary><c>DryRun</c>: changes are only recorded, not applied. Default: false.</summary>
    public bool DryRun { get; init; }

    /// <summary><c>Mode</c>: one mode for all resources; null = those of configuration and tags.</summary>
    public AdvisorMode? Mode { get; init; }

    /// <summary><c>Cloud</c>: the Azure cloud; null = that of advisor.yaml.</summary>
    public AzureCloud? Cloud { get; init; }

    /// <summary><c>Interval</c>: time between two ticks, whole minutes from 1 to 60. Default: one.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary><c>WebhookUrl</c>: webhook for notifications; it may contain a secret. Null = to the log.</summary>
    public Uri? Webhook { get; init; }

    /// <summary><c>AzureEndpoint</c>: a loopback Azure on this machine, for trials; null = Azure.</summary>
    public Uri? AzureEndpoint { get; init; }

    /// <summary>
    /// <c>AzureClock</c>: whether to use the time of <see cref="AzureEndpoint"/>, so that trials can simulate hours; false = this machine's
    /// time.
    /// </summary>
    public bool AzureClock { get; init; }

    /// <summary>
    /// <c>Address</c> and <c>ApprovalKeys</c>: public address of the app, and the keys that sign the links to its pages; null = messages
    /// have no such links.
    /// </summary>
    public AppLinks? Links { get; init; }

    /// <summary><c>SignIn</c>: trust placed in the headers of App Service authentication. Default: off.</summary>
    public SignInMode SignIn { get; init; }

    /// <summary>
    /// <c>Dashboard</c>: access to the fleet pages. Default: <c>signIn</c>, signed-in users, and no access when <c>SignIn</c> is off;
    /// <c>open</c>: anyone who can reach the app; <c>off</c>: no access.
    /// </summary>
    public DashboardAccess Dashboard { get; init; } = DashboardAccess.SignedIn;

    /// <summary><c>AZURE_CLIENT_ID</c>: the user-assigned identity; null = the system-assigned one.</summary>
    public string? ManagedIdentity { get; init; }
}
