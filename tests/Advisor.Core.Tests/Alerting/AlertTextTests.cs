using Advisor.Core.Alerting;

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
    [InlineData(0.25, AlertUnit.PerMinute, "0.3 a minute")]
    [InlineData(1.0, AlertUnit.Flag, "yes")]
    [InlineData(0.0, AlertUnit.Flag, "no")]
    [InlineData(3.0, AlertUnit.Count, "3")]
    [InlineData(null, AlertUnit.Count, "unknown")]
    public void A_number_prints_in_its_unit(double? number, AlertUnit unit, string expected) => Assert.Equal(expected, AlertText.Print(number, unit));

    [Theory]
    [InlineData(0.70, "70 % of 70 %")]
    [InlineData(0.7004, "70.04 % of 70 %")]
    [InlineData(0.70001, "70.001 % of 70 %")]
    public void A_number_that_is_not_the_limit_never_prints_as_the_limit(double number, string expected) =>
        Assert.Equal(expected, AlertText.Of("{number} of {limit}", AlertUnit.Ratio, Chat, Level, number));

    [Fact]
    public void A_name_from_outside_is_never_read_as_a_template() =>
        Assert.Equal("chat {number} is at 80 %", AlertText.Of("{name} is at {number}", AlertUnit.Ratio, Chat, Level, 0.8));

    [Fact]
    public void Places_that_nothing_fills_are_found() => Assert.Equal(["value", ""], AlertText.UnknownPlaces("{number} {value} {} { open"));
}
