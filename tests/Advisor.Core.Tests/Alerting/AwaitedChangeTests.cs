using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Alerting;

/// <summary>Since when a change of size is awaited, and until when it explains an exceeded target.</summary>
public sealed class AwaitedChangeTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private static readonly AlertFacts Auto = new() { ActsByItself = true, UnitsInForce = 1 };

    private static readonly Decision Grow = new()
    {
        ResourceId = TestResource.Id,
        Time = Start,
        Action = ScalingAction.ScaleOut,
        Sku = "Standard_S1",
        Units = 2,
        LimitingFactor = Limit.ServerLoad,
        Utilization = default,
        Confidence = new Ratio(1),
        Reasons = [],
    };

    private static readonly Decision Hold = Grow with { Action = ScalingAction.Hold, Units = 1 };

    [Fact]
    public void It_counts_from_the_first_decision_through_the_change_itself()
    {
        var decided = AwaitedChange.Observe(null, Grow, Auto, Start);
        var sent = AwaitedChange.Observe(decided, Hold, Auto with { ChangeInProgress = true }, Start.AddMinutes(1));

        Assert.Equal(new AwaitedChange(Start, 1), AwaitedChange.Observe(sent, Grow, Auto, Start.AddMinutes(2)));
    }

    [Fact]
    public void It_is_overdue_after_an_hour()
    {
        var awaited = new AwaitedChange(Start, 1);

        Assert.False(awaited.IsOverdue(AlertScenario.Rules, Start.AddMinutes(60).AddTicks(-1)));
        Assert.True(awaited.IsOverdue(AlertScenario.Rules, Start.AddMinutes(60)));
    }

    [Fact]
    public void A_resource_that_grows_waits_for_each_change_anew()
    {
        var now = Start.AddMinutes(50);

        Assert.Equal(
            new AwaitedChange(now, 2),
            AwaitedChange.Observe(new(Start, 1), Grow with { Units = 3 }, Auto with { UnitsInForce = 2 }, now)
        );
    }

    [Fact]
    public void Nothing_is_awaited_where_no_change_is_wanted() =>
        Assert.Null(AwaitedChange.Observe(new(Start, 1), Hold, Auto, Start.AddMinutes(1)));

    [Fact]
    public void A_scale_out_that_a_person_is_to_make_is_awaited_from_its_beginning_in_Azure_on()
    {
        var recommends = Auto with { ActsByItself = false };

        Assert.Null(AwaitedChange.Observe(null, Grow, recommends, Start));
        Assert.Equal(new AwaitedChange(Start, 1), AwaitedChange.Observe(null, Grow, recommends with { ChangeInProgress = true }, Start));
    }

    [Fact]
    public void A_clock_that_was_set_back_starts_over() =>
        Assert.Equal(new AwaitedChange(Start, 1), AwaitedChange.Observe(new(Start.AddHours(1), 1), Grow, Auto, Start));
}
