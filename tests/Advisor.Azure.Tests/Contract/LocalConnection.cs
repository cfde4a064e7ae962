using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Tests.Contract;

/// <summary>
/// The adapters that this build has (on Azure.Core, or with -p:AzureSdk=true on Azure's own libraries for Monitor, SignalR and Web PubSub),
/// over real HTTP to a loopback Azure.
/// </summary>
internal sealed class LocalConnection : IAsyncDisposable
{
    private LocalConnection(LocalAzureHost host, AzureConnection connection)
    {
        Host = host;
        Connection = connection;
    }

    public LocalAzureHost Host { get; }

    public AzureConnection Connection { get; }

    public IFleet Fleet => Connection.Fleet;

    public IMetricSource Metrics => Connection.Metrics;

    public FleetScope Scope => new() { Subscriptions = [Host.SubscriptionId] };

    public static async Task<LocalConnection> StartAsync(LocalAzureOptions? options = null)
    {
        var host = await LocalAzureHost.StartAsync(options, TestContext.Current.CancellationToken);
        var connection = AzureConnection.Create(new AzureOptions { Endpoint = host.Endpoint });
        return new LocalConnection(host, connection);
    }

    public Task<FleetListing> ListAsync() => Fleet.ListAsync(Scope, TestContext.Current.CancellationToken);

    public async Task<FleetResource> GetAsync(string name) => (await ListAsync()).Resources.Single(r => r.Name == name);

    /// <summary>The last hour of some resources, or of all.</summary>
    public async Task<MetricReadResult> ReadAsync(Func<FleetResource, bool>? which = null)
    {
        var resources = (await ListAsync()).Resources.Where(which ?? (_ => true)).ToList();
        var now = DateTimeOffset.UtcNow;
        return await Metrics.ReadAsync(resources, now.AddHours(-1), now, TestContext.Current.CancellationToken);
    }

    public Task<ScaleOutcome> ScaleAsync(FleetResource from, int units, string? sku = null) =>
        Fleet.ScaleAsync(new ScaleRequest(from.Id, from.Size, new(sku ?? from.Sku, units)), TestContext.Current.CancellationToken);

    /// <summary>Follows a change to its end; a change of the loopback Azure takes no time here.</summary>
    public async Task<ScaleProgress> FollowAsync(ScaleOutcome outcome)
    {
        ScaleProgress progress;
        do
        {
            progress = await Fleet.GetProgressAsync(outcome.OperationUrl!, TestContext.Current.CancellationToken);
            await Task.Yield();
        } while (!progress.IsDone);
        return progress;
    }

    public async ValueTask DisposeAsync()
    {
        Connection.Dispose();
        await Host.DisposeAsync();
    }
}
