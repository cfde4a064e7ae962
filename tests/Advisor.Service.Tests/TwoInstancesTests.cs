using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary>Two instances over one store, such as two <c>advisor watch</c> on one file, that tick at the same instant.</summary>
public sealed class TwoInstancesTests
{
    [Fact]
    [Fault("state-conflict")]
    public async Task Each_change_is_decided_recorded_and_printed_once()
    {
        var world = new ServiceWorld();
        var ids = new List<string>();
        foreach (var i in Enumerable.Range(0, 6))
        {
            // 1,200 to 3,600 connections within an hour, each resource at another time.
            var resource = world.Azure.Add(
                $"r{i}",
                2,
                at => 2400 + (1200 * Math.Sin((at.TimeOfDay.TotalMinutes + (i * 10)) * Math.PI / 30))
            );
            ids.Add(resource.Id);
        }

        var loops = new[] { await world.CreateLoopAsync(), await world.CreateLoopAsync() };
        for (var tick = 0; tick < 120; tick++)
        {
            await Task.WhenAll(loops.Select(loop => Task.Run(() => loop.TickAsync(CancellationToken.None))));
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        var (changes, applied) = (0, new List<string?>());
        foreach (var id in ids)
        {
            changes += (await world.ReadChangesAsync(id)).Count;
            applied.AddRange((await world.ReadDecisionsAsync(id)).Where(d => d.Outcome == AuditOutcome.Applying).Select(d => d.ChangeId));
        }

        Assert.InRange(changes, 6, 100);
        Assert.Equal(applied.Distinct(), applied);
        Assert.Equal(changes, applied.Count);
        Assert.Equal(changes, world.Lines.Count(line => line.Contains(", applying.", StringComparison.Ordinal)));
    }

    [Fact]
    [Fault("state-newer")]
    public async Task A_resource_that_an_older_program_cannot_read_is_evaluated_by_the_newer_one_in_the_same_minute()
    {
        // One unit has 1,000 connections: from the second minute on, 2,600 need more.
        var world = new ServiceWorld();
        world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(2) ? 500 : 2600);
        var (state, loop) = (await world.OpenStateAsync(), await world.CreateLoopAsync());
        await loop.TickAsync(CancellationToken.None);
        var first = (await state.Ticks.GetProgressAsync(ServiceWorld.Start, CancellationToken.None))!;
        for (var minute = 1; minute < 10; minute++)
        {
            world.Clock.Advance(TimeSpan.FromMinutes(1));
            await FailAsOlderAsync(state, first, ServiceWorld.Start.AddMinutes(minute));
            await loop.TickAsync(CancellationToken.None);
        }

        Assert.NotEmpty(world.Azure.Patches);
        var newest = (await state.Ticks.GetProgressAsync(ServiceWorld.Start.AddMinutes(9), CancellationToken.None))!;
        Assert.Equal(0, Assert.Single(newest.CompletedBatches).Failures);
    }

    // What a program leaves that is always the first of a minute and refuses each state, since another one has written it.
    private static async Task FailAsOlderAsync(AdvisorState state, TickProgress like, DateTimeOffset tick)
    {
        await state.Ticks.BeginAsync(like.Tick with { Tick = tick, StartedAt = tick }, CancellationToken.None);
        foreach (var batch in like.CompletedBatches)
        {
            var failed = new BatchRecord(tick, batch.Batch, tick, batch.Resources, batch.Resources);
            Assert.True(await state.Ticks.CompleteBatchAsync(failed, CancellationToken.None));
        }
    }
}
