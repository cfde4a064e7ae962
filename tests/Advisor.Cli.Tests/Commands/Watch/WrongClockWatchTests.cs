using Advisor.Cli.Tests.World;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary><c>advisor watch</c> whose clock is two hours ahead for six minutes while Azure's is right.</summary>
public sealed class WrongClockWatchTests
{
    private static readonly DateTimeOffset Start = WatchWorld.Start;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("process-clock")]
    public async Task It_holds_says_so_once_and_goes_on_with_the_first_tick_of_the_right_clock()
    {
        await using var world = await WatchWorld.StartAsync(LocalScenario.Ten.Where(spec => spec.Name == "hot-chat"), Cancellation);
        using var http = new HttpClient();
        using var step = await http.PostAsync(
            new Uri(world.Azure.Endpoint, "/local/clock/skews"),
            new StringContent($$"""{"from":"{{Start.AddMinutes(10):O}}","until":"{{Start.AddMinutes(16):O}}","aheadSeconds":7200}"""),
            Cancellation
        );
        step.EnsureSuccessStatusCode();
        var watch = world.Watch;

        await watch.FinishAsync(Start.AddMinutes(30), world.Clock, Cancellation);

        Assert.Single(
            watch.Output,
            line => line.Contains("clock: This machine's clock is 120 minutes ahead of Azure's.", StringComparison.Ordinal)
        );
        using var store = SqliteStateStore.Open(watch.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        Assert.Equal(Start.AddMinutes(29), (await state.Fleet.FindHeartbeatAsync(Cancellation))!.Tick);
        Assert.Equal(Start.AddMinutes(10), (await state.Fleet.FindClockMarkAsync(Cancellation))!.At);
        var change = Assert.Single(
            (await state.Changes.QueryAsync(world.Azure.Resources[0].Id, new(Start, Start.AddDays(2), null, 100), Cancellation)).Records
        );
        Assert.True(change.DecidedAt < Start.AddMinutes(30), change.DecidedAt.ToString("O"));
    }
}
