using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Tests.Alerting;

namespace Advisor.Core.Tests.Rules;

/// <summary>Every severity of every condition of rules/alerts.yaml, just before, at and after its thresholds.</summary>
public sealed class AlertConditionTests
{
    private const double Target = 0.7;

    private static readonly DateTimeOffset Start = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    public static TheoryData<string, int> ListLevels()
    {
        var levels = new TheoryData<string, int>();
        foreach (var condition in AlertScenario.Rules.Conditions)
        {
            for (var level = 0; level < condition.Levels.Count; level++)
            {
                levels.Add(condition.Id, level);
            }
        }

        return levels;
    }

    [Theory]
    [MemberData(nameof(ListLevels))]
    public void A_severity_is_entered_beyond_its_threshold_and_at_it_only_where_the_operator_says_so(string id, int level)
    {
        var (condition, enter) = (AlertScenario.Rules.Find(id)!, AlertScenario.Rules.Find(id)!.Levels[level].Enter);
        var (beyond, short_) = GetNeighbors(condition.Levels[level], enter);

        Assert.Equal(condition.Levels[level].Severity, EvaluateSeverity(condition, beyond));
        Assert.Equal(
            enter.Comparison is Comparison.AtOrAbove or Comparison.AtOrBelow,
            EvaluateSeverity(condition, ToNumber(condition.Levels[level], enter)) == condition.Levels[level].Severity
        );
        Assert.NotEqual(condition.Levels[level].Severity, EvaluateSeverity(condition, short_));
    }

    [Theory]
    [MemberData(nameof(ListLevels))]
    public void A_severity_is_left_beyond_its_other_threshold_and_at_it_only_where_the_operator_says_so(string id, int level)
    {
        var (condition, leave) = (AlertScenario.Rules.Find(id)!, AlertScenario.Rules.Find(id)!.Levels[level].Leave);
        var (beyond, short_) = GetNeighbors(condition.Levels[level], leave);
        var severity = condition.Levels[level].Severity;

        Assert.NotEqual(severity, EvaluateSeverity(condition, GetBeyond(condition.Levels[level]), beyond));
        Assert.Equal(severity, EvaluateSeverity(condition, GetBeyond(condition.Levels[level]), short_));
        Assert.Equal(
            leave.Comparison is Comparison.Below or Comparison.Above,
            EvaluateSeverity(condition, GetBeyond(condition.Levels[level]), ToNumber(condition.Levels[level], leave)) == severity
        );
    }

    [Theory]
    [MemberData(nameof(ListLevels))]
    public void A_severity_fires_after_its_pending_period_and_not_a_second_before(string id, int level)
    {
        var condition = AlertScenario.Rules.Find(id)!;
        var (state, pending) = (SubjectAlerts.Empty, condition.Levels[level].Pending);
        var fires = new List<TimeSpan>();
        foreach (
            var at in new[] { TimeSpan.Zero, pending - TimeSpan.FromSeconds(1), pending, pending + TimeSpan.FromSeconds(1) }
                .Where(at => at >= TimeSpan.Zero)
                .Distinct()
        )
        {
            // Longer pending periods than the longest step count as they are here: the rules for this test let any step count.
            var step = Advance(condition, GetBeyond(condition.Levels[level]), state, Start + at);
            state = step.State;
            fires.AddRange(
                step.Events.Where(n => n.Severity == condition.Levels[level].Severity && n.Kind != AlertEventKind.Repeated).Select(_ => at)
            );
        }

        Assert.Equal([pending], fires);
    }

    [Fact]
    public void Operators_hold_below_at_and_above_as_they_are_written()
    {
        // Each operator against 0.6, 0.7, 0.8 with the value 0.7.
        Assert.Equal([false, false, true], new[] { 0.6, 0.7, 0.8 }.Select(Threshold.Parse("> 0.7")!.Value.IsMetBy));
        Assert.Equal([false, true, true], new[] { 0.6, 0.7, 0.8 }.Select(Threshold.Parse(">= 0.7")!.Value.IsMetBy));
        Assert.Equal([true, false, false], new[] { 0.6, 0.7, 0.8 }.Select(Threshold.Parse("< 0.7")!.Value.IsMetBy));
        Assert.Equal([true, true, false], new[] { 0.6, 0.7, 0.8 }.Select(Threshold.Parse("<= 0.7")!.Value.IsMetBy));
    }

    [Theory]
    [InlineData("")]
    [InlineData("0.7")]
    [InlineData(">0.7")]
    [InlineData("=> 0.7")]
    [InlineData("> 70 %")]
    [InlineData("> NaN")]
    [InlineData("> 1e999")]
    public void A_threshold_that_is_no_operator_and_number_is_none(string text) => Assert.Null(Threshold.Parse(text));

    private static double GetBeyond(AlertLevel level) => GetNeighbors(level, level.Enter).Beyond;

    private static double ToNumber(AlertLevel level, Threshold threshold) => level.ToUnitOfNumber(threshold, Target);

    /// <summary>
    /// Just beyond a threshold and just short of it; shares of the target are compared to nine decimals, other numbers as they are.
    /// </summary>
    private static (double Beyond, double Short) GetNeighbors(AlertLevel level, Threshold threshold)
    {
        var (at, hair) = (ToNumber(level, threshold), level.Basis == ThresholdBasis.Target ? 1e-8 : 0);
        var (above, below) = (Math.BitIncrement(at) + hair, Math.BitDecrement(at) - hair);
        return threshold.IsUpperBound ? (above, below) : (below, above);
    }

    /// <summary>The severity that fires after each number was held for a month; null where none does.</summary>
    private static AlertSeverity? EvaluateSeverity(AlertCondition condition, params double[] numbers)
    {
        var (state, now) = (SubjectAlerts.Empty, Start);
        AlertStep<SubjectAlerts>? step = null;
        foreach (var number in numbers)
        {
            foreach (var wait in new[] { TimeSpan.FromMinutes(1), TimeSpan.FromDays(31) })
            {
                now += wait;
                step = Advance(condition, number, state, now);
                state = step.State;
            }
        }

        return step!
            .Alerts.Where(alert => alert.Phase == AlertPhase.Firing)
            .Select(alert => (AlertSeverity?)alert.Severity)
            .SingleOrDefault();
    }

    private static AlertStep<SubjectAlerts> Advance(AlertCondition condition, double number, SubjectAlerts state, DateTimeOffset now) =>
        AlertStateMachine.Advance(
            AlertScenario.Rules with
            {
                Conditions = [condition],
                MaxStep = TimeSpan.FromDays(365),
            },
            new(
                new(condition.SubjectKind, "id", "chat", "platform", null),
                [new(condition.Id, number, Target)],
                false,
                AlertSuppression.None
            ),
            state,
            now
        );
}
