using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Tests.Routing;

/// <summary>channels, teams and routes of advisor.yaml.</summary>
public sealed class RoutingTests
{
    private const string Yaml = """
        defaults:
          team: everyday
        resources:
          - match: "live-*"
            team: live
        channels:
          - { name: room, type: teams, address: "env:ROOM" }
          - { name: pager, type: pagerduty, routingKey: "keyvault:https://kv.vault.azure.net/secrets/pager" }
        teams:
          - { name: chat, channels: [room, pager], minSeverity: { pager: critical } }
          - { name: live, channels: [room] }
          - { name: everyday, channels: [room] }
          - { name: platform, channels: [room] }
        routes:
          - { tag: product, value: Chat, team: chat }
          - { tag: owner, team: live }
          - { team: platform }
        """;

    private static readonly AdvisorConfiguration Configuration = ConfigurationLoader.Parse(Yaml, RuleSetLoader.Embedded).Configuration!;

    [Fact]
    public void Teams_have_channels_with_a_minimum_severity()
    {
        Assert.Equal([new TeamChannel("room"), new TeamChannel("pager", AlertSeverity.Critical)], Configuration.Routing!.Teams[0].Channels);
        Assert.Equal("platform", Configuration.Routing.DefaultTeam);
        Assert.Equal("keyvault:https://kv.vault.azure.net/secrets/pager", Configuration.Routing.Channels[1].Key!.ToString());
    }

    [Theory]
    [InlineData("lobby", "advisor-team", "chat", "chat")] // the resource's own tag goes first
    [InlineData("live-1", "product", "chat", "live")] // then an entry of resources
    [InlineData("lobby", "PRODUCT", "chat", "chat")] // then the first route, without case
    [InlineData("lobby", "owner", "anybody", "live")] // a route without a value takes any
    [InlineData("lobby", "product", "video", "everyday")] // then the defaults
    public void The_team_of_a_resource_comes_from_the_nearest_place_that_names_one(string name, string tag, string value, string team)
    {
        var id = $"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}";
        var tags = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { [tag] = value };
        Assert.Equal(
            team,
            Configuration.ResolveSettings(id, ServiceKind.SignalR, tags, DateTimeOffset.UnixEpoch, TimeSpan.FromHours(1)).Settings.Team
        );
    }

    // An address that the mail library cannot read would end each mail with an exception (RFC 5322, 3.4.1).
    [Theory]
    [InlineData("ops@example.com", true)]
    [InlineData("first.last+alerts@müller.example", true)]
    [InlineData("ops@[192.0.2.1]", true)]
    [InlineData("ops@relay", true)]
    [InlineData("ops@example.com.", true)] // the root of the DNS
    [InlineData("ops@example..com", false)]
    [InlineData("ops@.example.com", false)]
    [InlineData(".ops@example.com", false)]
    [InlineData("first..last@example.com", false)]
    [InlineData("ops.@example.com", false)]
    [InlineData("ops(chat)@example.com", false)]
    [InlineData("ops@example.com:25", false)]
    [InlineData("ops", false)]
    [InlineData("ops@", false)]
    public void A_mail_address_is_one_that_can_be_sent_to(string address, bool isOne)
    {
        var yaml = $"channels: [{{ name: mail, type: email, host: relay, from: \"{address}\", to: [\"{address}\"] }}]\n";

        var problems = ConfigurationLoader.Parse(yaml, RuleSetLoader.Embedded).Problems;

        Assert.Equal(
            isOne ? 0 : 2,
            problems.Count(problem => problem.ToString().Contains("is not a mail address", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void A_file_without_routing_says_nothing_of_it() =>
        Assert.Null(ConfigurationLoader.Parse("defaults: { mode: observe }", RuleSetLoader.Embedded).Configuration!.Routing);

    [Fact]
    public void A_secret_that_stands_in_the_file_is_refused_and_not_repeated()
    {
        var result = ConfigurationLoader.Parse(
            Yaml.Replace("env:ROOM", "https://hooks.example.com/T0P-S3CRET", StringComparison.Ordinal),
            RuleSetLoader.Embedded
        );
        Assert.DoesNotContain("T0P-S3CRET", Assert.Single(result.Problems).ToString(), StringComparison.Ordinal);
    }
}
