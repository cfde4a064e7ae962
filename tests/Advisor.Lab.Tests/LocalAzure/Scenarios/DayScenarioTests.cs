using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Lab.Tests.LocalAzure.Scenarios;

public sealed class DayScenarioTests
{
    private const string Day = """
        {
          // A comment says what it is for.
          "start": "2026-01-05T00:00:00Z", "hours": 24,
          "resources": [
            { "name": "hot", "region": "westeurope", "units": 2, "connections": 1000, "tags": { "advisor-team": "chat" },
              "steps": [
                { "from": "09:00:00", "until": "12:00:00", "connections": 5000 },
                { "from": "11:00:00", "until": "12:00:00", "every": 20, "for": 5, "connections": 10 }
              ] }
          ],
          "regions": [ { "region": "westeurope", "steps": [ { "from": "14:00:00", "until": "14:45:00", "metricsMissing": true } ] } ]
        }
        """;

    // Minutes since 00:00: 540 = 09:00, 660 = 11:00, 840 = 14:00. Starts are inclusive, ends exclusive; a later step goes before an earlier
    // one.
    [Theory]
    [InlineData(539, 1000, false)]
    [InlineData(540, 5000, false)]
    [InlineData(660, 10, false)]
    [InlineData(664, 10, false)]
    [InlineData(665, 5000, false)]
    [InlineData(680, 10, false)]
    [InlineData(719, 5000, false)]
    [InlineData(720, 1000, false)]
    [InlineData(839, 1000, false)]
    [InlineData(840, 1000, true)]
    [InlineData(884, 1000, true)]
    [InlineData(885, 1000, false)]
    public void Each_minute_is_as_its_steps_say(int minute, double connections, bool missing)
    {
        var day = DayScenario.Parse(Day);
        var load = day.Resources[0].Load;
        var step = load.FindStep((day.Start.ToUnixTimeSeconds() / 60) + minute);
        Assert.Equal((connections, missing), (step?.Connections ?? load.Connections, step is { MetricsMissing: true }));
    }

    [Theory]
    [InlineData("\"hours\": 24", "\"hours\": 24, \"colour\": 1", "Line 3 of the scenario")]
    [InlineData("\"until\": \"12:00:00\", \"connections\": 5000", "\"until\": \"08:00:00\"", "must end after it begins")]
    [InlineData("\"for\": 5,", "", "stand together")]
    [InlineData("\"connections\": 1000", "\"connections\": 1000, \"shape\": \"star\"", "There is no shape 'star'")]
    public void What_is_wrong_is_one_sentence(string good, string bad, string reported) =>
        Assert.Contains(
            reported,
            Assert.Throws<FormatException>(() => DayScenario.Parse(Day.Replace(good, bad, StringComparison.Ordinal))).Message,
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("{}", "The scenario lacks start, hours, resources. It needs start, hours and at least one resource.")]
    [InlineData("null", "The scenario is empty.")]
    [InlineData("[]", "Line 1 of the scenario: the scenario has a value of another kind than expected.")]
    [InlineData(
        """{"start":null,"hours":null,"resources":null}""",
        "The scenario lacks start, hours, resources. It needs start, hours and at least one resource."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[]}""",
        "The scenario lacks resources. It needs start, hours and at least one resource."
    )]
    [InlineData("""{"start":"2026-01-05T00:00:00Z","hours":0,"resources":[{}]}""", "'hours' is above 0 and at most 1000.")]
    [InlineData("""{"start":"0001-01-01T00:00:00Z","hours":1,"resources":[{}]}""", "'start' is in the years 1971 to 2199.")]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[{"name":"a","region":"r","units":1,"connections":1,"sku":"foo"}]}""",
        "There is no SKU 'foo' (a); use Free_F1, Standard_S1, Premium_P1, Premium_P2."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":"x","resources":[{}]}""",
        "Line 1 of the scenario: hours has a value of another kind than expected."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[null]}""",
        "resources[0] needs name, region, units and connections."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[{}]}""",
        "resources[0] needs name, region, units and connections."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[{"name":"a","region":null,"units":1,"connections":1}]}""",
        "resources[0] needs name, region, units and connections."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[{"name":"a","region":"r","units":0,"connections":1}]}""",
        "resources[0] has at least 1 unit and no negative connections."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"resources":[{"name":"a","region":"r","units":1,"connections":1,"steps":[null]}]}""",
        "Each of 'steps' needs from and until."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"""
            + """ "resources":[{"name":"a","region":"r","units":1,"connections":1,"steps":[{"from":"01:00:00"}]}]}""",
        "Each of 'steps' needs from and until."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"""
            + """ "resources":[{"name":"a","region":"r","units":1,"connections":1}],"regions":[{"region":"r","steps":null}]}""",
        "Each of 'regions' needs region and steps."
    )]
    [InlineData(
        """{"start":"2026-01-05T00:00:00Z","hours":1,"""
            + """ "resources":[{"name":"a","region":"r","units":1,"connections":1},{"name":"A","region":"r","units":1,"connections":1}]}""",
        "resources[1] has the name of one before it, 'A'."
    )]
    public void What_is_missing_is_one_sentence(string json, string expected) =>
        Assert.Equal(expected, Assert.Throws<FormatException>(() => DayScenario.Parse(json)).Message);

    [Fact]
    public void Tags_and_steps_may_be_left_out()
    {
        var spec = Assert.Single(
            DayScenario
                .Parse(
                    """{"start":"2026-01-05T00:00:00Z","hours":1,"""
                        + """ "resources":[{"name":"a","region":"r","units":1,"connections":1,"tags":null}]}"""
                )
                .Resources
        );
        Assert.Empty(spec.Tags);
        Assert.Empty(spec.Load.Steps);
    }
}
