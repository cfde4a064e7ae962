using System.Text.Json;
using Advisor.LocalAzure;
using Advisor.LocalAzure.Scenarios;
using Advisor.Runtime.State;
using Advisor.Service.Tests.World;
using Advisor.Storage.Sqlite;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary>
/// The day of tests/scenarios/day, from before the first trouble to after the last, with the watching process killed ten times at random.
/// </summary>
public sealed class KilledDayTests
{
    // 09:00 hot, 13:00 a region, 15:00 flapping, 19:00 to 20:30 a lie; the last resolves some 20 minutes later.
    private static readonly TimeSpan From = TimeSpan.FromHours(8.5);
    private static readonly TimeSpan Span = TimeSpan.FromHours(13);
    private const int Kills = 10;
    private const int Seed = 7;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Killed_ten_times_it_tells_what_the_undisturbed_day_tells_with_at_most_ten_repeats_that_can_be_recognised()
    {
        using var folder = new TemporaryFolder();
        var day = DayScenario.Parse(await File.ReadAllTextAsync(RepositoryFiles.At("tests", "scenarios", "day", "day.json"), Cancellation));
        var clock = new StandingTime(day.Start + From);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = clock, ScalingTime = TimeSpan.FromSeconds(170), Resources = day.Resources }, Cancellation);
        await using var receiver = await HostStandIn.Receiver.StartAsync(Cancellation);
        var watch = new WatchProcess(azure, receiver, Path.Combine(folder.Path, "state.db"));
        await watch.RunAsync(day.Start + From + Span, clock, Kills, new Random(Seed), Cancellation);

        using var store = SqliteStateStore.Open(watch.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, day.Start, Cancellation);
        Assert.Empty((await state.Outbox.ListOpenAsync(100, Cancellation)).Select(item => $"{item.Kind} {item.Scope} {item.Id} is still open"));

        // Each message once, however often it came: its id is the same each time. The file is what the day tells undisturbed: hot, over 90 % of its greatest size from
        // 09:00 to 12:00, with two reminders and the change out and back; a region without metrics from 13:00 to 13:45; a flapping resource as one incident; a server
        // load that lies. How many of the region share a message depends on the minutes at which idle resources are looked at.
        var told = receiver.Bodies.DistinctBy(body => body.GetProperty("id").GetString()).SelectMany(Lines).Order(StringComparer.Ordinal);
        Golden.Matches("Advisor.Service.Tests", "killed-day.txt", string.Join('\n', told) + "\n");
        Assert.InRange(receiver.Repeats, 0, Kills);
    }

    // What is said of which resource; not when: a change that a kill cut off is asked about three minutes later.
    private static IEnumerable<string> Lines(JsonElement message)
    {
        var data = message.GetProperty("data");
        var title = data.GetProperty("title").GetString()!.Replace("over: ", "", StringComparison.Ordinal);
        return data.GetProperty("resources").EnumerateArray().Select(resource => resource.GetProperty("name").GetString()!).Select(name =>
            $"{name}: {data.GetProperty("kind").GetString()}: {(title.StartsWith(name, StringComparison.Ordinal) ? title : title.Split(':', ',')[0])}");
    }
}
