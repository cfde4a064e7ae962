using Advisor.Configuration.Routing;
using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Tests.Routing;

/// <summary>notifications of advisor.yaml, and what teams, channels and resources state in its place.</summary>
public sealed class NotificationSettingsTests
{
    private const string Yaml = """
        defaults: { minSaving: { amount: 20 } }
        resources:
          - { match: chat, minSaving: { share: 1% } }
          - { match: "*", team: chat }
        notifications: { digest: daily, timeZone: Europe/Berlin, maxMessages: 5 per 2h }
        channels:
          - { name: room, type: console, maxMessages: 30 per 90m }
          - { name: log, type: console }
        teams:
          - { name: chat, channels: [room], digest: "30 7 * * mon", minSaving: { amount: 50, share: 2% } }
          - { name: live, channels: [log], timeZone: UTC }
          - { name: platform, channels: [log] }
        routes: [{ team: platform }]
        """;

    [Fact]
    public void A_team_and_a_channel_go_before_the_defaults()
    {
        var routing = ConfigurationLoaderTests.Load(Yaml).Routing!;

        Assert.Equal("30 7 * * mon (Europe/Berlin)", routing.GetDigest("Chat").ToString());
        Assert.Equal("daily (UTC)", routing.GetDigest("live").ToString());
        Assert.Equal("daily (Europe/Berlin)", routing.GetDigest("platform").ToString());
        Assert.Equal("daily (Europe/Berlin)", routing.GetDigest("unlisted").ToString());
        Assert.Equal(new MessageLimit(30, TimeSpan.FromMinutes(90)), routing.GetMaxMessages("room"));
        Assert.Equal("5 per 2h", routing.GetMaxMessages("LOG").ToString());
    }

    [Fact]
    public void Without_the_section_digests_are_weekly_and_ten_messages_are_sent_in_ten_minutes()
    {
        var configuration = ConfigurationLoaderTests.Load("defaults: { mode: auto }");

        Assert.Equal(
            ("weekly (UTC)", "10 per 10m"),
            (configuration.Notifications.Digest.ToString(), configuration.Notifications.MaxMessages.ToString())
        );
        Assert.Equal(SavingThreshold.Default, Resolve(configuration, "chat"));
    }

    // Amount and share each from the nearest level that states it: tag, entry, team, defaults, 10 and 5 %.
    [Theory]
    [InlineData("chat", null, 50, 0.01)]
    [InlineData("chat", "7", 7, 0.01)]
    [InlineData("chat", "7, 3%", 7, 0.03)]
    [InlineData("other", null, 50, 0.02)]
    public void The_minimum_saving_of_a_resource_goes_before_that_of_its_team(string name, string? tag, int amount, double share) =>
        Assert.Equal(new SavingThreshold(amount, new Ratio(share)), Resolve(ConfigurationLoaderTests.Load(Yaml), name, tag));

    [Fact]
    public void A_team_goes_before_the_defaults_of_the_file()
    {
        // Team platform states nothing: 20 from defaults, 5 % as built in.
        var configuration = ConfigurationLoaderTests.Load(Yaml.Replace("team: chat }", "team: platform }", StringComparison.Ordinal));

        Assert.Equal(new SavingThreshold(20, new Ratio(0.05)), Resolve(configuration, "other"));
    }

    // At least 10 and at least 5 %: of 100 a month 5 % is 5, of 400 it is 20.
    [Theory]
    [InlineData(9.99, 100, false)]
    [InlineData(10, 100, true)]
    [InlineData(19.99, 400, false)]
    [InlineData(20, 400, true)]
    public void Both_parts_of_the_minimum_must_be_reached(double saving, double cost, bool isReached) =>
        Assert.Equal(isReached, SavingThreshold.Default.IsReached((decimal)saving, (decimal)cost));

    [Theory]
    // 2026-03-02 is a Monday. Weekly: Monday 08:00.
    [InlineData("weekly", "UTC", "2026-03-04T00:00Z", "2026-03-02T08:00Z", "2026-03-09T08:00Z")]
    [InlineData("weekly", "UTC", "2026-03-09T08:00Z", "2026-03-09T08:00Z", "2026-03-16T08:00Z")]
    [InlineData("daily", "Europe/Berlin", "2026-03-28T12:00Z", "2026-03-28T07:00Z", "2026-03-29T06:00Z")]
    // Every quarter of an hour from 08:00 to 09:45 on workdays; Friday's last is 09:45.
    [InlineData("*/15 8-9 * * mon-fri", "UTC", "2026-03-07T00:00Z", "2026-03-06T09:45Z", "2026-03-09T08:00Z")]
    // Cron: with both stated, the 1st or a Monday. 1 April 2026 is a Wednesday.
    [InlineData("0 6 1 * mon", "UTC", "2026-04-01T12:00Z", "2026-04-01T06:00Z", "2026-04-06T06:00Z")]
    [InlineData("0 6 ? * mon", "UTC", "2026-04-01T12:00Z", "2026-03-30T06:00Z", "2026-04-06T06:00Z")]
    // A range past midnight: 22:00 to 02:00.
    [InlineData("0 22-2 * * *", "UTC", "2026-03-04T03:00Z", "2026-03-04T02:00Z", "2026-03-04T22:00Z")]
    [InlineData("0 6 29 2 *", "UTC", "2026-01-01T00:00Z", "2024-02-29T06:00Z", "2028-02-29T06:00Z")]
    // The 29th is a fifth Monday every 28 years, and a fifth Thursday 40 years after 2080, since 2100 has none.
    [InlineData("0 6 * 2 mon#5", "UTC", "2026-01-01T00:00Z", "2016-02-29T06:00Z", "2044-02-29T06:00Z")]
    [InlineData("0 6 * 2 thu#5", "UTC", "2119-01-01T00:00Z", "2080-02-29T06:00Z", "2120-02-29T06:00Z")]
    [InlineData("0 6 * * 7", "UTC", "2026-03-04T00:00Z", "2026-03-01T06:00Z", "2026-03-08T06:00Z")]
    [InlineData("20/20 6 1 jan,jul *", "UTC", "2026-01-01T06:30Z", "2026-01-01T06:20Z", "2026-01-01T06:40Z")]
    // 02:30 does not exist on 2026-03-29 in Berlin: due at the jump, 01:00 UTC. On 2026-10-25 it comes twice: the first counts.
    [InlineData("30 2 * * *", "Europe/Berlin", "2026-03-29T00:30Z", "2026-03-28T01:30Z", "2026-03-29T01:00Z")]
    [InlineData("30 2 * * *", "Europe/Berlin", "2026-10-25T01:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z")]
    // In Dublin winter time is the exception, in Casablanca that of Ramadan, which ends on 2026-03-22 at 02:00.
    [InlineData("30 1 * * *", "Europe/Dublin", "2026-03-29T00:45Z", "2026-03-28T01:30Z", "2026-03-29T01:00Z")]
    [InlineData("30 1 * * *", "Europe/Dublin", "2026-10-25T01:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z")]
    [InlineData("0 2 * * *", "Africa/Casablanca", "2026-03-22T01:00Z", "2026-03-21T02:00Z", "2026-03-22T02:00Z")]
    public void A_digest_is_due_by_the_local_clock(string text, string zone, string now, string last, string next)
    {
        var digest = DigestSchedule.Parse(text, out _)! with { TimeZone = IanaTimeZones.Find(zone)! };
        var (lastDue, nextDue) = (ParseInstant(last), ParseInstant(next));

        Assert.Equal(lastDue, digest.FindLastDue(ParseInstant(now)));
        Assert.Equal(lastDue, digest.FindLastDue(nextDue.AddTicks(-1)));
        Assert.Equal(nextDue, digest.FindLastDue(nextDue));
    }

    private static DateTimeOffset ParseInstant(string text) => DateTimeOffset.Parse(text);

    private static SavingThreshold Resolve(AdvisorConfiguration configuration, string name, string? tag = null) =>
        configuration
            .ResolveSettings(
                ConfigurationLoaderTests.Chat.Replace("SignalR/chat", "SignalR/" + name, StringComparison.Ordinal),
                ServiceKind.SignalR,
                tag is null ? ConfigurationLoaderTests.NoTags : new Dictionary<string, string> { ["advisor-min-saving"] = tag },
                ConfigurationLoaderTests.Now,
                TimeSpan.FromHours(1)
            )
            .Settings.MinSaving;
}
