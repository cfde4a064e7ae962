using Advisor.Azure.Identity;
using Advisor.Lab.LocalAzure;

namespace Advisor.Cli.Commands.Watch;

/// <summary>
/// Clock of the ticks of one <c>advisor watch</c>: the one of this machine, one that the run advances and its loopback Azure shares, or
/// that of a loopback Azure in another process.
/// </summary>
internal sealed class WatchClock : IDisposable
{
    private readonly LoopbackTimeProvider? remote;

    /// <summary>Creates the clock that a request implies.</summary>
    /// <param name="start">Start of a clock that the run advances in this process.</param>
    public WatchClock(CliContext cli, WatchRequest request, DateTimeOffset start)
    {
        Simulated = request is { Speed: not null } or { Hours: not null, Azure.Endpoint: null } ? new(start) : null;
        remote = request is { Speed: null, Hours: not null, Azure.Endpoint: { } endpoint } ? new(endpoint) : null;
        Time = Simulated ?? remote ?? cli.Time;
    }

    /// <summary>The time of everything in the run.</summary>
    public TimeProvider Time { get; }

    /// <summary>The clock that the run advances in this process; null = another.</summary>
    public ManualTimeProvider? Simulated { get; }

    /// <summary>Whether the clock is in another process.</summary>
    public bool IsRemote => remote is not null;

    /// <summary>Advances the clock to the next tick.</summary>
    /// <exception cref="InvalidOperationException">The clock runs by itself, or its program does not answer.</exception>
    public Task AdvanceAsync(TimeSpan by, CancellationToken cancellation)
    {
        if (remote is not null)
        {
            return remote.AdvanceAsync(by, cancellation);
        }

        (Simulated ?? throw new InvalidOperationException("The clock of this machine runs by itself.")).Advance(by);
        return Task.CompletedTask;
    }

    public void Dispose() => remote?.Dispose();
}
