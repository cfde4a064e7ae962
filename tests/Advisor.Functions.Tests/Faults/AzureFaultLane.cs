using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;

namespace Advisor.Functions.Tests.Faults;

/// <summary>
/// An installation that lives through the faults of a class of tests one after another. Each test has resources of its own, which are
/// deleted at its end with every fault.
/// </summary>
public sealed class AzureFaultLane : IAsyncLifetime
{
    private const int MostTicks = 14;

    // hot-chat of the ten: 2 units, of which it needs 3, in a single change.
    private static readonly LocalResourceSpec Hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");

    private readonly PublishedApp package = new();
    private World? world;
    private int logBefore;

    internal Installation Place => world!.Place;

    /// <summary>What the app wrote since <see cref="BeginAsync"/>.</summary>
    public IReadOnlyList<string> Log => [.. Place.Hosts[0].Log.Skip(logBefore)];

    /// <summary>Texts of the messages since <see cref="BeginAsync"/>.</summary>
    public IReadOnlyList<string> Messages => [.. Place.Receiver.Bodies.Select(body => body.GetRawText())];

    /// <summary>Replaces bodies of answers of Azure; null = none.</summary>
    public Func<CallKind, string, byte[], byte[]>? Rewrite { get; set; }

    public DateTimeOffset Now => Place.Clock.GetUtcNow();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => await package.InitializeAsync();

    /// <summary>Begins a test: nothing of an earlier one is left, and the next tick lists the resources anew.</summary>
    public async Task BeginAsync()
    {
        world ??= await World.StartAsync(this);
        EndFaults();
        foreach (var resource in Place.Azure.Resources.ToList())
        {
            Place.Azure.Remove(resource.Id);
        }

        // The list of resources is read again every ten minutes.
        Place.Clock.Advance(TimeSpan.FromMinutes(10));
        await Place.TickAsync();
        Place.Clock.Advance(TimeSpan.FromMinutes(10));
        Place.Receiver.Clear();

        // Three failed changes in a row stop all others.
        await Place.State.ChangeRate.ResetVerificationsAsync(Now, Cancellation);
        logBefore = Place.Hosts[0].Log.Count;
    }

    /// <summary>Adds a resource that needs 3 units and has 2.</summary>
    public LocalResource AddHot(string name, string region = "westeurope") => Place.Azure.Add(Hot with { Name = name, Region = region });

    public void Fault(FaultKind kind, CallKind? call = null, int? times = null) =>
        Place.Azure.Faults.Add(new Fault(kind) { Call = call, Times = times });

    /// <summary>What a request to Azure waits for, unless it is given up before; null = none waits.</summary>
    public void Hold(Func<ProxiedRequest, Task>? held) => world!.Arm.Held = held;

    public void EndFaults()
    {
        Hold(null);
        Rewrite = null;
        Place.Azure.Faults.Clear();
    }

    public Task TickAsync(TimeSpan? by = null) => Place.TickAsync(by);

    internal Task<IReadOnlyList<ChangeRecord>> ReadChangesAsync(LocalResource resource) => Place.ReadChangesAsync(resource.Id);

    /// <summary>Units of each PATCH of a resource that Azure accepted.</summary>
    public IReadOnlyList<int> ReadPatches(LocalResource resource) =>
        [
            .. world!
                .Patches.Accepted.Where(patch => string.Equals(patch.ResourceId, resource.Id, StringComparison.OrdinalIgnoreCase))
                .Select(patch => patch.Units),
        ];

    /// <summary>A hot resource gets what it needs with one request, once nothing is wrong any more.</summary>
    public async Task GetsItsSizeAsync(LocalResource hot)
    {
        for (var tick = 0; tick < MostTicks && !await IsVerifiedAsync(hot); tick++)
        {
            await TickAsync();
        }

        Assert.Equal([3], ReadPatches(hot));
        Assert.Equal(3, hot.Units);
        Assert.True(await IsVerifiedAsync(hot), string.Join('\n', Log.TakeLast(10)));
    }

    /// <summary>Ticks until something is so, or fails.</summary>
    public async Task TickUntilAsync(Func<bool> done, int most, TimeSpan? by = null)
    {
        for (var tick = 0; tick < most && !done(); tick++)
        {
            await TickAsync(by);
        }

        Assert.True(done(), string.Join('\n', Log.Concat(Messages).TakeLast(20)));
    }

    public async ValueTask DisposeAsync()
    {
        await (world?.DisposeAsync() ?? ValueTask.CompletedTask);
        await package.DisposeAsync();
    }

    private async Task<bool> IsVerifiedAsync(LocalResource resource) =>
        (await ReadChangesAsync(resource)).Any(change => change.State == ChangeState.Verified);

    /// <summary>An installation, and the wire between its app and Azure.</summary>
    private sealed record World(Installation Place, FaultProxy Arm, AcceptedPatches Patches) : IAsyncDisposable
    {
        public static async Task<World> StartAsync(AzureFaultLane lane)
        {
            var place = await Installation.StartAsync(
                lane.package.Folder,
                [],
                rewrite: (call, path, body) => lane.Rewrite?.Invoke(call, path, body) ?? body
            );
            var patches = new AcceptedPatches(place.Clock);
            var arm = await FaultProxy.StartAsync(place.Azure.Endpoint, _ => true, _ => true, Cancellation);
            arm.Answered = patches.See;
            await place.AddHostAsync(arm: arm.Address);
            return new World(place, arm, patches);
        }

        public async ValueTask DisposeAsync()
        {
            await Place.DisposeAsync();
            await Arm.DisposeAsync();
        }
    }
}
