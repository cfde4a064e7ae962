using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

public sealed class ConnectionDropMeasurementTests
{
    private readonly ServiceWorld world = new();
    private FakeResource? chat;

    [Fact]
    public async Task A_change_names_the_connections_that_were_dropped_as_it_took_effect()
    {
        AddScaledIn(_ => 310);

        await world.RunAsync(120);

        var changes = await world.ReadChangesAsync(chat!.Id);
        Assert.All(changes, change => Assert.Equal((310, 500), (change.Drop!.Dropped, change.Drop.Connections)));
        Assert.Equal("310 of 500 connections were dropped and reconnected within 2 minutes.", changes[0].Drop!.Describe());

        // The timeline has the same record, and the next change is not hindered.
        var timeline = await (await world.OpenStateAsync()).Timeline.QueryAsync(
            new(ServiceWorld.Start, ServiceWorld.Start.AddDays(1), null, 100),
            CancellationToken.None
        );
        Assert.Contains(timeline.Records, happened => happened.Change?.Drop is { Dropped: 310 });
        Assert.Empty(await (await world.OpenStateAsync()).Changes.ListOpenAsync(CancellationToken.None));
    }

    [Fact]
    public async Task Closes_that_cannot_be_read_are_unknown()
    {
        AddScaledIn(_ => null);

        await world.RunAsync(120);

        var changes = await world.ReadChangesAsync(chat!.Id);
        Assert.NotEmpty(changes);
        Assert.All(changes, change => Assert.Null(change.Drop));
    }

    [Fact]
    public async Task Connections_dropped_count_where_metrics_come_a_minute_later_from_the_tick_on_that_finds_the_change_in_effect()
    {
        AddScaledIn(_ => 310);

        for (var tick = 0; tick < 120; tick++)
        {
            chat!.Late = chat.GetUnits(world.Clock.GetUtcNow()) < 4 ? TimeSpan.FromMinutes(1) : TimeSpan.Zero;
            await world.RunAsync(1);
        }

        Assert.All(await world.ReadChangesAsync(chat!.Id), change => Assert.Equal(310, change.Drop?.Dropped));
    }

    // 500 connections need one unit: Advisor scales in. Only the minute in which the size falls drops connections.
    private void AddScaledIn(Func<DateTimeOffset, double?> dropped)
    {
        chat = world.Azure.Add("chat", 4, minute => 500, new ResourceSettings { Mode = AdvisorMode.Auto });
        world.Azure.ClosesAt = minute =>
            chat.GetUnits(minute.AddMinutes(1)) >= chat.GetUnits(minute) ? []
            : dropped(minute) is { } count ? new() { ["ServiceReload"] = count }
            : null;
    }
}
