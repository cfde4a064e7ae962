using Advisor.Lab.LocalAzure;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

/// <summary>When the loop runs its ticks.</summary>
public sealed class WatchLoopTests
{
    // Each wait ends 1.5 ms before 08:01, 08:02 and so on; a tick that begins then, at 08:00:59.9985, ends after 08:01.
    [Fact]
    public async Task Each_tick_begins_in_time_where_timers_end_a_moment_early()
    {
        var world = new ServiceWorld();
        world.Azure.Add("chat", 3, _ => 2000);
        using var stop = new CancellationTokenSource();
        var time = new EarlyTime(world.Clock, ServiceWorld.Start.AddMinutes(6), stop);
        var service = new AdvisorService(await world.CreateDependenciesAsync(), [world.Channel]);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new WatchLoop(service, time, _ => { }).RunAsync(stop.Token));

        var ticks = await (await world.OpenStateAsync()).Ticks.GetProgressAsync(
            ServiceWorld.Start.AddMinutes(5),
            ServiceWorld.Start,
            CancellationToken.None
        );
        Assert.Equal(
            Enumerable.Range(0, 6).Select(minute => ServiceWorld.Start.AddMinutes(minute)),
            ticks.Where(progress => progress.Tick.StartedAt - progress.Tick.Tick < TimeSpan.FromSeconds(1)).Select(p => p.Tick.Tick).Order()
        );
    }

    /// <summary>A clock that moves with every look at it, and ends each wait 1.5 ms early, until it stops the loop.</summary>
    private sealed class EarlyTime(ManualTimeProvider clock, DateTimeOffset end, CancellationTokenSource stop) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow()
        {
            clock.Advance(TimeSpan.FromMilliseconds(0.4));
            return clock.GetUtcNow();
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (clock.GetUtcNow() + dueTime >= end)
            {
                stop.Cancel();
            }

            clock.Advance(dueTime > TimeSpan.FromSeconds(1) ? dueTime - TimeSpan.FromMilliseconds(1.5) : dueTime);
            return System.CreateTimer(callback, state, TimeSpan.Zero, period);
        }
    }
}
