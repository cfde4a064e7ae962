using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

/// <summary>
/// A number that is at least something, as the sum of bills of which one is not known: it can exceed a threshold, never fall.
/// </summary>
public sealed class LowerBoundTests
{
    private static readonly AlertSubject Fleet = new(AlertSubjectKind.Fleet, "budget", "all resources", "", null);
    private static readonly DateTimeOffset Start = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private SubjectAlerts state = SubjectAlerts.Empty;
    private DateTimeOffset now = Start;

    [Fact]
    public void A_lower_bound_above_the_threshold_fires_and_says_so()
    {
        var alert = Assert.Single(Run(hours: 2, 1.12, isLowerBound: true));

        Assert.Equal((AlertEventKind.Fired, AlertSeverity.Warning), (alert.Kind, alert.Severity));
        Assert.Equal("The fleet is expected to cost at least 112 % of its budget this month, above 100 %.", alert.Text);
    }

    [Fact]
    public void A_lower_bound_below_the_threshold_neither_fires_nor_resolves()
    {
        Assert.Empty(Run(hours: 48, 0.8, isLowerBound: true));
        Assert.Equal([AlertEventKind.Fired], Run(hours: 2, 1.3).Select(alert => alert.Kind));

        // One bill is missing: 70 % and more says nothing, for a week. Known again at 70 %, the alert ends after a day.
        Assert.Empty(Run(hours: 168, 0.7, isLowerBound: true));
        Assert.Equal([AlertEventKind.Resolved], Run(hours: 26, 0.7).Select(alert => alert.Kind));
    }

    [Fact]
    public void A_lower_bound_between_two_severities_does_not_lower_the_higher_one()
    {
        Assert.Equal([AlertSeverity.Error], Run(hours: 2, 1.3).Select(alert => alert.Severity));
        Assert.Empty(Run(hours: 48, 1.1, isLowerBound: true));
        Assert.Equal([AlertSeverity.Warning], Run(hours: 26, 1.1).Select(alert => alert.Severity));
    }

    // Messages without a price are missing in every month: the units alone fired the alert, and they end it after a day.
    [Fact]
    public void A_lower_bound_of_units_alone_says_so_and_resolves_like_any_number()
    {
        var alert = Assert.Single(Run(hours: 2, 1.12, isLowerBound: true, isGapLasting: true));
        Assert.Contains("at least 112 %", alert.Text, StringComparison.Ordinal);

        Assert.Equal([AlertEventKind.Resolved], Run(hours: 26, 0.7, isLowerBound: true, isGapLasting: true).Select(one => one.Kind));
    }

    private List<AlertEvent> Run(int hours, double number, bool isLowerBound = false, bool isGapLasting = false)
    {
        var events = new List<AlertEvent>();
        for (var minute = 0; minute < hours * 60; minute += 10)
        {
            var reading = new AlertReading("fleetBudget", number) { IsLowerBound = isLowerBound, IsGapLasting = isGapLasting };
            var step = AlertStateMachine.Advance(AlertScenario.Rules, new(Fleet, [reading], false, AlertSuppression.None), state, now);
            state = step.State;
            now += TimeSpan.FromMinutes(10);
            events.AddRange(step.Events);
        }

        return events;
    }
}
