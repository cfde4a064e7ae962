using System.Diagnostics;
using Advisor.Cli.Tests.World;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// The day of tests/scenarios/day with the watching process killed six times at random; Azure, its clock and the receivers of all channels
/// outlive it.
/// </summary>
public sealed class KilledDayTests
{
    // Before the first incident (09:00) and after the last (19:00 to 20:30, sent until 20:55).
    private static readonly TimeSpan From = TimeSpan.FromHours(8.5);
    private static readonly TimeSpan Until = TimeSpan.FromHours(21.5);
    private static readonly TimeSpan LastKill = TimeSpan.FromHours(20.5);
    private const int Kills = 6;
    private const int Seed = 7;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("state-channel")]
    public async Task Killed_six_times_every_team_gets_the_messages_of_the_day_and_at_most_six_come_again_under_their_old_ids()
    {
        using var folder = new TemporaryFolder();
        await using var inbox = DayInbox.Start();
        var day = DayScenario.Parse(await File.ReadAllTextAsync(DayInbox.Scenario, Cancellation));
        var clock = new ManualTimeProvider(day.Start + From);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                Resources = day.Resources,
            },
            Cancellation
        );
        var watch = new WatchProcess(azure, Path.Combine(folder.Path, "state.db"), "--interval", "300", "--config", inbox.Configuration)
        {
            Environment = inbox.Environment,
        };
        var random = new Random(Seed);
        foreach (var kill in DayKill.Draw(Kills, random, day.Start + From, day.Start + LastKill))
        {
            using var process = watch.Start(day.Start + Until - clock.GetUtcNow());
            await (
                kill.WithMessage
                    ? KillWithMessageAsync(process, inbox, kill, clock)
                    : WatchProcess.KillAfterAsync(process, kill.At, clock, random, Cancellation)
            );
            Assert.NotEqual(0, process.ExitCode);
        }

        await watch.FinishAsync(day.Start + Until, clock, Cancellation);
        inbox.AddConsoleOutput(watch.Output);

        using var store = SqliteStateStore.Open(watch.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, day.Start, Cancellation);
        Assert.Empty(
            (await state.Outbox.ListOpenAsync(100, Cancellation)).Select(item => $"{item.Kind} {item.Scope} {item.Id} is still open")
        );
        Assert.True(inbox.DescribeDifferenceAfterKills() is "", inbox.DescribeDifferenceAfterKills());

        // Every other kill cuts off an answer, so that its message has to come again.
        Assert.InRange(inbox.Repeats, Kills / 2, Kills);
    }

    private static async Task KillWithMessageAsync(Process process, DayInbox inbox, DayKill kill, ManualTimeProvider clock)
    {
        inbox.Arrived = async _ =>
        {
            if (clock.GetUtcNow() < kill.At)
            {
                return true;
            }

            process.Kill();
            await process.WaitForExitAsync(Cancellation);
            return false;
        };
        await process.WaitForExitAsync(Cancellation);
        inbox.Arrived = null;
    }
}
