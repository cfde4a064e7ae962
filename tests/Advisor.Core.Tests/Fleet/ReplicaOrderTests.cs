using Advisor.Core.Fleet;

namespace Advisor.Core.Tests.Fleet;

public class ReplicaOrderTests
{
    [Theory]
    [InlineData("b a c", "b a c")]
    [InlineData("b chat/replicas/x a chat chat/replicas/w", "b chat chat/replicas/x chat/replicas/w a")]
    [InlineData("chat chat-2 CHAT/REPLICAS/x", "chat CHAT/REPLICAS/x chat-2")]
    [InlineData("other/replicas/x a", "other/replicas/x a")] // its resource is not in the list
    [InlineData("", "")]
    public void A_replica_stands_below_its_resource_where_the_first_of_them_stood(string names, string ordered) =>
        Assert.Equal(ordered, string.Join(' ', ReplicaOrder.PlaceBelowOwners(names.Split(' '), name => name).Select(name => name)));
}
