using Advisor.HostStandIn;
using Advisor.LocalAzure;
using Advisor.LocalAzure.Scenarios;
using Advisor.Runtime.State;
using Advisor.Service.Tests.World;
using Advisor.Storage.Sqlite;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary><c>advisor watch</c> as a process of its own over one SQLite file, killed with SIGKILL and run twice at once; Azure and its clock outlive it.</summary>
public sealed class KilledWatchTests : IAsyncLifetime
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();
    private readonly StandingTime clock = new(Start);
    private LocalAzureHost azure = null!;
    private Receiver receiver = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string StateFile => Path.Combine(folder.Path, "state.db");

    private WatchProcess Watch => new(azure, StateFile, "--mode", "auto", "--webhook", receiver.Address.AbsoluteUri);

    public async ValueTask InitializeAsync()
    {
        azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                Resources = [.. LocalScenario.Ten.Select(spec => spec.Load.StuckServerLoad is null ? spec with { Load = spec.Load with { DailyWave = 0.4 } } : spec)],
            },
            Cancellation);
        receiver = await Receiver.StartAsync(Cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        await azure.DisposeAsync();
        await receiver.DisposeAsync();
        folder.Dispose();
    }

    [Fact]
    public async Task Killed_ten_times_at_random_it_loses_nothing_and_repeats_at_most_what_a_kill_cut_off()
    {
        await Watch.RunAsync(Start.AddHours(2), clock, kills: 10, new Random(1), Cancellation);

        await HoldAsync(mostRepeats: 10);
    }

    [Fact]
    public async Task Two_at_once_on_one_file_lose_nothing_make_no_change_twice_and_repeat_no_message()
    {
        // The clock moves when both are done with a minute, so that the two minutes for which an attempt to deliver is left alone pass by no answer that is on its
        // way, however slow it is: docs/decisions/0105.
        clock.Watchers = 2;
        receiver.AnswersAfter = TimeSpan.FromMilliseconds(200);
        using var one = Watch.Start(TimeSpan.FromHours(2));
        using var two = Watch.Start(TimeSpan.FromHours(2));
        await Task.WhenAll(one.WaitForExitAsync(Cancellation), two.WaitForExitAsync(Cancellation));

        Assert.Equal((0, 0), (one.ExitCode, two.ExitCode));
        await HoldAsync(mostRepeats: 0);
    }

    /// <summary>One request for each change that was sent, each change with its line and its end, each end told.</summary>
    private async Task HoldAsync(int mostRepeats)
    {
        using var store = SqliteStateStore.Open(StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        var (sent, verified) = (0, 0);
        foreach (var resource in azure.Resources)
        {
            var changes = (await state.Changes.QueryAsync(resource.Id, Start, Start.AddDays(2), null, 1000, Cancellation)).Records;
            var lines = (await state.Decisions.QueryAsync(resource.Id, Start, Start.AddDays(2), null, 1000, Cancellation)).Records;
            Assert.Equal(
                lines.Where(line => line.Outcome == "applying").Select(line => line.ChangeId).Order(StringComparer.Ordinal),
                changes.Select(change => change.Id).Order(StringComparer.Ordinal));
            Assert.All(lines, line => Assert.NotEmpty(line.Reasons));
            Assert.All(changes.Skip(1), change => Assert.False(change.IsOpen));

            // Each change begins where the one before ended: none was made twice, and none without being written down.
            var done = changes.Where(change => change.State == ChangeState.Verified).Reverse().ToList();
            Assert.Equal(done.Skip(1).Select(change => change.FromUnits), done.SkipLast(1).Select(change => change.ToUnits));
            sent += changes.Sum(change => change.Attempts);
            verified += done.Count;
        }

        Assert.NotEqual(0, verified);
        Assert.InRange(azure.Calls[CallKind.Patch], 1, sent);
        Assert.True(azure.Calls[CallKind.Patch] >= verified);
        Assert.Equal(
            [],
            (await state.Outbox.ListOpenAsync(100, Cancellation)).Where(item => item.IsDue(clock.GetUtcNow().AddMinutes(-3))).Select(item => item.Id));
        Assert.InRange(receiver.Repeats, 0, mostRepeats);
        Assert.InRange(receiver.Told.Distinct().Count(), verified, int.MaxValue);
    }
}
