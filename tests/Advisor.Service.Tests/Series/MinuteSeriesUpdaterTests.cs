using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Service.Series;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Series;

/// <summary>The minutes of resources that the service keeps for pictures.</summary>
public sealed class MinuteSeriesUpdaterTests
{
    private readonly ServiceWorld world = new();

    public MinuteSeriesUpdaterTests() => world.Options = world.Options with { Mode = AdvisorMode.Recommend };

    [Fact]
    public async Task Every_minute_with_metrics_is_kept_once_with_what_each_limit_requires_and_the_units_in_force()
    {
        var chat = world.Azure.Add("chat", 10, _ => 5000);

        await world.RunAsync(10);

        var day = Assert.Single(await ReadAsync(chat));
        var seen = Enumerable.Range(0, day.Count).Where(day.HasData).ToList();

        // Ten ticks a minute apart; each brings the one minute that is new, and they follow one another.
        Assert.Equal(10, seen.Count);
        Assert.Equal(Enumerable.Range(seen[0], 10), seen);

        // 5,000 connections at 1,000 a unit, whose target is 100 % in this world.
        Assert.All(seen, minute => Assert.InRange(day[minute].Required.Connections!.Value, 4.99, 5.01));
        Assert.All(seen, minute => Assert.Equal(10, day[minute].Units));
    }

    // 44,000 connections send 22,000 msg/s to single connections: 110 % of the 20,000 that the guide routes at 20 units up: 50 x 110 %
    [Fact]
    public async Task A_limit_beyond_any_size_is_kept_above_the_units_in_force()
    {
        var routed = world.Azure.Add("routed", 50, _ => 44_000);
        routed.Settings = routed.Settings with { Workload = Workload.Create(UseCase.SendToConnection, 1024) };

        await world.RunAsync(1);

        var day = Assert.Single(await ReadAsync(routed));
        Assert.Equal(55, day[day.Count - 1].Required.Routing!.Value, 0.01);
        Assert.Equal(50, day[day.Count - 1].Units);
    }

    [Fact]
    public async Task At_the_first_evaluation_the_past_that_is_read_becomes_days_of_minutes()
    {
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromDays(2) };
        var chat = world.Azure.Add("chat", 10, _ => 5000);

        await world.RunAsync(1);

        // Two days before 8:00, less the minutes that metrics are late: 2 x 1440 minutes on three days.
        var days = await ReadAsync(chat);
        Assert.Equal(3, days.Count);
        Assert.Equal(2880, days.Sum(day => Enumerable.Range(0, day.Count).Count(day.HasData)));
        Assert.Equal(1440, days[1].Count);
        Assert.InRange(days[0][1439].Required.Connections!.Value, 4.99, 5.01);
    }

    [Fact]
    public async Task Minutes_before_a_change_of_tier_have_the_units_of_the_former_one()
    {
        // Standard_S1 x 3 for most of two hours, then Premium_P2 x 100: 2,700 connections and 1.38 MB/s are a server load of
        // 70 x 1.38 / 2 + 8 x 2.7 = 70 points at one unit, of either.
        world.Options = world.Options with
        {
            HistoryBackfill = TimeSpan.FromHours(2),
        };
        var chat = world.Azure.Add("chat", 3, _ => 2700);
        var now = world.Clock.GetUtcNow();
        chat.Begin(100, now.AddMinutes(-20), now.AddMinutes(-20), "Premium_P2");

        await world.RunAsync(1);

        var day = Assert.Single(await ReadAsync(chat));
        var seen = Enumerable.Range(0, day.Count).Where(day.HasData).ToList();
        Assert.Equal([3, 100], seen.Select(minute => day[minute].Units).Where(units => units is not null).Distinct());
        Assert.Equal([1.0], seen.Select(minute => Math.Round(day[minute].Required.ServerLoad!.Value, 2)).Distinct());
    }

    [Fact]
    public async Task Over_midnight_the_day_that_ends_keeps_all_its_minutes()
    {
        world.Clock.Advance(new TimeSpan(15, 55, 0)); // 23:55
        var chat = world.Azure.Add("chat", 10, _ => 5000);

        await world.RunAsync(20);

        var days = await ReadAsync(chat);
        Assert.Equal(2, days.Count);
        Assert.Equal(1440, days[0].Count);
        Assert.Equal(20, days.Sum(day => Enumerable.Range(0, day.Count).Count(day.HasData)));
    }

    [Fact]
    public async Task While_metrics_cannot_be_read_the_size_is_known_and_the_rest_is_a_gap()
    {
        var chat = world.Azure.Add("chat", 10, _ => 5000);
        await world.RunAsync(5);
        world.Azure.MetricFailures.Add("chat");
        await world.RunAsync(5);
        var before = Assert.Single(await ReadAsync(chat));
        Assert.Equal((10, false), (before[before.Count - 1].Units, before.HasData(before.Count - 1)));
        Assert.Null(before[before.Count - 1].Required.Connections);

        world.Azure.MetricFailures.Clear();
        await world.RunAsync(1);

        // What came late fills the gap.
        var after = Assert.Single(await ReadAsync(chat));
        Assert.Equal(11, Enumerable.Range(0, after.Count).Count(after.HasData));
    }

    [Fact]
    [Fault("state-unsaved")]
    public async Task A_crash_at_any_call_before_or_after_its_effect_loses_no_minute_and_doubles_none()
    {
        var whole = new CrashPoint();
        await CrashAsync(whole);
        Assert.InRange(whole.Steps.Count, 20, 1000);

        for (var at = 0; at < whole.Steps.Count; at++)
        {
            await CrashAsync(new CrashPoint { At = at });
            await CrashAsync(new CrashPoint { At = at, After = true });
        }
    }

    private static async Task CrashAsync(CrashPoint point)
    {
        var crashing = new MinuteSeriesUpdaterTests();
        var chat = crashing.world.Azure.Add("chat", 10, _ => 5000);
        await crashing.world.RunAsync(1);
        await crashing.world.RunAsync(4, point);
        await crashing.world.RunAsync(2);

        var day = Assert.Single(await crashing.ReadAsync(chat));
        Assert.Equal(7, day.Count - Enumerable.Range(0, day.Count).First(day.HasData));
        Assert.Equal(7, Enumerable.Range(0, day.Count).Count(day.HasData));
    }

    private async Task<IReadOnlyList<MinuteDay>> ReadAsync(FakeResource resource)
    {
        var read = await (await world.OpenStateAsync()).Minutes.ReadAsync(
            resource.Id,
            ServiceWorld.Start.AddDays(-31),
            ServiceWorld.Start.AddDays(31),
            CancellationToken.None
        );
        Assert.Empty(read.Problems);
        return read.Records;
    }
}
