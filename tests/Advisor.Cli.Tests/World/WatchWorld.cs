using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Tests;

namespace Advisor.Cli.Tests.World;

/// <summary>
/// What outlives a watching process: an Azure with its clock, a receiver of its messages, and a folder for its state. It begins at 06:00 of
/// a Monday.
/// </summary>
internal sealed class WatchWorld : IAsyncDisposable
{
    public static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();

    private WatchWorld(ManualTimeProvider clock, LocalAzureHost azure, Receiver receiver) =>
        (Clock, Azure, Receiver) = (clock, azure, receiver);

    public ManualTimeProvider Clock { get; }

    public LocalAzureHost Azure { get; }

    public Receiver Receiver { get; }

    public string StateFile => Path.Combine(folder.Path, "state.db");

    /// <summary>A process in mode auto that sends the receiver everything; each call gives one that has not been started.</summary>
    public WatchProcess Watch => new(Azure, StateFile, "--mode", "auto", "--webhook", Receiver.Address.AbsoluteUri);

    public static async Task<WatchWorld> StartAsync(IEnumerable<LocalResourceSpec> resources, CancellationToken cancellation)
    {
        var clock = new ManualTimeProvider(Start);
        var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                Resources = [.. resources],
            },
            cancellation
        );
        return new WatchWorld(clock, azure, await Receiver.StartAsync(cancellation));
    }

    public async ValueTask DisposeAsync()
    {
        await Azure.DisposeAsync();
        await Receiver.DisposeAsync();
        folder.Dispose();
    }
}
