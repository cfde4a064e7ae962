using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>Premium_P2 x 300 without a stated maximum; 1,000 connections are one unit, and the region has 900 units left.</summary>
public sealed class DefaultMaximumTests
{
    private const int Hour = 60;

    [Theory]
    [InlineData(null, ScalingAction.Hold, 300)]
    [InlineData(200, ScalingAction.ScaleIn, 200)] // a stated one keeps its meaning
    public void A_maximum_that_nobody_stated_is_no_reason_to_scale_in(int? maxUnits, ScalingAction action, int units)
    {
        // 260 units are required, more than the default of 100.
        var decision = Decide(Observe(Hour, 260_000, 300, maxUnits), CreateState(Hour, 300)).Decision!;

        Assert.Equal((action, units), (decision.Action, decision.Units));
    }

    [Theory]
    [InlineData(260_000, 300)]
    [InlineData(390_000, 300)] // 390 units are required: no more than there were
    public void After_a_scale_in_it_scales_out_again_to_what_it_had(int connections, int units)
    {
        var state = CreateState(Hour, 300);
        var decision = default(Decision);
        for (var minute = Hour; minute < Hour + 10; minute++)
        {
            (decision, state, _) = Decide(Observe(minute, connections, 100), state);
        }

        Assert.Equal((ScalingAction.ScaleOut, units), (decision!.Action, decision.Units));
    }

    [Fact]
    public void A_minimum_that_is_no_size_is_rounded_up_where_no_maximum_is_stated()
    {
        // At least 150 units, and Premium_P2 has 100 and 200.
        var observation = Observe(0, 50_000, 100);
        observation = observation with { Settings = observation.Settings with { MinUnits = 150 } };

        var decision = Decide(observation, null).Decision!;

        Assert.Equal((ScalingAction.ScaleOut, 200, ReasonCodes.MinimumSize), (decision.Action, decision.Units, decision.Reasons[0].Code));
    }

    [Theory]
    [InlineData(null, false, 300)]
    [InlineData(null, true, 300)]
    [InlineData(200, false, 200)] // a stated one keeps its meaning
    public void A_maximum_that_nobody_stated_gives_way_to_an_announced_minimum(int? maxUnits, bool isRecurring, int units)
    {
        // At least 300 units for the next hour; 50,000 connections need 50, and 100 are in force, the default maximum.
        var observation = Observe(0, 50_000, 100, maxUnits);
        var launch = new PlannedWindow("launch", observation.Time, observation.Time.AddHours(1), 300, IsFreeze: false)
        {
            IsRecurring = isRecurring,
        };
        observation = observation with { Settings = observation.Settings with { Windows = [launch] } };

        var decision = Decide(observation, null).Decision!;

        Assert.Equal((ScalingAction.ScaleOut, units), (decision.Action, decision.Units));
        Assert.Equal(ReasonCodes.AnnouncedMinimum, decision.Reasons[0].Code);
    }

    [Theory]
    [InlineData(100, 100, ReasonCodes.RegionalQuota)] // Premium_P2 has 100 and 200 units, and the default quota is 150
    [InlineData(300, 400, ReasonCodes.FullSize)]
    public void A_default_quota_that_the_size_exceeds_blocks_no_scale_out(int units, int expected, string reason)
    {
        // 1.1 x the size is required.
        var state = CreateState(Hour, units);
        var decision = default(Decision);
        for (var minute = Hour; minute < Hour + 10; minute++)
        {
            var observation = Observe(minute, 1100 * units, units, maxUnits: 1000) with { Fleet = FleetConstraints.Unknown };
            (decision, state, _) = Decide(observation, state);
        }

        Assert.Equal((expected, reason), (decision!.Units, decision.Reasons[0].Code));
    }

    [Fact]
    public void The_reason_names_no_limit_that_is_not_known()
    {
        // 330 units are required; Azure refused 400, which is one step more, and the default of 150 is disproved.
        var state = CreateState(Hour, 300);
        var decision = default(Decision);
        for (var minute = Hour; minute < Hour + 10; minute++)
        {
            var observation = Observe(minute, 330_000, 300, maxUnits: 1000);
            var fleet = new FleetConstraints(RegionalUnitsLeft: 99)
            {
                Quota = new(QuotaOrigin.Unlimited, QuotaSource.Default),
                QuotaRefusedAt = observation.Time,
            };
            (decision, state, _) = Decide(observation with { Fleet = fleet }, state);
        }

        Assert.EndsWith(
            "allows 399, and more was refused at 01:09 UTC. A support ticket raises the quota.",
            decision!.Reasons[0].Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void At_what_it_had_the_reason_says_that_no_maximum_is_stated()
    {
        var state = CreateState(Hour, 300);
        var decision = default(Decision);
        for (var minute = Hour; minute < Hour + 10; minute++)
        {
            (decision, state, _) = Decide(Observe(minute, 390_000, 300), state);
        }

        Assert.Equal((ScalingAction.Hold, ReasonCodes.MaximumSize), (decision!.Action, decision.Reasons[0].Code));
        Assert.StartsWith(
            "Without maxUnits in the settings, at most 300 units are allowed; 390.0",
            decision.Reasons[0].Text,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(300, false)]
    [InlineData(100, true)] // 100 stated: 260 units are more
    public void No_alert_says_that_the_forecast_exceeds_a_maximum_that_nobody_stated(int maxUnits, bool alerts)
    {
        var observation = Observe(Hour, 260_000, 300, maxUnits == 100 ? 100 : null);
        var outcome = Decide(observation, CreateState(Hour, 300));
        var subject = new AlertSubject(AlertSubjectKind.Resource, TestResource.Id, "chat", "", null);

        var (_, decision) = ResourceAlerts.Empty.AdvanceDecision(
            TestResource.Rules,
            subject,
            observation,
            outcome.Decision!,
            null,
            observation.Time.AddMinutes(2)
        );

        Assert.Equal(alerts, decision.Alerts.Any(alert => alert.Id == "forecastExceedsMaximum"));
    }

    private static Observation Observe(int minute, double connections, int units, int? maxUnits = null) =>
        TestResource.CreateObservation(minute, connections, units, TestResource.Settings with { MaxUnits = maxUnits }) with
        {
            Sku = "Premium_P2",
            Fleet = new FleetConstraints(RegionalUnitsLeft: 900),
        };

    private static DecisionOutcome Decide(Observation observation, ResourceState? state) => TestResource.Decide(observation, state);

    private static ResourceState CreateState(int minutes, int units)
    {
        ResourceState? state = null;
        for (var minute = 0; minute < minutes; minute++)
        {
            state = Decide(Observe(minute, 260_000, units) with { ChangeInProgress = true }, state).State;
        }

        return state!;
    }
}
