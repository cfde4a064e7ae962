using System.Text;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Tables;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// A whole installation: an emulator's queues and tables, a loopback Azure, a receiver of messages, and the published executable under as
/// many stand-in hosts as are started. One clock, which stands, is that of all of them.
/// </summary>
internal sealed class Installation : IAsyncDisposable
{
    public static readonly DateTimeOffset Start = new(2026, 1, 5, 12, 0, 0, TimeSpan.Zero);
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly string folder;
    private readonly List<StandInHost> hosts = [];

    private Installation(
        string folder,
        Azurite azurite,
        LocalAzureHost azure,
        Receiver receiver,
        AdvisorState state,
        ManualTimeProvider clock
    ) => (this.folder, Azurite, Azure, Receiver, State, Clock) = (folder, azurite, azure, receiver, state, clock);

    public Azurite Azurite { get; }

    public LocalAzureHost Azure { get; }

    public Receiver Receiver { get; }

    /// <summary>The state as it is in the tables, past every wire.</summary>
    public AdvisorState State { get; }

    public ManualTimeProvider Clock { get; }

    public IReadOnlyList<StandInHost> Hosts => hosts;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Everything but the app. Skips the test where the emulator cannot be had.</summary>
    /// <param name="folder">The package of the app.</param>
    /// <param name="start">Where the clock stands at first; null = <see cref="Start"/>.</param>
    /// <param name="storage">
    /// Where the emulator keeps its data, in a process of its own that can be stopped and started again; null = in memory.
    /// </param>
    /// <param name="rewrite">Replaces bodies of the loopback Azure; null = none is replaced.</param>
    public static async Task<Installation> StartAsync(
        string folder,
        IReadOnlyList<LocalResourceSpec> resources,
        DateTimeOffset? start = null,
        string? storage = null,
        Func<CallKind, string, byte[], byte[]>? rewrite = null
    )
    {
        var (azurite, reason) = await Azurite.TryStartAsync(storage);
        Assert.SkipWhen(azurite is null, reason ?? "");
        var clock = new ManualTimeProvider(start ?? Start);
        var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                RegionalUnitQuota = -1,
                Resources = resources,
                Rewrite = rewrite,
            },
            Cancellation
        );

        // One bucket, as a small installation has: a tick reads one place instead of 64.
        var state = await AdvisorState.OpenAsync(
            await TableStateStore.OpenEmulatorAsync(azurite!.Tables, Azurite.Account, Azurite.Key, null, Cancellation),
            1,
            Start,
            Cancellation
        );
        return new Installation(folder, azurite, azure, await Receiver.StartAsync(Cancellation), state, clock);
    }

    /// <summary>Starts the app under one more host.</summary>
    /// <param name="tables">In place of the emulator's; a wire before it.</param>
    /// <param name="arm">In place of the loopback Azure's address.</param>
    /// <param name="hook">In place of the receiver's address.</param>
    /// <param name="with">What is different from the usual.</param>
    public async Task<StandInHost> AddHostAsync(
        Uri? tables = null,
        Uri? arm = null,
        Uri? hook = null,
        Func<StandInOptions, StandInOptions>? with = null
    )
    {
        var options = new StandInOptions
        {
            Folder = folder,
            Queues = Azurite.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            VisibilityTimeout = TimeSpan.Zero,
            Restarts = int.MaxValue,
            Clock = Clock.GetUtcNow(),
            Settings = new Dictionary<string, string>
            {
                ["AzureWebJobsStorage"] = "UseDevelopmentStorage=true",
                ["Advisor__State__TableServiceUri"] = (tables ?? Azurite.Tables).AbsoluteUri,
                ["Advisor__AzureEndpoint"] = (arm ?? Azure.Endpoint).AbsoluteUri,
                ["Advisor__AzureClock"] = "true",
                ["Advisor__Subscriptions"] = Azure.SubscriptionId,
                ["Advisor__Mode"] = "auto",
                ["Advisor__WebhookUrl"] = (hook ?? Receiver.Address).AbsoluteUri,
            },
        };
        var host = await StandInHost.StartAsync(with?.Invoke(options) ?? options, Cancellation);
        hosts.Add(host);
        return host;
    }

    /// <summary>A minute passes: the timers of all hosts fire, and what follows is worked off.</summary>
    /// <param name="by">What passes instead of a minute.</param>
    public async Task TickAsync(TimeSpan? by = null)
    {
        Clock.Advance(by ?? Minute);
        await Task.WhenAll(hosts.Select(host => host.AdvanceAsync(Minute)));
        await WaitUntilIdleAsync();
    }

    /// <summary>Waits until nothing is left on the queues and no invocation is running.</summary>
    public async Task WaitUntilIdleAsync()
    {
        foreach (var host in hosts.Concat(hosts.SkipLast(1)))
        {
            await host.WaitUntilIdleAsync(Patience, Cancellation);
        }
    }

    /// <summary>The faults of Azure end, and a person repairs what a failed change left behind.</summary>
    public async Task RepairAsync()
    {
        Azure.Faults.Clear();
        foreach (var resource in Azure.Resources.Where(resource => resource.ProvisioningState == "Failed"))
        {
            await PatchAsync(resource.Id, resource.Sku, resource.Units);
        }
    }

    /// <summary>Sets a size as a person would: past the wires that count what Advisor sends.</summary>
    public async Task PatchAsync(string id, string sku, int units)
    {
        using var http = new HttpClient();
        using var body = new StringContent($$$"""{"sku":{"name":"{{{sku}}}","capacity":{{{units}}}}}""", Encoding.UTF8, "application/json");
        using var answer = await http.PatchAsync(new Uri(Azure.Endpoint, id + "?api-version=2024-03-01"), body, Cancellation);
        answer.EnsureSuccessStatusCode();
    }

    public async Task<IReadOnlyList<ChangeRecord>> ReadChangesAsync(string id) =>
        (await State.Changes.QueryAsync(id, new(Start, Start.AddYears(1), null, 1000), Cancellation)).Records;

    public async Task<IReadOnlyList<DecisionRecord>> ReadDecisionsAsync(string id) =>
        (await State.Decisions.QueryAsync(id, new(Start, Start.AddYears(1), null, 1000), Cancellation)).Records;

    public async Task<IReadOnlyList<OutboxItem>> OpenMessagesAsync() => await State.Outbox.ListOpenAsync(1000, Cancellation);

    public async ValueTask DisposeAsync()
    {
        foreach (var host in hosts)
        {
            await host.DisposeAsync();
        }

        await Receiver.DisposeAsync();
        await Azure.DisposeAsync();
        await Azurite.DisposeAsync();
    }
}
