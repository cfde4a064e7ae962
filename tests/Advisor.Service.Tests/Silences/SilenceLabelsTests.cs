using Advisor.Service.Silences;

namespace Advisor.Service.Tests.Silences;

public sealed class SilenceLabelsTests
{
    [Fact]
    public void What_cannot_be_matched_is_said_in_one_sentence()
    {
        Assert.Equal("A silence needs something to match.", Find());
        Assert.Equal("A silence cannot match 'color'; use one of alert, resource, team, region, channel.", Find(("color", "red")));
        Assert.Equal("A value to match must have 1 to 500 characters.", Find(("team", "")));
        Assert.Equal("A value to match must have 1 to 500 characters.", Find(("team", new string('a', 501))));
        Assert.Null(Find(("team", new string('a', 500)), ("alert", "serverLoad")));
    }

    [Fact]
    public void Labels_have_one_order()
    {
        var matchers = new Dictionary<string, string>
        {
            ["region"] = "east",
            ["alert"] = "quota",
            ["team"] = "chat",
        };

        Assert.Equal(["alert", "team", "region"], SilenceLabels.Sort(matchers).Select(matcher => matcher.Key));
    }

    private static string? Find(params (string Label, string Value)[] matchers) =>
        SilenceLabels.FindProblem(matchers.ToDictionary(matcher => matcher.Label, matcher => matcher.Value));
}
