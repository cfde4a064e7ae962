using Advisor.Core.Advice;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>4,000 connections at 8 units scale in to 5 after an hour, unless others rely on the size.</summary>
public class FailoverGuardTests
{
    private const int Minute = 60;

    // Without others 5; with one other (4 + 3) / 1 = 7, (4 + 5) / 1 = 9, and 11.5 of which the ladder has 20; with two (4 + 12) / 2 = 8.
    [Theory]
    [InlineData(null, 0, 5)]
    [InlineData(1, 0, 5)]
    [InlineData(1, 3, 7)]
    [InlineData(2, 12, 8)]
    [InlineData(1, 5, 9)]
    [InlineData(1, 7.5, 20)]
    public void Each_keeps_what_lets_the_others_carry_all_clients(int? others, double required, int units) =>
        Assert.Equal(units, Decide(others is { } count ? Create(count, required) : null).Units);

    [Fact]
    public void What_the_others_require_over_two_weeks_counts_for_the_steady_size_only() =>
        Assert.Equal(5, Decide(new FailoverGroup(1, [new FailoverLoad(RecentRequirement.CreateConstant(0), 50)])).Units);

    [Fact]
    public void The_sentence_has_the_sum_and_the_price_of_the_headroom()
    {
        var reason = Decide(Create(1, 3)).Reasons[0];

        // 3 units of 1.61 USD a day are 144.90 USD in 30 days; they include 90 million messages, at 1 USD a million 90.
        Assert.Equal(ReasonCodes.FailoverHeadroom, reason.Code);
        Assert.Equal(
            "If one region fails, the others carry its clients: 4.00 units are required here and 3.00 by the other region "
                + "in the busiest minute of the last hour, so each needs 7.00. "
                + "Its own clients need 4; failover: one adds 3 units for 55 USD a month.",
            reason.Text
        );
    }

    [Fact]
    public void Of_three_regions_the_sentence_divides_among_two() =>
        Assert.Contains(
            "12.00 by the other 2 regions in the busiest minute of the last hour, so each needs (4.00 + 12.00) / 2 = 8.00.",
            Decide(Create(2, 12)).Reasons[0].Text,
            StringComparison.Ordinal
        );

    [Fact]
    public void Nothing_is_scaled_in_while_the_load_of_one_of_them_is_unknown()
    {
        var decision = Decide(new FailoverGroup(2, null));

        Assert.Equal((ScalingAction.Hold, 8), (decision.Action, decision.Units));
        Assert.Contains(decision.Reasons, reason => reason.Code == ReasonCodes.FailoverUnknown);
    }

    [Fact]
    public void An_overload_is_scaled_out_while_the_load_of_one_of_them_is_unknown() =>
        Assert.Equal(10, Decide(new FailoverGroup(2, null), connections: 9500).Units);

    [Fact]
    public void The_maximum_and_a_pin_of_the_settings_precede_it()
    {
        Assert.Equal(8, Decide(Create(1, 7.5), settings => settings with { MaxUnits = 8 }).Units);
        Assert.Equal(5, Decide(Create(1, 7.5), settings => settings with { Pin = new ResourcePin(5, "a test") }).Units);
        Assert.Equal(5, Decide(new FailoverGroup(2, null), settings => settings with { Pin = new ResourcePin(5, "a test") }).Units);
    }

    // 4.5 is stored as the nearest of steps of 0.014 %, a little above; twice that are 9 units and no more.
    [Fact]
    public void The_rounding_of_stored_units_buys_no_step()
    {
        var stored = UnitsCode.Decode(UnitsCode.Encode(4.5));

        Assert.True(stored > 4.5);
        Assert.Equal(9, Decide(Create(1, stored), connections: 4500).Units);
    }

    // 2 of another that serves and 1 of one that does not.
    [Fact]
    public void The_sentence_says_that_a_region_no_longer_serves() =>
        Assert.Contains(
            "so each needs 7.00. The last hour of 1 region that no longer serves counts: its clients arrive at the others.",
            Decide(new FailoverGroup(1, [.. Create(1, 2).Loads!, .. Create(1, 1).Loads!]) { Former = 1 }).Reasons[0].Text,
            StringComparison.Ordinal
        );

    [Fact]
    public void Where_no_other_serves_any_more_the_sentence_has_the_clients_that_arrive_and_no_other_region() =>
        Assert.StartsWith(
            "1 region no longer serves, and its clients arrive here: 4.00 units are required here and 3.00 by them in the busiest minute "
                + "of the last hour, so 7.00 are needed. Its own clients need 4;",
            Decide(Create(1, 3) with { Former = 1 }).Reasons[0].Text,
            StringComparison.Ordinal
        );

    private static FailoverGroup Create(int others, double required) =>
        new(others, [new FailoverLoad(RecentRequirement.CreateConstant(required), 0)]);

    private static Decision Decide(FailoverGroup? group, Func<ResourceSettings, ResourceSettings>? change = null, double connections = 4000)
    {
        var observation = TestResource.CreateObservation(Minute, connections, 8);
        return TestResource
            .Decide(
                observation with
                {
                    Settings = change?.Invoke(observation.Settings) ?? observation.Settings,
                    Fleet = new FleetConstraints { Failover = group },
                },
                TestResource.RemoveMessages(TestResource.BuildState(Minute, _ => connections, 8))
            )
            .Decision!;
    }
}
