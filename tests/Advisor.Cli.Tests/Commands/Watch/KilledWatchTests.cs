using Advisor.Cli.Tests.World;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// <c>advisor watch</c> as a process of its own over one SQLite file, killed with SIGKILL and run twice at once; Azure and its clock
/// outlive it.
/// </summary>
public sealed class KilledWatchTests : IAsyncLifetime
{
    private static readonly DateTimeOffset Start = WatchWorld.Start;

    private WatchWorld world = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    // The one whose server load is a stale record stays as it is: that record does not move with its traffic.
    public async ValueTask InitializeAsync() =>
        world = await WatchWorld.StartAsync(
            LocalScenario.Ten.Select(spec =>
                spec.Load.StuckServerLoad is null ? spec with { Load = spec.Load with { DailyWave = 0.4 } } : spec
            ),
            Cancellation
        );

    public ValueTask DisposeAsync() => world.DisposeAsync();

    [Fact]
    [Fault("process-killed")]
    public async Task Killed_five_times_at_random_it_loses_nothing_and_repeats_at_most_what_a_kill_cut_off()
    {
        await world.Watch.RunAsync(Start.AddHours(1), world.Clock, kills: 5, new Random(1), Cancellation);

        await HoldAsync(mostRepeats: 5);
    }

    [Fact]
    [Fault("process-two")]
    public async Task Two_at_once_on_one_file_lose_nothing_make_no_change_twice_and_repeat_no_message()
    {
        // The clock moves when both are done with a minute, so that the two minutes for which an attempt to deliver is left alone pass by
        // no answer that is on its way, however slow it is: docs/decisions/0096.
        world.Clock.ParticipantCount = 2;
        world.Receiver.AnswersAfter = TimeSpan.FromMilliseconds(200);
        using var one = world.Watch.Start(TimeSpan.FromMinutes(45));
        using var two = world.Watch.Start(TimeSpan.FromMinutes(45));
        await Task.WhenAll(one.WaitForExitAsync(Cancellation), two.WaitForExitAsync(Cancellation));

        Assert.Equal((0, 0), (one.ExitCode, two.ExitCode));
        await HoldAsync(mostRepeats: 0);
    }

    /// <summary>One request for each change that was sent, each change with its line and its end, each end sent.</summary>
    private async Task HoldAsync(int mostRepeats)
    {
        using var store = SqliteStateStore.Open(world.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        var (sent, verified) = (0, 0);
        foreach (var resource in world.Azure.Resources)
        {
            var changes = (await state.Changes.QueryAsync(resource.Id, new(Start, Start.AddDays(2), null, 1000), Cancellation)).Records;
            var lines = (await state.Decisions.QueryAsync(resource.Id, new(Start, Start.AddDays(2), null, 1000), Cancellation)).Records;
            Assert.Equal(
                lines.Where(line => line.Outcome == AuditOutcome.Applying).Select(line => line.ChangeId).Order(StringComparer.Ordinal),
                changes.Select(change => change.Id).Order(StringComparer.Ordinal)
            );
            Assert.All(lines, line => Assert.NotEmpty(line.Reasons));
            Assert.All(changes.Skip(1), change => Assert.False(change.IsOpen));

            // Each change begins where the one before ended: none was made twice, and none without being written down.
            var done = changes.Where(change => change.State == ChangeState.Verified).Reverse().ToList();
            Assert.Equal(done.Skip(1).Select(change => change.FromUnits), done.SkipLast(1).Select(change => change.ToUnits));
            sent += changes.Sum(change => change.Attempts);
            verified += done.Count;
        }

        Assert.NotEqual(0, verified);
        Assert.InRange(world.Azure.Calls[CallKind.Patch], 1, sent);
        Assert.True(world.Azure.Calls[CallKind.Patch] >= verified);
        Assert.Equal(
            [],
            (await state.Outbox.ListOpenAsync(100, Cancellation))
                .Where(item => item.IsDue(world.Clock.GetUtcNow().AddMinutes(-3)))
                .Select(item => item.Id)
        );
        Assert.InRange(world.Receiver.Repeats, 0, mostRepeats);
        Assert.InRange(world.Receiver.Ids.Distinct().Count(), verified, int.MaxValue);
    }
}
