using System.Diagnostics;
using System.Net;
using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Tests;
using Azure;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// The published executable while its storage account, tables and queues alike, is stopped, killed or frozen in the middle of a tick, and
/// comes back.
/// </summary>
public sealed class StoppedStorageTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Fault("state-unreachable")]
    public async Task Storage_that_fails_in_the_middle_of_a_tick_is_one_line_and_costs_nothing_but_time(bool killed)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var data = new TemporaryFolder();
        await using var place = await Installation.StartAsync(
            package.Folder,
            [.. LocalScenario.Ten.Where(spec => spec.Name == "hot-chat")],
            storage: data.Path
        );

        // It ends when it has written a change request whose message is not sent yet; the answer to that write is lost too.
        var ends = 0;
        await using var tables = await FaultProxy.StartAsync(
            place.Azurite.Tables,
            _ => true,
            call =>
            {
                if (!call.Text.Contains("\"RowKey\":\"o-", StringComparison.Ordinal) || Interlocked.Increment(ref ends) != 1)
                {
                    return true;
                }

                if (killed)
                {
                    // The emulator writes what it has every five seconds; a storage account has written what it has acknowledged.
                    WaitUntilSaved(data.Path);
                }

                place.Azurite.Stop(killed);
                return false;
            },
            Cancellation
        );
        var host = await place.AddHostAsync(tables.Address, with: options => options with { Lease = TimeSpan.FromSeconds(5) });
        await TickWithoutStorageAsync(place);
        await Until.WaitAsync(() => host.Log.Any(line => line.Contains("cannot be reached", StringComparison.Ordinal)));

        Assert.NotEqual(0, Volatile.Read(ref ends));
        Assert.Equal((HttpStatusCode.ServiceUnavailable, """{"status":"unavailable"}"""), await ReadHealthAsync(host));
        await TickWithoutStorageAsync(place);
        var complaints = host.Log.Where(line => line.Contains("failed and will be retried", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(complaints);
        Assert.All(complaints, line => Assert.Contains("The table service http://", line, StringComparison.Ordinal));
        Assert.DoesNotContain(host.Log, line => line.StartsWith("[Error]    at ", StringComparison.Ordinal));

        await place.Azurite.StartAgainAsync();
        for (var tick = 0; tick < 8; tick++)
        {
            await place.TickAsync();
        }

        await HoldAsync(place, host);
    }

    [Fact]
    [Fault("state-slow")]
    public async Task Storage_that_says_nothing_for_a_while_makes_health_say_so_and_nothing_is_lost()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var data = new TemporaryFolder();
        await using var place = await Installation.StartAsync(
            package.Folder,
            [.. LocalScenario.Ten.Where(spec => spec.Name == "hot-chat")],
            storage: data.Path
        );
        var host = await place.AddHostAsync(with: options => options with { Lease = TimeSpan.FromSeconds(5) });
        await place.TickAsync();
        await SignalAsync(place.Azurite.Id, "STOP");

        // Not the client's patience with a silent server, five times fifteen seconds, but health's own.
        Assert.Equal((HttpStatusCode.ServiceUnavailable, """{"status":"unavailable"}"""), await ReadHealthAsync(host));

        await SignalAsync(place.Azurite.Id, "CONT");
        for (var tick = 0; tick < 8; tick++)
        {
            await place.TickAsync();
        }

        await HoldAsync(place, host);
    }

    private static async Task HoldAsync(Installation place, StandInHost host)
    {
        var resource = Assert.Single(place.Azure.Resources);
        Assert.Equal(ChangeState.Verified, Assert.Single(await place.ReadChangesAsync(resource.Id)).State);
        Assert.Equal((1L, 3, 0), (place.Azure.Calls[CallKind.Patch], resource.Units, place.Receiver.Repeats));
        Assert.NotEmpty(place.Receiver.Ids);
        Assert.Empty(await place.OpenMessagesAsync());
        Assert.Empty((await place.State.DeadLetters.ListAsync(10, Cancellation)).Records);
        Assert.Equal((HttpStatusCode.OK, """{"status":"ok"}"""), await ReadHealthAsync(host));
    }

    // The stand-in's own queues are gone too: it cannot put messages, nor see whether there are any.
    private static async Task TickWithoutStorageAsync(Installation place)
    {
        try
        {
            await place.TickAsync();
        }
        catch (RequestFailedException)
        {
            // As expected.
        }
    }

    private static void WaitUntilSaved(string folder)
    {
        var since = DateTime.UtcNow;
        var file = Path.Combine(folder, "__azurite_db_table__.json");
        while (File.GetLastWriteTimeUtc(file) < since && DateTime.UtcNow - since < TimeSpan.FromSeconds(30))
        {
            Thread.Sleep(50);
        }
    }

    private static async Task SignalAsync(int process, string signal)
    {
        using var kill = Process.Start("kill", ["-" + signal, process.ToString()]);
        await kill.WaitForExitAsync(Cancellation);
    }

    private static async Task<(HttpStatusCode Status, string Body)> ReadHealthAsync(StandInHost host)
    {
        using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        using var answer = await http.GetAsync(new Uri(host.Address, "/open/health"), Cancellation);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancellation));
    }
}
