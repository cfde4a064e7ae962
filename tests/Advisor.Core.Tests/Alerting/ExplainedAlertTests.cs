using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

/// <summary>
/// An alert that an active recommendation explains: one incident, repeated once a day, every 4 hours while it is critical.
/// </summary>
public sealed class ExplainedAlertTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 2, 0, 0, 0, TimeSpan.Zero);
    private static readonly AlertSubject Chat = new(AlertSubjectKind.Resource, "/r/chat", "chat", "chat", "westeurope");

    private readonly List<AlertEvent> events = [];
    private SubjectAlerts alerts = SubjectAlerts.Empty;

    // 80 % of a target of 70 % from 08:00 to 18:00: fires at 08:05.
    [Fact]
    public void The_peaks_of_ten_days_are_one_message_a_day_and_one_end()
    {
        for (var day = 0; day < 10; day++)
        {
            RunDay(day, 0.80, AdviceDirection.Larger);
        }

        // Followed on the eleventh day: the load is the same, and below the target at the larger size.
        RunDay(10, 0.40, AdviceDirection.None);

        Assert.Equal(["Fired", .. Enumerable.Repeat("Repeated", 9), "Resolved"], events.Select(e => e.Kind.ToString()));
        Assert.All(events, e => Assert.Equal(Start.AddHours(8), e.Since));
        Assert.All(events.SkipLast(1), e => Assert.True(e.IsExplained));
    }

    // 95 % is critical, beyond the limit of 90 %, after 5 minutes as well; then every 4 hours until 18:00: 12:05 and 16:05. On the next
    // day it is due at 08:05 again, 16 hours after the last.
    [Fact]
    public void A_critical_one_repeats_every_four_hours_and_does_not_rise_again_each_day()
    {
        RunDay(0, 0.95, AdviceDirection.Larger);
        RunDay(1, 0.95, AdviceDirection.Larger);

        Assert.Equal(
            ["Fired 02 08:05", "Repeated 02 12:05", "Repeated 02 16:05", "Repeated 03 08:05", "Repeated 03 12:05", "Repeated 03 16:05"],
            events.Select(FormatLine)
        );
        Assert.All(events, e => Assert.Equal(AlertSeverity.Critical, e.Severity));
    }

    [Fact]
    public void A_day_that_is_less_severe_keeps_the_severity_of_the_incident()
    {
        RunDay(0, 0.95, AdviceDirection.Larger);
        RunDay(1, 0.80, AdviceDirection.Larger);

        // 24 hours after the last message of the first day, 16:05, and still firing then.
        Assert.Equal(("Repeated 03 16:05", AlertSeverity.Critical), (FormatLine(events[^1]), events[^1].Severity));
        Assert.DoesNotContain(events, e => e.Kind is AlertEventKind.Updated or AlertEventKind.Resolved);
    }

    [Fact]
    public void A_day_that_is_more_severe_is_sent_at_once()
    {
        RunDay(0, 0.80, AdviceDirection.Larger);
        RunDay(1, 0.95, AdviceDirection.Larger);

        Assert.Contains("Updated 03 08:05", events.Select(FormatLine));
    }

    // The last message is that of the first day, 08:05; 48 hours later without another the incident is over.
    [Fact]
    public void An_incident_without_a_peak_for_two_days_is_over()
    {
        RunDay(0, 0.80, AdviceDirection.Larger);
        RunDay(1, 0.40, AdviceDirection.Larger);
        RunDay(2, 0.40, AdviceDirection.Larger);

        Assert.Equal(["Fired 02 08:05", "Resolved 04 08:05"], events.Select(FormatLine));
    }

    [Fact]
    public void Without_a_recommendation_each_peak_begins_and_ends()
    {
        RunDay(0, 0.80, AdviceDirection.None);
        RunDay(1, 0.80, AdviceDirection.None);

        Assert.Equal(2, events.Count(e => e.Kind == AlertEventKind.Fired));
        Assert.Equal(2, events.Count(e => e.Kind == AlertEventKind.Resolved));
        Assert.DoesNotContain(events, e => e.IsExplained == true);
    }

    [Fact]
    public void A_recommendation_to_scale_in_says_what_the_alert_about_the_size_would()
    {
        Assert.True(AdviceDirection.Smaller.CanExplain(AlertNumber.PeakUtilization));
        Assert.False(AdviceDirection.Larger.CanExplain(AlertNumber.PeakUtilization));
        Assert.False(AdviceDirection.Smaller.CanExplain(AlertNumber.ServerLoad));
        Assert.False(AdviceDirection.Larger.CanExplain(AlertNumber.MetricAge));
    }

    // A minute of each hour would do for nothing but the pending periods: 5 minutes from 08:00 on, 10 after 18:00.
    private void RunDay(int day, double load, AdviceDirection advice)
    {
        for (var minute = 0; minute < 1440; minute++)
        {
            var now = Start.AddDays(day).AddMinutes(minute);
            var number = minute is >= 480 and < 1080 ? load : 0.3;
            var step = AlertStateMachine.Advance(
                AlertScenario.Rules,
                new AlertInput(Chat, [new AlertReading("serverLoad", number, 0.7)], false, AlertSuppression.None, Advice: advice),
                alerts,
                now
            );
            alerts = step.State;
            events.AddRange(step.Events);
        }
    }

    private static string FormatLine(AlertEvent e) => $"{e.Kind} {e.At:dd HH:mm}";
}
