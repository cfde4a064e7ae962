using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Planning;

public sealed partial class PlannerTests
{
    [Theory]
    [InlineData(UseCase.Echo, 50_000, false, 5, 15)] // column of 50 units
    [InlineData(UseCase.Echo, 30_000, false, 3, 15)] // between 1 at 10 and 5 at 50 units
    [InlineData(UseCase.Broadcast, 50_000, false, 2, 40)]
    [InlineData(UseCase.Broadcast, 10_000, false, 1, 15)]
    [InlineData(UseCase.Echo, 50_000, true, 32, 15)] // ASP.NET SignalR, counted in 2019
    public void App_servers_are_read_from_the_guide(UseCase useCase, int connections, bool aspNet, int servers, int connectionsEach)
    {
        var plan = CreatePlan(CreateRequest(useCase, connections, 2_000, 1) with { AspNet = aspNet });

        Assert.Equal((servers, connectionsEach), (plan.AppServers, plan.ServerConnections!.PerServer));
    }

    [Theory]
    [InlineData(false, 100, null)] // the guide's own count at 1,000 units
    [InlineData(true, 400, 100)] // 40 at 100 units, the last column of the edition that counted ASP.NET SignalR, x 1,000 / 100
    public void Beyond_the_last_column_app_servers_go_on_in_proportion_and_say_so(bool aspNet, int servers, int? extrapolatedFrom)
    {
        var plan = CreatePlan(CreateRequest(UseCase.Echo, 1_000_000, 2_000, 1) with { AspNet = aspNet });

        Assert.Equal((1000, servers, extrapolatedFrom), (plan.Units, plan.AppServers, plan.AppServersExtrapolatedFrom));
    }

    [Fact]
    public void Serverless_sends_through_REST_and_has_no_app_servers()
    {
        // 1,000 users, one message a second each, 2,000 B: 2 MB/s of 0.4 MB/s a unit.
        var plan = CreatePlan(CreateRequest(UseCase.SendToConnection, 1_000, 2_000, 1) with { Mode = ServiceMode.Serverless });

        Assert.Equal((5, null), (plan.Units, plan.AppServers));
        Assert.Contains("signalr.restSendToUser", plan.Notes[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5_000, 5, false, 6)] // 5,000 + 1 server x 15 connections are 5,015 of 5,000: 6 units
    [InlineData(4_985, 5, true, 5)] // 4,985 + 15 are 5,000 of 5,000
    [InlineData(4_986, 5, false, 6)]
    [InlineData(10_000, 10, false, 20)] // the ladder goes on at 20
    public void The_connections_of_the_app_servers_take_room_beside_the_clients(int connections, int units, bool fit, int unitsWithServers)
    {
        var plan = CreatePlan(UseCase.Broadcast, connections, 2048, 1);

        Assert.Equal(units, plan.Units);
        Assert.Equal(
            (15, fit, "Standard_S1", unitsWithServers),
            (
                plan.ServerConnections!.Total,
                plan.ServerConnections.IsEnough,
                plan.ServerConnections.Size?.Sku,
                plan.ServerConnections.Size?.Units
            )
        );
        Assert.Equal(fit, plan.Sizes.First(size => size.Units == units).FitsServerConnections);
    }

    [Fact]
    public void Where_the_largest_size_has_no_room_for_them_the_next_SKU_is_named()
    {
        // 100,000 clients and 2 servers x 40 connections: Standard_S1 ends at 100,000, Premium_P2 goes on at 200 units, where the guide
        // used 4 servers.
        var plan = CreatePlan(UseCase.Broadcast, 100_000, 2048, 1).ServerConnections!;

        Assert.Equal((80, false, new Size("Premium_P2", 200), 160), (plan.Total, plan.IsEnough, plan.Size!.Value, plan.TotalThere));
    }
}
