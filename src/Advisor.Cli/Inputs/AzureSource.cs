using Advisor.Azure;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;

namespace Advisor.Cli.Inputs;

/// <summary>The resources that a command reads, and the Azure they are in, as <see cref="FleetOptions"/> state them.</summary>
internal sealed record AzureSource
{
    /// <summary>Scope of the command line; empty = that of the configuration or the environment.</summary>
    public FleetScope Scope { get; init; } = new();

    /// <summary>Cloud; null = that of the configuration, else the public one.</summary>
    public AzureEndpoints? Cloud { get; init; }

    /// <summary>Address of a running loopback Azure; null = none.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Whether to start a loopback Azure in this process and read that.</summary>
    public bool Local { get; init; }

    /// <summary>Whether resources are to be read at all: a scope is stated, or a loopback Azure.</summary>
    public bool IsStated => Local || Endpoint is not null || Scope.Subscriptions.Count > 0 || Scope.IsWide;

    /// <summary>Starts the loopback Azure of this process; null where none is asked for.</summary>
    /// <param name="options">Its resources and its clock; null = the ten sample resources.</param>
    public async Task<LocalAzureHost?> StartLocalAsync(CliContext cli, CancellationToken cancellation, LocalAzureOptions? options = null) =>
        Local ? await LocalAzureHost.StartAsync(options ?? new LocalAzureOptions { Time = cli.Time }, cancellation) : null;

    /// <summary>Returns how to connect to it.</summary>
    /// <param name="local">The loopback Azure of this process; null = there is none.</param>
    /// <param name="progress">Where retries are named; null for a service, whose tick says what could not be read.</param>
    public AzureOptions CreateOptions(CliContext cli, AdvisorConfiguration config, LocalAzureHost? local, ProgressLine? progress) =>
        new()
        {
            Cloud = FindCloud(config),
            Endpoint = local?.Endpoint ?? Endpoint,
            MetricLag = config.Rules.Policy.MetricLag,
            Time = cli.Time,
            OnRetry = text => progress?.Report(new(text)),
        };

    public AzureEndpoints FindCloud(AdvisorConfiguration config) => Cloud ?? AzureEndpoints.Create(config.Cloud);

    /// <summary>
    /// Resolves the scope. In order of precedence: the loopback Azure of this process, the command line, the subscriptions of a loopback
    /// endpoint, the settings file, the environment.
    /// </summary>
    /// <param name="local">The loopback Azure of this process; null = there is none.</param>
    /// <exception cref="CommandException">There is no scope, or the endpoint does not answer.</exception>
    public async Task<FleetScope> FindScopeAsync(
        CliContext cli,
        AdvisorConfiguration config,
        LocalAzureHost? local,
        CancellationToken cancellation
    )
    {
        if (local is not null)
        {
            return Scope.ResourceIds.Count > 0 || Scope.IsWide ? Scope : Scope with { Subscriptions = [local.SubscriptionId] };
        }

        if (Scope.HasPlace)
        {
            return Scope;
        }

        if (Endpoint is not null)
        {
            return Scope with { Subscriptions = await EndpointSubscriptions.ReadAsync(Endpoint, cancellation) };
        }

        var file = config.Scope;
        if (file.HasPlace)
        {
            return file with
            {
                ResourceGroups = Scope.ResourceGroups.Count > 0 ? Scope.ResourceGroups : file.ResourceGroups,
                Tags = Scope.Tags.Count > 0 ? Scope.Tags : file.Tags,
            };
        }

        return cli.Environment("AZURE_SUBSCRIPTION_ID") is { Length: > 0 } subscription
            ? Scope with
            {
                Subscriptions = [subscription],
            }
            : throw CommandException.CreateUsage(
                "no scope: use --subscription ID ('az account list -o table' shows yours), --all-subscriptions, --management-group NAME or "
                    + "--resource-id ID, or set a scope in advisor.yaml ('advisor init' writes one); 'advisor demo' needs none."
            );
    }
}
