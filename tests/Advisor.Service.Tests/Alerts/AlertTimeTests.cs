using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Alerts;

/// <summary>Pending, resolve and repeat periods are minutes, whatever the interval between two ticks is.</summary>
public sealed class AlertTimeTests
{
    private readonly ServiceWorld world = new();

    // 990 of 1,000 connections until 11:30, then 500: "connections" of 98 % is an error that pends 5 minutes, repeats every 60, and
    // leaves below 95 % for 10. A minute is read at the first tick that is two minutes after its end: the first one, 07:57, at 08:00;
    // 11:30 from 11:33 on.
    [Theory]
    [InlineData(5, "Fired 08:05:00", "Repeated 09:05:00", "Repeated 10:05:00", "Repeated 11:05:00", "Resolved 11:43:00")]
    [InlineData(60, "Fired 08:05:00", "Repeated 09:05:00", "Repeated 10:05:00", "Repeated 11:05:00", "Resolved 11:43:00")]
    [InlineData(300, "Fired 08:05:00", "Repeated 09:05:00", "Repeated 10:05:00", "Repeated 11:05:00", "Resolved 11:45:00")]
    [InlineData(1800, "Fired 08:30:00", "Repeated 09:30:00", "Repeated 10:30:00", "Repeated 11:30:00", "Resolved 12:30:00")]
    public async Task The_same_minutes_at_every_interval(int seconds, params string[] expected)
    {
        world.Options = world.Options with { Mode = AdvisorMode.Observe, Interval = TimeSpan.FromSeconds(seconds) };
        world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(210) ? 990 : 500);
        var loop = await world.CreateLoopAsync();
        while (world.Clock.GetUtcNow() <= ServiceWorld.Start.AddHours(5))
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(world.Options.Interval);
        }

        Assert.Equal(
            expected,
            from report in world.Reports
            let alert = report
            where alert.Condition == "connections" && alert.Severity >= AlertSeverity.Error
            select $"{alert.Kind} {alert.At:HH:mm:ss}"
        );
    }
}
