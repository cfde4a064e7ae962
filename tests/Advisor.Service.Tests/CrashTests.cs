using Advisor.Core.Forecasting;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary>
/// The process ends at each call that it makes between the decision and the closed change, before the call's effect and after it.
/// </summary>
public sealed class CrashTests
{
    // 2,600 connections on one unit: 2.6 units are needed at once. The change takes 3 ticks, or one more where its address is lost, and
    // nothing changes in the one after it; the rest is time to recover and to settle.
    private const int TicksOfChange = 5;
    private const int Ticks = 16;

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task Wherever_it_crashes_a_decided_change_is_sent_once_and_verified(bool after, bool losesAddresses)
    {
        var steps = await ListStepsAsync(losesAddresses);
        var failures = new List<string>();
        for (var at = 0; at < steps.Count; at++)
        {
            var run = await RunAsync(new CrashPoint { At = at, After = after }, new MemoryStateStore(), losesAddresses);
            Assert.True(run.Point.Happened);
            if (await FindComplaintAsync(run.World, run.Resource) is { } complaint)
            {
                failures.Add($"crash {(after ? "after" : "before")} call {at} ({run.Point.Steps[at]}): {complaint}");
            }
        }

        Assert.Empty(failures);
    }

    [Fact]
    public async Task On_SQLite_a_crash_at_each_write_and_at_the_request_loses_and_repeats_nothing()
    {
        using var folder = new TemporaryFolder();
        var steps = await ListStepsAsync(losesAddresses: false);
        var marks = Enumerable
            .Range(0, steps.Count)
            .Where(i => steps[i] is "PATCH" or "deliver" || steps[i].StartsWith("commit", StringComparison.Ordinal))
            .ToList();
        foreach (var (at, i) in marks.Select((at, i) => (at, i)))
        {
            using var store = SqliteStateStore.Open(Path.Combine(folder.Path, $"{i}.db"));
            var run = await RunAsync(new CrashPoint { At = at, After = i % 2 == 0 }, store, false);
            Assert.Null(await FindComplaintAsync(run.World, run.Resource));
        }
    }

    // The older part of its history is written in the first tick, and again in one of the next.
    private static readonly string Name = Enumerable
        .Range(0, 10_000)
        .Select(i => $"chat{i}")
        .First(name =>
            StateKeys.ComputeBucket(StateKeys.Hash(new ServiceWorld().Azure.Add(name, 1, _ => 0).Id), OlderHistory.TurnMinutes)
            == ServiceWorld.Start.ToUnixTimeSeconds() / 60 % OlderHistory.TurnMinutes
        );

    /// <summary>Lists the calls of the ticks in which nothing crashes and the change is made.</summary>
    private static async Task<IReadOnlyList<string>> ListStepsAsync(bool losesAddresses)
    {
        var (world, resource, point) = await RunAsync(new CrashPoint(), new MemoryStateStore(), losesAddresses, TicksOfChange);
        Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(resource.Id)).State);
        Assert.Single(world.Channel.Kinds, "changed");
        Assert.Contains("PATCH", point.Steps);
        return point.Steps;
    }

    private static async Task<(ServiceWorld World, FakeResource Resource, CrashPoint Point)> RunAsync(
        CrashPoint point,
        IStateStore store,
        bool losesAddresses,
        int ticks = Ticks
    )
    {
        var world = new ServiceWorld(store);
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromMinutes(OlderHistory.TurnMinutes + 60) };
        world.Azure.LosesAddresses = losesAddresses;
        world.Azure.TakesAll = true;
        var resource = world.Azure.Add(Name, 1, _ => 2600);
        await world.RunAsync(ticks, point);
        return (world, resource, point);
    }

    private static async Task<string?> FindComplaintAsync(ServiceWorld world, FakeResource resource)
    {
        var changes = await world.ReadChangesAsync(resource.Id);
        var decisions = await world.ReadDecisionsAsync(resource.Id);
        var state = await world.OpenStateAsync();
        var open = await state.Outbox.ListOpenAsync(100, CancellationToken.None);
        var stored = await state.LoadAsync(resource.Id, CancellationToken.None);
        var document = ResourceStateDocument.Read(stored.State).Memory!;
        var sent = world.Channel.Sent.Where(n => n.DedupKey.StartsWith("changed/", StringComparison.Ordinal)).ToList();
        return world.Azure.Patches.Count != 1 ? $"{world.Azure.Patches.Count} requests reached Azure"
            : changes.Count(c => c.State == ChangeState.Verified) != 1 || changes.Any(c => c.IsOpen)
                ? $"changes {string.Join(", ", changes.Select(c => $"{c.State} {c.Code} {c.Text}"))}"
            : changes.Any(c => c.State == ChangeState.Verified && !decisions.Any(d => d.ChangeId == c.Id && d.Reasons.Count > 0))
                ? "a change without its decision"
            : document.HasLostHistory || document.Head.Basis == RequirementBasis.Lost ? "the older part of the history is lost"
            : document.State!.MinutesKept < OlderHistory.TurnMinutes + 60 + Ticks - 3 ? $"{document.State.MinutesKept} minutes of history"
            : open.Count > 0 ? $"{open.Count} messages are still open"
            : sent.Count is < 1 or > 2 || sent.Select(n => n.DedupKey).Distinct().Count() != 1 ? $"sent {sent.Count} times"
            : (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))?.Tick is not { } beat
            || beat < ServiceWorld.Start.AddMinutes(Ticks - 2)
                ? "the heartbeat stopped"
            : null;
    }
}
