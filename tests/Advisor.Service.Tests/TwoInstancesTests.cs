using Advisor.Service.Changes;
using Advisor.Service.Tests.World;
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
}
