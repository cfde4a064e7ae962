using System.Globalization;
using System.Net.Http.Json;
using Advisor.HostStandIn;
using Advisor.LocalAzure;
using Advisor.LocalAzure.Scenarios;
using Advisor.Runtime.State;
using Advisor.Service.Tests.World;
using Advisor.Storage.Sqlite;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary><c>advisor watch</c> as a process of its own, whose clock is two hours ahead for six minutes while Azure's is right.</summary>
public sealed class WrongClockWatchTests : IAsyncLifetime
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();
    private readonly StandingTime clock = new(Start);
    private LocalAzureHost azure = null!;
    private Receiver receiver = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = clock, ScalingTime = TimeSpan.FromSeconds(170), Resources = [.. LocalScenario.Ten.Where(spec => spec.Name == "hot-chat")] }, Cancellation);
        receiver = await Receiver.StartAsync(Cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        await azure.DisposeAsync();
        await receiver.DisposeAsync();
        folder.Dispose();
    }

    [Fact]
    public async Task It_holds_says_so_once_and_goes_on_with_the_first_tick_of_the_right_clock()
    {
        using var http = new HttpClient();
        using var step = await http.PostAsJsonAsync(
            new Uri(azure.Endpoint, "/local/clock/steps"), new { from = Start.AddMinutes(10), until = Start.AddMinutes(16), aheadSeconds = 7200 }, Cancellation);
        step.EnsureSuccessStatusCode();
        var watch = new WatchProcess(azure, Path.Combine(folder.Path, "state.db"), "--mode", "auto", "--webhook", receiver.Address.AbsoluteUri);
        using var process = watch.Start(TimeSpan.FromMinutes(30));
        await process.WaitForExitAsync(Cancellation);

        Assert.Equal(0, process.ExitCode);
        Assert.Single(watch.Output, line => line.Contains("clock: This machine's clock is 120 minutes ahead of Azure's.", StringComparison.Ordinal));
        using var store = SqliteStateStore.Open(watch.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        Assert.Equal(Start.AddMinutes(29), (await state.Fleet.HeartbeatAsync(Cancellation))!.Tick);
        Assert.Equal(Start.AddMinutes(10), (await state.Fleet.HeldAsync(Cancellation))!.At);
        var change = Assert.Single((await state.Changes.QueryAsync(azure.Resources[0].Id, Start, Start.AddDays(2), null, 100, Cancellation)).Records);
        Assert.True(change.DecidedAt < Start.AddMinutes(30), change.DecidedAt.ToString("O", CultureInfo.InvariantCulture));
    }
}
