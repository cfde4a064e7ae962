using Advisor.Core.Fleet;

namespace Advisor.Core.Tests.Fleet;

public sealed class FleetScopeTests
{
    [Fact]
    public void Groups_and_tags_alone_name_no_place_and_each_of_the_others_does()
    {
        Assert.False(new FleetScope().HasPlace);
        Assert.False(
            new FleetScope
            {
                ResourceGroups = ["live"],
                Tags = new Dictionary<string, string> { ["team"] = "chat" },
            }.HasPlace
        );
        Assert.True(new FleetScope { Subscriptions = ["s"] }.HasPlace);
        Assert.True(new FleetScope { ResourceIds = ["/subscriptions/s/chat"] }.HasPlace);
        Assert.True(new FleetScope { ManagementGroups = ["root"] }.HasPlace);
        Assert.True(new FleetScope { AllSubscriptions = true }.HasPlace);
    }
}
