using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Notifications.Grouping;

public sealed class GroupingJournalTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private readonly MemoryStateStore store = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    // A team takes about 60 bytes of JSON for its last interval, 100 for its storm and 130 for its incident, a channel 90 for its window:
    // 400 teams 126 KB, of the 60 KB of a row.
    [Fact]
    public async Task What_hundreds_of_teams_are_notified_of_in_one_interval_fits_a_row()
    {
        var memory = CreateMemory(400, i => $"team-{i}");

        var read = await BeginAsync(memory);

        Assert.Equal(memory.LastNotified, read.LastNotified);
        Assert.Equal(memory.Storms, read.Storms);
        Assert.Equal(memory.Windows!.Keys, read.Windows!.Keys);
        Assert.Equal(memory.UnknownTeams, read.UnknownTeams);
        Assert.Equal(memory.Summaries.Select(summary => summary.DedupKey), read.Summaries.Select(summary => summary.DedupKey));
    }

    // Names by chance cannot be compressed: 200 of 250 letters beside 400 teams of 100.
    [Fact]
    public async Task Where_it_does_not_fit_a_row_open_incidents_are_kept()
    {
        var random = new Random(1);
        var memory = CreateMemory(400, _ => CreateName(100)) with
        {
            UnknownTeams = [.. Enumerable.Range(0, 200).Select(_ => CreateName(250))],
        };

        var read = await BeginAsync(memory);

        Assert.Empty(read.LastNotified);
        Assert.Equal(memory.NewestDeliveryAt, read.NewestDeliveryAt);
        Assert.Equal(memory.Summaries.Select(summary => summary.DedupKey), read.Summaries.Select(summary => summary.DedupKey));
        Assert.All(read.Summaries, summary => Assert.Single(summary.Members));

        string CreateName(int length) => string.Concat(Enumerable.Range(0, length).Select(_ => (char)random.Next('a', 'z' + 1)));
    }

    private async Task<GroupingMemory> BeginAsync(GroupingMemory memory)
    {
        var journal = new GroupingJournal(store);
        Assert.NotNull(await journal.BeginAsync(await journal.ReadAsync(Cancel), new PlannedDeliveries([], []), memory, Now, Cancel));
        var progress = await journal.ReadAsync(Cancel);
        Assert.Null(progress.Problem);
        return progress.Memory;
    }

    private static GroupingMemory CreateMemory(int teams, Func<int, string> name)
    {
        List<string> names = [.. Enumerable.Range(0, teams).Select(name)];
        return new()
        {
            NewestDeliveryAt = Now,
            LastNotified = names.ToDictionary(team => team, _ => Now),
            UnknownTeams = ["chta"],
            Windows = names.ToDictionary(team => $"room-{team}", _ => new ChannelWindow(Now, 20)),
            Storms = names.ToDictionary(team => $"room/{team}", _ => new TeamStorm(Now, 3)),
            Summaries =
            [
                .. names.Select(team => new OpenSummary(
                    $"pager/{team}",
                    StateKeys.Hash(team),
                    Now,
                    new HashSet<string> { StateKeys.Hash("alert " + team) }
                )),
            ],
        };
    }
}
