using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using Advisor.Core.Settings;
using Advisor.Service.SignedLinks;

namespace Advisor.Functions.Settings;

/// <summary>The app settings, <c>Advisor__NAME</c> in the environment, checked.</summary>
internal sealed record AppSettings
{
    /// <summary><c>State__TableServiceUri</c>: the table service that holds the state; https, or an emulator on this machine.</summary>
    public required Uri TableService { get; init; }

    /// <summary><c>Subscriptions</c>: ids separated by commas; used where advisor.yaml names neither subscriptions nor resources.</summary>
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    /// <summary><c>ConfigFile</c>: an advisor.yaml; null = the one beside host.json, if there is one.</summary>
    public string? ConfigFile { get; init; }

    /// <summary><c>Paused</c>: the kill switch; nothing is applied. Default false.</summary>
    public bool Paused { get; init; }

    /// <summary><c>DryRun</c>: what would be applied is only recorded. Default false.</summary>
    public bool DryRun { get; init; }

    /// <summary><c>Mode</c>: one mode for all resources; null = those of configuration and tags.</summary>
    public AdvisorMode? Mode { get; init; }

    /// <summary><c>Interval</c>: between two ticks, whole minutes from 1 to 60; default one.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary><c>WebhookUrl</c>: where notifications go; it may carry a secret. Null = to the log.</summary>
    public Uri? Webhook { get; init; }

    /// <summary><c>AzureEndpoint</c>: an Azure on this machine, for trials; null = Azure.</summary>
    public Uri? AzureEndpoint { get; init; }

    /// <summary>
    /// <c>AzureClock</c>: whether the time is that of <see cref="AzureEndpoint"/>, so that trials can let hours pass; false = this
    /// machine's.
    /// </summary>
    public bool AzureClock { get; init; }

    /// <summary>
    /// <c>Address</c> and <c>ApprovalKeys</c>: where people reach the app and what signs the links to its pages; null = messages have no
    /// such links.
    /// </summary>
    public AppLinks? Links { get; init; }

    /// <summary><c>SignIn</c>: what the headers of App Service authentication are worth. Default off.</summary>
    public SignInMode SignIn { get; init; }

    /// <summary>
    /// <c>Dashboard</c>: who may read the pages of the fleet. Default <c>signIn</c>: signed-in users, no one where <c>SignIn</c> is off;
    /// <c>open</c>: anyone who reaches the app; <c>off</c>: no one.
    /// </summary>
    public DashboardAccess Dashboard { get; init; } = DashboardAccess.SignedIn;

    /// <summary><c>AZURE_CLIENT_ID</c>: the user-assigned identity; null = the system-assigned one.</summary>
    public string? ManagedIdentity { get; init; }
}
