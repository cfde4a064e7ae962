using Advisor.Core.Alerting;
using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Alerts;

/// <summary>What the timeline keeps of alerts.</summary>
public sealed class AlertTimelineTests
{
    [Fact]
    public async Task An_alert_stands_in_the_timeline_when_it_fires_and_when_it_resolves_and_not_when_it_repeats()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        var chat = world.Azure.Add("chat", 10, _ => 5000);
        await world.RunAsync(5);
        world.Azure.MetricFailures.Add("chat");
        await world.RunAsync(60 * 26); // missing metrics repeat once a day
        world.Azure.MetricFailures.Clear();
        await world.RunAsync(60);

        var state = await world.OpenStateAsync();
        var (from, before) = (ServiceWorld.Start, ServiceWorld.Start.AddDays(3));
        var events = (await state.Timeline.QueryAlertsAsync(chat.Id, new(from, before, null, 100), CancellationToken.None)).Records;

        Assert.True(events.Count >= 2);
        Assert.Equal((AlertEventKind.Resolved, AlertEventKind.Fired), (events[0].Alert!.Kind, events[^1].Alert!.Kind));
        Assert.DoesNotContain(events, happened => happened.Alert!.Kind == AlertEventKind.Repeated);
        Assert.All(events, happened => Assert.EndsWith(".", happened.Alert!.Text, StringComparison.Ordinal));
        Assert.Contains(world.Reports, report => report.Kind == AlertEventKind.Repeated);
        Assert.Equal(
            events.Select(happened => happened.At),
            (await state.Timeline.QueryAsync(new(from, before, null, 100), CancellationToken.None)).Records.Select(happened => happened.At)
        );
    }
}
