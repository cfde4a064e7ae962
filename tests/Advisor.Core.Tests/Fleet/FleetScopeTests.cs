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

    [Fact]
    public void A_scope_covers_another_where_it_has_its_places_and_filters_no_more()
    {
        var both = new FleetScope { Subscriptions = ["s", "T"] };
        var live = both with { ResourceGroups = ["live"] };
        var tagged = both with { Tags = new Dictionary<string, string> { ["team"] = "chat" } };

        Assert.True(both.Covers(new FleetScope { Subscriptions = ["t"] }));
        Assert.False(new FleetScope { Subscriptions = ["t"] }.Covers(both));
        Assert.True(new FleetScope { AllSubscriptions = true }.Covers(both));
        Assert.False(both.Covers(new FleetScope { AllSubscriptions = true }));
        Assert.False(both.Covers(new FleetScope { ManagementGroups = ["root"] }));
        Assert.True(both.Covers(live));
        Assert.False(live.Covers(both));
        Assert.False(live.Covers(both with { ResourceGroups = ["live", "test"] }));
        Assert.True(both.Covers(tagged));
        Assert.False(tagged.Covers(both));
        Assert.True((both with { Tags = new Dictionary<string, string> { ["team"] = "" } }).Covers(tagged));
    }
}
