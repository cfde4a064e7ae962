using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

public sealed class AlertTextTests
{
    private static readonly AlertLevel Level = AlertScenario.Rules.Find("serverLoad")!.Levels[0];

    private static readonly AlertSubject Chat = new(AlertSubjectKind.Resource, "id", "chat {number}", "platform", null);

    [Theory]
    [InlineData(0.735, AlertUnit.Ratio, "73.5 %")]
    [InlineData(12.0, AlertUnit.Ratio, "1,200 %")]
    [InlineData(1.0, AlertUnit.Days, "1 day")]
    [InlineData(3.0, AlertUnit.Days, "3 days")]
    [InlineData(1.0, AlertUnit.Units, "1 unit")]
    [InlineData(15.0, AlertUnit.Minutes, "15 min")]
    [InlineData(59.5, AlertUnit.Minutes, "59.5 min")]
    [InlineData(1455.0, AlertUnit.Minutes, "24 h 15 min")]
    [InlineData(10095.0, AlertUnit.Minutes, "7 days")]
    [InlineData(0.25, AlertUnit.PerMinute, "0.3 a minute")]
    [InlineData(1.0, AlertUnit.Flag, "yes")]
    [InlineData(0.0, AlertUnit.Flag, "no")]
    [InlineData(3.0, AlertUnit.Count, "3")]
    [InlineData(null, AlertUnit.Count, "unknown")]
    public void A_number_prints_in_its_unit(double? number, AlertUnit unit, string expected) =>
        Assert.Equal(expected, AlertText.Format(number, unit));

    [Theory]
    [InlineData(0.70, "70 % of the target of 70 %")]
    [InlineData(0.7004, "70.04 % of the target of 70 %")]
    [InlineData(0.70001, "70.001 % of the target of 70 %")]
    public void A_number_that_is_not_the_limit_never_prints_as_the_limit(double number, string expected) =>
        Assert.Equal(
            expected,
            AlertText.Format("{number} of {limit}", AlertUnit.Ratio, Chat, Level, new("serverLoad", number, Target: 0.7))
        );

    [Theory]
    // Of a target of 70 %: fires above it, clears below 95 % of it for 10 minutes.
    [InlineData(0.71, "71 %, above the target of 70 %")]
    [InlineData(0.68, "68 %, not yet below 66.5 %")]
    [InlineData(0.60, "60 %, below 66.5 % for less than 10 min")]
    public void An_alert_that_lasts_never_says_that_a_number_is_beyond_a_threshold_that_it_is_not(double number, string expected) =>
        Assert.Equal(expected, AlertText.Format("{number}, {beyond}", AlertUnit.Ratio, Chat, Level, new("serverLoad", number, 0.7)));

    [Theory]
    [InlineData(0, 0.7, "70 %")]
    [InlineData(0, 0.55, "55 %")]
    [InlineData(1, 0.7, "90 %")]
    [InlineData(1, 0.55, "90 %")]
    public void The_limit_of_a_level_of_the_target_moves_with_the_target_and_that_of_the_limit_does_not(
        int level,
        double target,
        string expected
    )
    {
        var text = AlertText.Format(
            "{limit}",
            AlertUnit.Ratio,
            Chat,
            AlertScenario.Rules.Find("serverLoad")!.Levels[level],
            new("serverLoad", 0.95, target)
        );

        Assert.Equal(level == 0 ? "the target of " + expected : expected, text);
    }

    [Fact]
    public void A_name_from_outside_is_never_read_as_a_template() =>
        Assert.Equal(
            "chat {number} is at 80 %",
            AlertText.Format("{name} is at {number}", AlertUnit.Ratio, Chat, Level, new("serverLoad", 0.8, Target: 0.7))
        );

    [Fact]
    public void Places_that_nothing_fills_are_found() =>
        Assert.Equal(["value", ""], AlertText.FindUnknownPlaceholders("{number} {value} {} { open"));
}
