using Advisor.Configuration.Resources;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Tests;

public sealed class ConfigurationTemplateTests
{
    [Fact]
    public void The_template_loads_as_it_is_written()
    {
        var result = ConfigurationLoader.Parse(ConfigurationTemplate.Text, RuleSetLoader.Embedded);

        Assert.Empty(result.Problems);
        Assert.Equal(AdvisorMode.Recommend, result.Configuration!.Defaults.Mode);
        Assert.Empty(result.Configuration.Resources);
    }

    [Fact]
    public void Every_example_of_the_template_loads_when_its_mark_is_taken_away()
    {
        var result = ConfigurationLoader.Parse(ReadUncommented(), RuleSetLoader.Embedded);

        Assert.Empty(result.Problems);
        var configuration = result.Configuration!;
        Assert.Equal(2, configuration.Resources.Count);
        Assert.Equal([null, null, 10], configuration.Schedules.Select(schedule => schedule.MaxUnits));
        Assert.Equal([200, null], configuration.Events.Select(e => e.Window.MaxUnits));
        Assert.Equal("serverLoad", Assert.Single(configuration.Mutes).Matchers["alert"]);
        Assert.Equal(new ChangeRateSettings(10, 100), configuration.ChangeRate);
        Assert.Equal(Enum.GetValues<ChannelType>(), configuration.Routing!.Channels.Select(channel => channel.Type).Order());
        Assert.Equal("platform", configuration.Routing.DefaultTeam);
        Assert.Equal([(null, 5000m), ("chat", 1500m)], configuration.ListBudgets().Select(budget => (budget.Team, budget.Limit.Amount)));
        Assert.Equal(CostSource.Actual, configuration.Costs);
        Assert.Equal(["chat weekly", "monthly"], configuration.Reports.Select(report => report.Name));
    }

    [Theory]
    [MemberData(nameof(ListKeys))]
    public void The_template_shows_every_key_that_can_be_set(string key) =>
        Assert.Matches($@"(?m)^\s*#?[\s\-{{]*(.*[{{,] ?)?{key}:", ConfigurationTemplate.Text);

    public static TheoryData<string> ListKeys() =>
        [
            "cloud",
            "subscriptions",
            "managementGroups",
            "allSubscriptions",
            "resourceGroups",
            "resourceIds",
            "tags",
            "mode",
            "minUnits",
            "maxUnits",
            "maxStep",
            "leadMinutes",
            "pause",
            "pin",
            "workload",
            "useCase",
            "share",
            "messageBytes",
            "groupSize",
            "countsServerLeg",
            "edition",
            "allowTierChange",
            "monthlyBudget",
            "billing",
            "objective",
            "steady",
            "hours",
            "maxOverload",
            "scaleIn",
            "windows",
            "minSaving",
            "trust",
            "failover",
            "endpointGroup",
            "endpointSizes",
            "amount",
            "notifications",
            "digest",
            "maxMessages",
            "team",
            "match",
            "prices",
            "costs",
            "source",
            "discount",
            "unitPerDay",
            "millionMessages",
            "schedules",
            "days",
            "from",
            "to",
            "timeZone",
            "freeze",
            "events",
            "start",
            "end",
            "maxChangesPerHour",
            "maxUnitsPerHour",
            "quota",
            "mutes",
            "alert",
            "channels",
            "type",
            "address",
            "routingKey",
            "endpoint",
            "signingKey",
            "allowPrivate",
            "host",
            "port",
            "startTls",
            "signIn",
            "user",
            "password",
            "to",
            "teams",
            "minSeverity",
            "routes",
            "tag",
            "value",
            "reports",
            "day",
            "at",
            "channel",
            "since",
        ];

    [Fact]
    public void The_template_names_every_tag()
    {
        foreach (var tag in TagReader.Names)
        {
            Assert.Contains(tag, ConfigurationTemplate.Text, StringComparison.Ordinal);
        }
    }

    // An example is # and a word, or # and the two spaces that a deeper level of it is indented by.
    private static string ReadUncommented() =>
        string.Join(
            '\n',
            ConfigurationTemplate.Text.Split('\n').Select(line => line is ['#', not ' ', ..] or ['#', ' ', ' ', ..] ? line[1..] : line)
        );
}
