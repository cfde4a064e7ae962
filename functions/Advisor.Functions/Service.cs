using Advisor.Api;
using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Functions.Settings;
using Advisor.Notifications;
using Advisor.Reporting.Json;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Advisor.Storage.Tables;

namespace Advisor.Functions;

/// <summary>
/// The work behind the functions, put together at the first call: the program starts, and answers, while the storage account cannot be reached. A failed
/// attempt is made again at the next call.
/// </summary>
internal sealed class Service(Configured configured, ChannelSet channels, TimeProvider time) : IDisposable
{
    private readonly SemaphoreSlim opening = new(1, 1);
    private readonly AzureConnection azure = AzureConnection.Create(new AzureOptions
    {
        Cloud = AzureEndpoints.Create(configured.Configuration.Cloud),
        Endpoint = configured.Settings.AzureEndpoint,
        ManagedIdentityClientId = configured.Settings.ManagedIdentity,
        Settings = resource => configured.Of(resource, time.GetUtcNow()),
        MetricLag = configured.Configuration.Rules.Policy.MetricLag,
        LongestRetryAfter = ResilienceLimits.ServiceRetryAfter,
        Time = time,
    });

    private Work? work;

    public ServiceOptions Options => configured.Options;

    public DateTimeOffset Now => time.GetUtcNow();

    /// <summary>What the API and the pages answer from.</summary>
    public ApiParts Api => new()
    {
        Service = async cancellation => (await WorkAsync(cancellation)).Parts,
        Configuration = configured.Configuration,
        Time = time,
        Links = configured.Settings.Links,
        SignIn = configured.Settings.SignIn,
    };

    /// <summary>The state, opened by now.</summary>
    /// <exception cref="StateStoreException">The storage account cannot be reached, or refuses.</exception>
    public async Task<AdvisorState> StateAsync(CancellationToken cancellation) => (await WorkAsync(cancellation)).Parts.State;

    /// <summary>The work with everything it needs.</summary>
    /// <exception cref="StateStoreException">The storage account cannot be reached, or refuses.</exception>
    public async Task<Work> WorkAsync(CancellationToken cancellation)
    {
        if (work is { } made)
        {
            return made;
        }

        await opening.WaitAsync(cancellation);
        try
        {
            return work ??= Make(await AdvisorState.OpenAsync(await StoreAsync(cancellation), AdvisorState.SharedBuckets, Now, cancellation));
        }
        finally
        {
            opening.Release();
        }
    }

    public void Dispose()
    {
        azure.Dispose();
        opening.Dispose();
    }

    private Work Make(AdvisorState state)
    {
        var parts = new ServiceParts
        {
            Options = configured.Options,
            State = state,
            Fleet = azure.Fleet,
            Metrics = azure.Metrics,
            Rules = configured.Configuration.Rules,
            ClockAhead = azure.Clock.AheadAsync,
            Settings = configured.Of,
            Mutes = configured.Configuration.MutesAt,
            Details = DecisionJson.LineOf,
            Ask = configured.Settings.Links is { } links ? links.Ask : null,
            Routing = new Routing(configured.Routing),
            Links = MessageLinks.Of(configured.Configuration.Cloud, configured.Settings.Links),
        };
        return new Work(parts, new Sweep(parts), new EvaluateBatch(parts), new ApplyChange(parts), new Gather(parts), new Deliver(parts, channels.All));
    }

    private async Task<IStateStore> StoreAsync(CancellationToken cancellation)
    {
        var address = configured.Settings.TableService;
        return address.IsLoopback
            ? await TableStateStore.OpenEmulatorAsync(address, StorageEmulator.Account, StorageEmulator.Key, null, cancellation)
            : await TableStateStore.OpenAsync(address, SignIn.Default(AzureEndpoints.Create(configured.Configuration.Cloud), null, configured.Settings.ManagedIdentity), null, cancellation);
    }
}

/// <summary>The steps of the service over one state. Kept: the sweep remembers the list of the resources.</summary>
internal sealed record Work(ServiceParts Parts, Sweep Sweep, EvaluateBatch Evaluate, ApplyChange Apply, Gather Gather, Deliver Deliver);
