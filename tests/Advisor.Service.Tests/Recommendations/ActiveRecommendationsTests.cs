using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Recommendations;
using Advisor.Tests;

namespace Advisor.Service.Tests.Recommendations;

/// <summary>What remains recommended from one evaluation to the next, and what counts as new.</summary>
public sealed class ActiveRecommendationsTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Settles = TimeSpan.FromHours(1);

    // Sizes 1, 2, 3 ... 10, 20, 30 and so on.
    private static readonly UnitLadder Ladder = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.Ladder;

    private ActiveRecommendation? active;
    private ActiveRecommendation? earlier;
    private int unitsInForce = 10;

    [Fact]
    public void The_same_size_is_one_recommendation_for_as_long_as_it_is_decided()
    {
        Advance(0, 5);
        active = active!.RecordSent(Start);
        Advance(1, 5);
        Advance(24 * 60, 5);

        Assert.Equal((Start, Start, 5), (active!.Since, active.SentAt!.Value, active.Units));
        Assert.Equal(Start.AddDays(1), active.SeenAt);
    }

    [Fact]
    public void A_size_one_step_away_changes_nothing()
    {
        Advance(0, 5);
        Advance(600, 6);
        Advance(1200, 4);

        Assert.Equal((5, Start), (active!.Units, active.Since));
    }

    [Fact]
    public void A_size_more_than_a_step_away_replaces_it_when_it_has_stayed_so_for_an_hour()
    {
        Advance(0, 5);
        active = active!.RecordSent(Start);
        Advance(10, 7);
        Advance(69, 8);
        Assert.Equal(5, active!.Units);

        // An hour after 08:10, whichever of those sizes it is by then.
        Advance(70, 8);
        Assert.Equal((8, (DateTimeOffset?)null, (int?)5), (active!.Units, active.SentAt, active.EarlierUnits));
        Assert.Equal(Start.AddMinutes(70), active.Since);
    }

    [Fact]
    public void One_minute_of_the_first_size_starts_the_hour_again()
    {
        Advance(0, 5);
        Advance(10, 8);
        Advance(40, 5);
        Advance(70, 8);
        Advance(129, 8);
        Assert.Equal(5, active!.Units);
        Advance(130, 8);
        Assert.Equal(8, active!.Units);
    }

    [Fact]
    public void An_overload_replaces_a_saving_at_once()
    {
        Advance(0, 5);
        Advance(1, 20, isUrgent: true);

        Assert.Equal((20, true), (active!.Units, active.IsUrgent));
    }

    [Fact]
    public void Minutes_without_a_recommendation_interrupt_it_for_less_than_an_hour()
    {
        Advance(0, 5);
        Advance(59, null);
        Assert.NotNull(active);
        Advance(60, null);
        Assert.Null(active);
    }

    [Fact]
    public void What_was_sent_and_is_recommended_again_within_a_week_goes_on()
    {
        Advance(0, 20, isUrgent: true);
        active = active!.RecordSent(Start);
        Advance(600, null);
        Assert.Null(active);

        Advance(24 * 60, 20, isUrgent: true);
        Assert.Equal((Start, (DateTimeOffset?)Start), (active!.Since, active.SentAt));
    }

    [Fact]
    public void After_a_week_it_is_a_new_one()
    {
        Advance(0, 20);
        active = active!.RecordSent(Start);
        Advance(600, null);
        Advance(7 * 24 * 60, 20);

        Assert.Null(active!.SentAt);
    }

    [Fact]
    public void A_snooze_or_another_mode_ends_it_and_it_is_new_after_it()
    {
        Advance(0, 20);
        active = active!.RecordSent(Start);
        Advance(1, null, isOpen: false);
        Assert.Null(active);

        Advance(30, 20);
        Assert.Equal((Start.AddMinutes(30), (DateTimeOffset?)null), (active!.Since, active.SentAt));
    }

    [Fact]
    public void A_change_of_the_size_in_force_ends_it()
    {
        Advance(0, 20);
        active = active!.RecordSent(Start);
        unitsInForce = 20;
        Advance(1, null);
        Assert.Null(active);

        // Scaled in again by a person: the same size is new, as it is asked of another one.
        unitsInForce = 9;
        Advance(2, 20);
        Assert.Null(active!.SentAt);
    }

    [Theory]
    [InlineData(5, 0, AdviceDirection.Smaller)]
    [InlineData(20, 0, AdviceDirection.Larger)]
    [InlineData(20, 1, AdviceDirection.None)]
    public void It_explains_alerts_in_the_evaluations_that_recommend_it(int units, int minutesLater, AdviceDirection expected)
    {
        Advance(0, units);

        Assert.Equal(expected, ActiveRecommendations.FindAdvice(active, Start.AddMinutes(minutesLater)));
    }

    private void Advance(int minute, int? units, bool isUrgent = false, bool isOpen = true)
    {
        var now = Start.AddMinutes(minute);
        var resource = SampleResource.CreateWithId("/r/chat", unitsInForce);
        var decided = units is { } to
            ? new ActiveRecommendation
            {
                Action = to > unitsInForce ? ScalingAction.ScaleOut : ScalingAction.ScaleIn,
                FromSku = "Standard_S1",
                FromUnits = unitsInForce,
                Sku = "Standard_S1",
                Units = to,
                Since = now,
                SeenAt = now,
                IsUrgent = isUrgent,
                IsWorthSaying = true,
            }
            : null;
        (active, earlier) = ActiveRecommendations.Advance(active, earlier, decided, isOpen, resource, Ladder, Settles, now);
    }
}
