using Advisor.Azure.Identity;
using Advisor.Lab.LocalAzure;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Clock of the ticks of one <c>advisor watch</c>: the one of this machine, or one that the run advances itself.</summary>
internal abstract class WatchClock : IDisposable
{
    /// <summary>The time of everything in the run.</summary>
    public abstract TimeProvider Time { get; }

    /// <summary>Creates the clock that a request implies.</summary>
    /// <param name="start">Start of a clock that the run advances in this process.</param>
    public static WatchClock Create(CliContext cli, WatchRequest request, DateTimeOffset start) =>
        request switch
        {
            { Speed: not null } or { Hours: not null, Azure.Endpoint: null } => new Simulated(start),
            { Hours: not null, Azure.Endpoint: { } endpoint } => new Remote(endpoint),
            _ => new Machine(cli.Time),
        };

    /// <summary>Advances the clock to the next tick.</summary>
    /// <exception cref="InvalidOperationException">The clock runs by itself, or its program does not answer.</exception>
    public abstract Task AdvanceAsync(TimeSpan by, CancellationToken cancellation);

    public virtual void Dispose() { }

    /// <summary>The clock of this machine.</summary>
    internal sealed class Machine(TimeProvider time) : WatchClock
    {
        public override TimeProvider Time => time;

        public override Task AdvanceAsync(TimeSpan by, CancellationToken cancellation) =>
            throw new InvalidOperationException("The clock of this machine runs by itself.");
    }

    /// <summary>A clock of this process, which its loopback Azure shares.</summary>
    internal sealed class Simulated(DateTimeOffset start) : WatchClock
    {
        public ManualTimeProvider Manual { get; } = new(start);

        public override TimeProvider Time => Manual;

        public override Task AdvanceAsync(TimeSpan by, CancellationToken cancellation)
        {
            Manual.Advance(by);
            return Task.CompletedTask;
        }
    }

    /// <summary>The clock of a loopback Azure in another process.</summary>
    internal sealed class Remote(Uri endpoint) : WatchClock
    {
        private readonly LoopbackTimeProvider time = new(endpoint);

        public override TimeProvider Time => time;

        public override Task AdvanceAsync(TimeSpan by, CancellationToken cancellation) => time.AdvanceAsync(by, cancellation);

        public override void Dispose()
        {
            time.Dispose();
            base.Dispose();
        }
    }
}
