using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Tests;

namespace Advisor.Core.Tests.Fleet;

public sealed class ProvisioningStateTests
{
    [Theory]
    [InlineData("Succeeded", true, false)]
    [InlineData("succeeded", true, false)]
    [InlineData("Failed", false, false)]
    [InlineData("Canceled", false, false)]
    [InlineData("Updating", false, true)]
    [InlineData("", false, true)]
    public void Succeeded_alone_is_settled_and_Failed_and_Canceled_are_final(string state, bool isSettled, bool isUpdating)
    {
        var resource = SampleResource.CreateWithId("r") with { ProvisioningState = state };

        Assert.Equal((isSettled, isUpdating), (resource.IsSettled, resource.IsUpdating));
    }
}
