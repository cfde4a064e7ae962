using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Tests;

namespace Advisor.Core.Tests.Fleet;

public class EndpointGroupsTests
{
    private const string Root = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/";

    [Fact]
    public void Each_resource_has_the_other_endpoints_of_its_group_in_order_whatever_the_case_of_the_name()
    {
        var joined = EndpointGroups.Join([Create("c", "chat"), Create("x", "other"), Create("a", "Chat"), Create("b", "chat")]);

        Assert.Equal(["c", "x", "a", "b"], joined.Select(one => one.Id));
        Assert.Equal(["a", "b"], joined[0].Endpoints);
        Assert.Empty(joined[1].Endpoints);
        Assert.Equal(["b", "c"], joined[2].Endpoints);
    }

    [Fact]
    public void A_resource_without_a_group_one_that_serves_nobody_and_one_of_the_other_service_are_no_endpoints()
    {
        var joined = EndpointGroups.Join([
            Create("a", "chat"),
            Create("b", null),
            Create("c", "chat") with
            {
                IsServing = false,
            },
            Create("d", "chat") with
            {
                Service = ServiceKind.WebPubSub,
            },
        ]);

        Assert.All(joined, one => Assert.Empty(one.Endpoints));
    }

    [Fact]
    public void A_group_that_was_left_is_forgotten()
    {
        var before = EndpointGroups.Join([Create("a", "chat"), Create("b", "chat"), Create("c", "chat")]);

        var after = EndpointGroups.Join([before[0], before[1] with { Settings = ResourceSettings.Default }, before[2]]);

        Assert.Equal(
            [
                ["c"],
                [],
                ["a"],
            ],
            after.Select(one => one.Endpoints)
        );
    }

    [Fact]
    public void What_served_the_same_clients_and_was_stopped_or_deleted_is_a_former_peer_of_those_that_serve()
    {
        var stopped = Create(Root + "chat/replicas/east", null) with { IsServing = false };

        var joined = EndpointGroups.Join(
            [Create(Root + "chat", "g"), stopped, Create(Root + "other", "g"), Create(Root + "third", null)],
            [Create(Root + "chat/replicas/asia", null), Create(Root + "gone", "G")]
        );

        Assert.Equal([Root + "chat/replicas/asia", stopped.Id, Root + "gone"], joined[0].FormerPeers);
        Assert.Empty(joined[1].FormerPeers);
        Assert.Equal([Root + "gone"], joined[2].FormerPeers);
        Assert.Empty(joined[3].FormerPeers);
    }

    private static FleetResource Create(string id, string? group) =>
        SampleResource.CreateWithId(id) with
        {
            Settings = ResourceSettings.Default with { EndpointGroup = group },
        };
}
