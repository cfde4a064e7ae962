using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

public sealed class ThrottledClosesTests
{
    private readonly ServiceWorld world = new();

    [Theory]
    [InlineData(0, false)]
    [InlineData(40, true)]
    public async Task A_size_that_closes_connections_as_throttled_is_full_whatever_its_quota_metric_says(double closes, bool isFull)
    {
        var chat = world.Azure.Add("chat", 1, _ => 500, new ResourceSettings { Mode = AdvisorMode.Auto });
        world.Azure.Closes = new() { ["Throttled"] = closes };
        await world.RunAsync(15);

        // Half as much again as one unit is two.
        var reasons = (await world.ReadDecisionsAsync(chat.Id)).SelectMany(decision => decision.Reasons).ToList();
        Assert.Equal(isFull, reasons.Any(reason => reason.Code == ReasonCodes.FullSize));
        Assert.Equal(isFull ? [2] : [], world.Azure.Asked.Distinct());
    }
}
