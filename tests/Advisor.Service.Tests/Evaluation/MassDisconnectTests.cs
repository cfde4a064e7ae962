using Advisor.Core.Alerting;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

public sealed class MassDisconnectTests
{
    private readonly ServiceWorld world = new();

    [Fact]
    public async Task Clients_that_all_lose_their_connection_at_once_are_one_alert_that_names_the_cause()
    {
        // 475 of 500 connections are 95 %. They reconnect in the same minute at 150 % of what Azure accepts (36,000 of 24,000 for 2 units):
        // a storm that the alert explains. A minute is over and read two minutes after it began, so that the tick of 08:12 sees 08:09.
        world.Azure.Add("chat", 2, _ => 500);
        world.Azure.Opens = minute => minute == ServiceWorld.Start.AddMinutes(9) ? 36_000 : 10;
        world.Azure.Closes = new() { ["Normal"] = 400 };
        await world.RunAsync(12);
        world.Azure.Closes = new() { ["ServiceReload"] = 470, ["PingTimeout"] = 5 };
        await world.RunAsync(1);
        world.Azure.Closes = [];
        await world.RunAsync(20);

        var sent = world.Reports.ToList();
        Assert.Equal(
            ["massDisconnect Fired 08:12", "massDisconnect Resolved 08:23"],
            sent.Select(r => $"{r.Condition} {r.Kind} {r.At.UtcDateTime:HH:mm}")
        );
        Assert.Equal(
            "95 % of the connections of chat were dropped within a minute. Azure names the cause ServiceReload: the service was reloaded, "
                + "for maintenance or a change of size.",
            sent[0].Text
        );
        Assert.Equal("Advisor did not change the size in the last hour.", sent[0].Done);
    }

    [Fact]
    public async Task Clients_that_lose_their_connections_are_an_alert_where_metrics_are_late_too()
    {
        // The minute 08:20 is over at 08:21 and read a minute later, by the tick of 08:23 as above; so much later here.
        world.Options = world.Options with
        {
            HistoryBackfill = TimeSpan.FromHours(1),
        };
        world.Azure.Add("early", 2, _ => 500);
        world.Azure.Add("late", 2, _ => 500).Late = TimeSpan.FromMinutes(3);
        world.Azure.Add("later", 2, _ => 500).Late = TimeSpan.FromMinutes(10);
        world.Azure.ClosesAt = minute => minute == ServiceWorld.Start.AddMinutes(20) ? new() { ["ServiceReload"] = 500 } : [];
        await world.RunAsync(50);

        Assert.Equal(
            ["early 08:23", "late 08:26", "later 08:33"],
            from report in world.Reports
            where report is { Condition: "massDisconnect", Kind: AlertEventKind.Fired }
            orderby report.At
            select $"{report.Subject.Name} {report.At.UtcDateTime:HH:mm}"
        );

        // Of all three together, from the second tick on, which is the first after the history.
        Assert.Equal([.. Enumerable.Repeat(3, 49)], world.Azure.CloseReads.Where(resources => resources > 0));
    }

    [Theory]
    [InlineData(0.0)]
    [InlineData(null)]
    public async Task Clients_that_leave_as_ever_are_no_alert_where_the_connection_count_is_wrong(double? count)
    {
        // 200 of 4,000 connections are 5 %; 190 of 200 are 95 %.
        var chat = world.Azure.Add("chat", 5, _ => 4000);
        world.Azure.Closes = new() { ["PingTimeout"] = 200 };
        await world.RunAsync(10);
        chat.Report = readings => readings with { ConnectionCount = count };
        await world.RunAsync(9);

        Assert.Empty(world.Reports);

        world.Azure.Closes = new() { ["PingTimeout"] = 3800 };
        await world.RunAsync(1);
        Assert.Equal("massDisconnect", Assert.Single(world.Reports).Condition);
    }
}
