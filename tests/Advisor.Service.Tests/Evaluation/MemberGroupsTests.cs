using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tests.Evaluation;

public class MemberGroupsTests
{
    [Fact]
    public void Replicas_and_endpoints_join_and_what_is_not_listed_joins_nothing()
    {
        // 0 and 3 are regions of one resource, 3 and 4 endpoints of one group; 1 serves alone, 2 has a replica in another scope.
        var groups = new MemberGroups([
            Create("a", peers: ["d"]),
            Create("b"),
            Create("c", peers: ["elsewhere"]),
            Create("d", peers: ["A"], endpoints: ["e"]),
            Create("e", endpoints: ["d"]),
        ]);

        Assert.Equal([0, 1, 2, 0, 0], Enumerable.Range(0, 5).Select(groups.FindFirst));
        Assert.Equal([false, true, true, false, false], Enumerable.Range(0, 5).Select(groups.IsAlone));
        Assert.Equal([0, 3, 4], groups.List(4));
    }

    [Fact]
    public void A_group_is_complete_with_its_last_resource()
    {
        var groups = new MemberGroups([Create("a", peers: ["c"]), Create("b"), Create("c", peers: ["a"])]);

        Assert.Equal([false, true], new[] { 2, 0 }.Select(groups.Complete));
    }

    private static FleetResource Create(string id, string[]? peers = null, string[]? endpoints = null) =>
        new FakeFleet().Add(id, 1, null) with
        {
            Id = id,
            Peers = peers ?? [],
            Endpoints = endpoints ?? [],
        };
}
