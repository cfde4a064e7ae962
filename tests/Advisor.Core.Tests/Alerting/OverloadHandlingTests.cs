using System.Collections.Immutable;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Alerting;

/// <summary>When a target that is exceeded is left to Advisor, and when a person is notified.</summary>
public sealed class OverloadHandlingTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private static readonly AlertFacts Auto = new() { ActsByItself = true, UnitsInForce = 10 };

    // 10.5 units are required, 10 are in force: nothing is done about it.
    private static readonly Decision Short = new()
    {
        ResourceId = TestResource.Id,
        Time = Now,
        Action = ScalingAction.Hold,
        Sku = "Standard_S1",
        Units = 10,
        LimitingFactor = Limit.ServerLoad,
        Utilization = default,
        Confidence = new Ratio(1),
        Reasons = [],
        UnitsRequired = 10.5,
    };

    [Fact]
    public void Where_units_are_missing_and_nothing_is_done_a_person_is_notified() => Assert.Null(FindHandler(Short, Auto));

    [Fact]
    public void Where_Advisor_only_recommends_a_person_is_notified_whatever_is_recommended()
    {
        var recommends = Auto with { ActsByItself = false, ChangeInProgress = true, ChangedAt = Now };

        Assert.Null(FindHandler(Short with { Action = ScalingAction.ScaleOut, Units = 11 }, recommends));
        Assert.Null(FindHandler(Short with { UnitsRequired = 9 }, recommends));
    }

    [Fact]
    public void A_scale_out_that_is_decided_or_in_progress_is_left_to_Advisor()
    {
        Assert.Equal("Advisor changes the size", FindHandler(Short with { Action = ScalingAction.ScaleOut, Units = 11 }, Auto));
        Assert.Equal("Advisor changes the size", FindHandler(Short, Auto with { ChangeInProgress = true }));
    }

    [Fact]
    public void A_change_that_has_been_awaited_for_too_long_is_not_left_to_Advisor()
    {
        Assert.Null(FindHandler(Short with { Action = ScalingAction.ScaleOut, Units = 11 }, Auto, isOverdue: true));
        Assert.Null(FindHandler(Short, Auto with { ChangeInProgress = true }, isOverdue: true));
    }

    [Fact]
    public void After_a_verified_change_the_metrics_have_ten_minutes_to_show_it()
    {
        Assert.Equal("the size has just been changed", FindHandler(Short, Auto with { ChangedAt = Now.AddMinutes(-10).AddTicks(1) }));
        Assert.Null(FindHandler(Short, Auto with { ChangedAt = Now.AddMinutes(-10) }));
    }

    [Fact]
    public void A_resource_that_has_the_units_it_requires_runs_at_its_target()
    {
        Assert.Equal("Advisor runs the resource at its target", FindHandler(Short with { UnitsRequired = 10 }, Auto));
        Assert.Null(FindHandler(Short with { UnitsRequired = null }, Auto));
    }

    [Fact]
    public void Advice_is_nothing_that_Advisor_does() =>
        Assert.Null(FindHandler(Short with { Action = ScalingAction.Advise, Advisory = new("Premium_P2", 200), UnitsRequired = 10 }, Auto));

    [Fact]
    public void Where_the_last_scale_out_did_not_help_a_person_is_notified_during_the_next_one()
    {
        var grows = Short with { Action = ScalingAction.ScaleOut, Units = 11 };

        Assert.Null(
            OverloadHandling.Describe(
                AlertScenario.Rules,
                grows,
                Auto with
                {
                    ChangeInProgress = true,
                },
                isOverdue: false,
                didNotHelp: true,
                Now
            )
        );
    }

    [Fact]
    public void That_a_scale_out_did_not_help_is_known_from_its_alert_until_that_clears()
    {
        ImmutableArray<AlertReading> calm = [new("changeDidNotHelp", 0)],
            doubt = [new("changeDidNotHelp", 1)];
        var subject = new AlertSubject(AlertSubjectKind.Resource, "id", "chat", "platform", null);
        var after = AlertStateMachine.Advance(AlertScenario.Rules, new(subject, doubt, false, AlertSuppression.None), null, Now).State;

        Assert.False(OverloadHandling.DidNotHelp(AlertScenario.Rules, SubjectAlerts.Empty, calm));
        Assert.True(OverloadHandling.DidNotHelp(AlertScenario.Rules, SubjectAlerts.Empty, doubt));
        Assert.True(OverloadHandling.DidNotHelp(AlertScenario.Rules, after, calm));
    }

    private static string? FindHandler(Decision decision, AlertFacts facts, bool isOverdue = false) =>
        OverloadHandling.Describe(AlertScenario.Rules, decision, facts, isOverdue, didNotHelp: false, Now);
}
