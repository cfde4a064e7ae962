using Advisor.Core.Fleet;

namespace Advisor.Core.Tests.Fleet;

public sealed class ResourceIdsTests
{
    private const string Chat = "/subscriptions/AB-1/resourceGroups/Live/providers/Microsoft.SignalRService/SignalR/chat";

    [Theory]
    [InlineData(Chat, "chat", "Live", "ab-1", null)]
    [InlineData(Chat + "/replicas/east", "chat/east", "Live", "ab-1", Chat)]
    [InlineData(Chat + "/Replicas/east", "chat/east", "Live", "ab-1", Chat)]
    [InlineData(Chat + "/replicas", "replicas", "Live", "ab-1", null)]
    [InlineData("/replicas/east", "east", "", "/replicas/east", null)] // without a resource it is no replica
    [InlineData(Chat + "/replicas/", "", "Live", "ab-1", null)] // without a name it is no replica
    [InlineData(Chat + "/replicas/east/x", "x", "Live", "ab-1", null)]
    [InlineData("Chat", "Chat", "", "chat", null)]
    [InlineData("live/chat", "chat", "", "live/chat", null)] // a name of decide
    [InlineData("/subscriptions/AB-1", "AB-1", "", "ab-1", null)]
    [InlineData("/tenants/AB-1/groups/Live/x", "x", "", "/tenants/ab-1/groups/live/x", null)]
    public void Its_parts_are_read_whatever_it_is(string id, string name, string group, string subscription, string? owner)
    {
        Assert.Equal(
            (name, group, subscription, owner),
            (ResourceIds.GetName(id), ResourceIds.GetResourceGroup(id), ResourceIds.GetSubscription(id), ResourceIds.FindOwner(id))
        );
    }

    [Theory]
    [InlineData("chat/east", "chat/replicas/east")]
    [InlineData("chat", "chat")]
    [InlineData("chat/", "chat/")]
    [InlineData("/east", "/east")]
    [InlineData("live/chat/east", "live/chat/east")]
    [InlineData(Chat, Chat)]
    public void The_name_of_a_replica_gives_the_end_of_its_id(string name, string expected) =>
        Assert.Equal(expected, ResourceIds.FromName(name));
}
