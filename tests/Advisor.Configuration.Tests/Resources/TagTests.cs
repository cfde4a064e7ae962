using Advisor.Configuration.Resources;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Configuration.Tests.Resources;

public sealed class TagTests
{
    [Theory]
    [InlineData("advisor-mode", "off", "advisor-mode ('off')")]
    [InlineData("Advisor-Min-Units", " 10 units ", "advisor-min-units ('10 units')")]
    [InlineData("advisor-max-units", "", "advisor-max-units ('')")]
    [InlineData("advisor-pause", "yes", "advisor-pause ('yes')")]
    [InlineData("advisor-pause-until", "tomorrow", "advisor-pause-until ('tomorrow')")]
    [InlineData("advisor-pin", "ten", "advisor-pin ('ten')")]
    [InlineData("advisor-scale-in-windows", "mon-fri 22-06", "advisor-scale-in-windows ('mon-fri 22-06')")]
    [InlineData("advisor-min-unit", "10", "advisor-min-unit ('10', probably advisor-min-units)")]
    [InlineData("Advisor-Scalein-Windows", "*", "advisor-scalein-windows ('*', probably advisor-scale-in-windows)")]
    [InlineData("advisor-max-steps", "10", null)]
    [InlineData("advisor-environment", "production", null)]
    [InlineData("advisor-owner", "dana", null)]
    [InlineData("advisor-monthly-budget", "much", null)]
    [InlineData("advisor-min-units", "10", null)]
    public void A_tag_that_limits_what_Advisor_may_do_and_cannot_be_read_is_part_of_the_settings(string tag, string value, string? named) =>
        Assert.Equal(named, Read((tag, value)).Settings.UnreadableTag);

    [Theory]
    [InlineData("Advisor-Monthly-Budget", "much", true)]
    [InlineData("advisor-montly-budget", "100 USD", true)]
    [InlineData("advisor-monthly-budget", "100 USD", false)]
    [InlineData("advisor-min-units", "much", false)]
    public void A_budget_that_cannot_be_read_is_known_to_be_there(string tag, string value, bool isUnreadable) =>
        Assert.Equal(isUnreadable, Read((tag, value)).Settings.HasUnreadableBudget);

    // Amounts in two currencies are never compared: a budget in a currency without prices would limit nothing.
    [Theory]
    [InlineData("900 EUR", 500)]
    [InlineData("900 USD", 900)]
    public void A_budget_of_a_tag_in_another_currency_than_the_prices_leaves_that_of_the_file_in_force(string tag, int amount)
    {
        var file = ConfigurationLoader.Parse("defaults: { monthlyBudget: { amount: 500, currency: USD } }", RuleSetLoader.Embedded);

        Assert.Equal(new Money(amount, "USD"), Read(file.Configuration!, ("advisor-monthly-budget", tag)).Settings.MonthlyBudget);
    }

    // Without the windows the zone moves no scale-in.
    [Theory]
    [InlineData("advisor-time-zone", "Asia/Tokio", "{}", "mon-sun 00:00-02:00", "advisor-time-zone ('Asia/Tokio')")]
    [InlineData(
        "advisor-timezone",
        "Asia/Tokyo",
        "{}",
        "mon-sun 00:00-02:00",
        "advisor-timezone ('Asia/Tokyo', probably advisor-time-zone)"
    )]
    [InlineData(
        "advisor-time-zone",
        "Asia/Tokio",
        "defaults: { scaleIn: { windows: [{ days: mon-sun, from: '00:00', to: '02:00' }] } }",
        null,
        "advisor-time-zone ('Asia/Tokio')"
    )]
    [InlineData("advisor-time-zone", "Asia/Tokio", "{}", null, null)]
    [InlineData("advisor-time-zone", "Asia/Tokyo", "{}", "mon-sun 00:00-02:00", null)]
    public void A_time_zone_that_cannot_be_read_is_one_where_it_is_that_of_scale_in_windows(
        string tag,
        string zone,
        string file,
        string? windows,
        string? named
    )
    {
        var tags = new Dictionary<string, string> { [tag] = zone };
        if (windows is not null)
        {
            tags["advisor-scale-in-windows"] = windows;
        }

        var result = ConfigurationLoaderTests
            .Load(file)
            .ResolveSettings(ConfigurationLoaderTests.Chat, ServiceKind.SignalR, tags, ConfigurationLoaderTests.Now, TimeSpan.FromHours(1));

        Assert.Equal(named, result.Settings.UnreadableTag);
    }

    [Fact]
    public void A_minimum_above_the_maximum_is_a_tag_that_cannot_be_read() =>
        Assert.Equal(
            "advisor-min-units ('8', more than advisor-max-units)",
            Read(("advisor-min-units", "8"), ("advisor-max-units", "4")).Settings.UnreadableTag
        );

    [Fact]
    public void Every_tag_overrides_its_setting()
    {
        var result = Read(
            ("advisor-mode", "auto"),
            ("advisor-min-units", "3"),
            ("advisor-max-units", "40"),
            ("advisor-workload", "sendToSmallGroup:0.7:2048:10,echo:0.3:1024"),
            ("advisor-targets", "serverLoad:0.6, CONNECTIONS:0.8"),
            ("advisor-counts-server-leg", "False"),
            ("advisor-edition", "SignalR-2019"),
            ("advisor-allow-tier-change", "true"),
            ("advisor-monthly-budget", "500 USD"),
            ("advisor-billing", "prorated"),
            ("advisor-time-zone", "America/New_York"),
            ("ADVISOR-TEAM", "chat"),
            ("advisor-pause-until", "2026-01-31T18:00+02:00"),
            ("advisor-pause", "scaleout"),
            ("advisor-pin-until", "2026-02-01T18:00+02:00"),
            ("advisor-pin", "20"),
            ("advisor-max-step", "5"),
            ("advisor-lead-minutes", "0"),
            ("advisor-steady-hours", "mon-fri 08:00-18:00; Sat 09:00-24:00"),
            ("advisor-steady-max-overload", "0.02"),
            ("advisor-min-saving", "20, 7.5 %"),
            ("advisor-trust", "gradual"),
            ("advisor-scale-in-windows", "mon-thu 20:00-06:00"),
            ("advisor-failover", "None"),
            ("advisor-endpoint-group", " chat "),
            ("advisor-endpoint-sizes", "Together")
        );

        Assert.Empty(result.Problems);
        var settings = result.Settings;
        Assert.Equal((AdvisorMode.Auto, FailoverTarget.None), (settings.Mode, settings.Failover));
        Assert.Equal(("chat", EndpointSizes.Together), (settings.EndpointGroup, settings.EndpointSizes));
        Assert.Equal((3, 40), (settings.MinUnits, settings.MaxUnits));
        Assert.Equal(
            [new(UseCase.SendToSmallGroup, new Ratio(0.7), 2048, 10), new WorkloadPart(UseCase.Echo, new Ratio(0.3), 1024)],
            settings.Workload!.Parts
        );
        Assert.Equal(new TargetOverrides(new Ratio(0.6), new Ratio(0.8)), settings.Targets);
        Assert.False(settings.CountsServerLeg);
        Assert.Equal("signalr-2019", settings.Edition);
        Assert.True(settings.AllowTierChange);
        Assert.Equal(new Money(500, "USD"), settings.MonthlyBudget);
        Assert.Equal(BillingModel.Prorated, settings.Billing);
        Assert.Equal("America/New_York", settings.TimeZone!.Id);
        Assert.Equal("chat", settings.Team);
        Assert.Equal(TimeSpan.Zero, settings.Lead);
        Assert.Equal("mon-fri 08:00-18:00; sat 09:00-24:00", settings.Steady.Hours!.ToString());
        Assert.Equal(new Ratio(0.02), settings.Steady.MaxOverload);
        Assert.Equal(ScalingTrust.Gradual, settings.Trust);
        Assert.Equal("mon-thu 20:00-06:00", settings.ScaleInWindows!.ToString());
        Assert.Equal(new SavingThreshold(20, new Ratio(0.075)), settings.MinSaving);
        Assert.Equal(
            new ResourcePause(PausedScaling.ScaleOut, "the tag advisor-pause") { Until = DateTimeOffset.Parse("2026-01-31T16:00Z") },
            settings.Pause
        );
        Assert.Equal(new ResourcePin(20, "the tag advisor-pin") { Until = DateTimeOffset.Parse("2026-02-01T16:00Z") }, settings.Pin);
        Assert.Equal(5, settings.MaxStep);
    }

    [Theory]
    [InlineData("advisor-mode", "off", "'off' is not known; use one of observe, recommend, approve, autoUp, auto. The tag is ignored.")]
    [InlineData(
        "advisor-pause-until",
        "2026-01-31T18:00",
        "'2026-01-31T18:00' has no offset; add Z or +01:00, or state its timeZone. The tag is ignored."
    )]
    [InlineData("advisor-min-units", "0", "'0' must be a whole number from 1 to 1000. The tag is ignored.")]
    [InlineData("advisor-max-units", "many", "'many' must be a whole number from 1 to 1000. The tag is ignored.")]
    [InlineData("advisor-max-unit", "5", "Unknown tag; did you mean advisor-max-units?")]
    [InlineData(
        "advisor-workload",
        "eco",
        "'eco' is not known; use one of echo, broadcast, sendToSmallGroup, sendToBigGroup, sendToConnection, restBroadcast, "
            + "restSendToUser, upstreamEcho. The tag is ignored."
    )]
    [InlineData("advisor-workload", "echo:0.5", "The shares add up to 0.5; they must add up to 1. The tag is ignored.")]
    [InlineData("advisor-workload", "echo:1:0", "The message size of 'echo:1:0' must be from 1 to 16777216 bytes. The tag is ignored.")]
    [InlineData("advisor-workload", "echo:1:100:10", "echo has no groups. The tag is ignored.")]
    [InlineData("advisor-workload", "echo,broadcast", "The share of 'echo' must be a number above 0, at most 1. The tag is ignored.")]
    [InlineData(
        "advisor-targets",
        "load:0.6",
        "'load:0.6' must be a limit and its target, such as connections:0.8; limits are serverLoad, connections, inbound, "
            + "outbound, routing. The tag is ignored."
    )]
    [InlineData(
        "advisor-targets",
        "connections:1.1",
        "The target of connections must be a number from 0.05 to 1, not '1.1'. The tag is ignored."
    )]
    [InlineData(
        "advisor-targets",
        "inbound:0.04",
        "The target of inbound must be a number from 0.05 to 2, not '0.04'. The tag is ignored."
    )]
    [InlineData("advisor-counts-server-leg", "yes", "'yes' is neither true nor false. The tag is ignored.")]
    [InlineData("advisor-pause", "in", "'in' is not known; use one of none, scaleIn, scaleOut, all. The tag is ignored.")]
    [InlineData("advisor-pin", "0", "'0' must be a whole number from 1 to 1000. The tag is ignored.")]
    [InlineData("advisor-pin-until", "2026-01-31T18:00Z", "It has no effect without advisor-pin, the units to keep.")]
    [InlineData("advisor-max-step", "0", "'0' must be a whole number from 1 to 1000. The tag is ignored.")]
    [InlineData("advisor-lead-minutes", "1441", "'1441' must be a whole number from 0 to 1440. The tag is ignored.")]
    [InlineData(
        "advisor-edition",
        "2019",
        "'2019' is not an edition of the capacity tables; use one of signalr, webpubsub, signalr-2019. The tag is ignored."
    )]
    [InlineData("advisor-monthly-budget", "500", "'500' must be an amount and a currency, such as 500 USD. The tag is ignored.")]
    [InlineData(
        "advisor-monthly-budget",
        "500 EUR",
        "The budget is in EUR, the prices are in USD; under prices, set source: retail and this currency, or your own prices. "
            + "The tag is ignored."
    )]
    [InlineData(
        "advisor-steady-hours",
        "08:00-18:00",
        "'08:00-18:00' must be days and two times, such as mon-fri 08:00-18:00. The tag is ignored."
    )]
    [InlineData(
        "advisor-steady-hours",
        "1,15 08:00-18:00",
        "'1,15' contains no days of the week; use days such as mon-fri or sat,sun, or *. The tag is ignored."
    )]
    [InlineData("advisor-scale-in-windows", "mon 24:00-08:00", "A day begins at 00:00. The tag is ignored.")]
    [InlineData("advisor-steady-hours", "mon 24:00-08:00", "A day begins at 00:00. The tag is ignored.")]
    [InlineData(
        "advisor-steady-max-overload",
        "101%",
        "'101%' is not a share from 0 to 1 such as 0.05, or a percentage such as 5%. The tag is ignored."
    )]
    [InlineData(
        "advisor-min-saving",
        "10, 20",
        "'10, 20' must be an amount of a month, a percentage, or both, such as 10, 5%. The tag is ignored."
    )]
    [InlineData("advisor-team", " ", "The name of the team is empty. The tag is ignored.")]
    public void A_bad_tag_is_reported_and_the_file_holds(string name, string value, string reason)
    {
        var result = Read((name, value));

        Assert.Equal(reason, Assert.Single(result.Problems).Reason);
        Assert.Equivalent(ResourceSettings.Default, result.Settings with { UnreadableTag = null, HasUnreadableBudget = false });
    }

    // minUnits 2 and maxUnits 20 precede a pin; one that has ended keeps no size.
    [Theory]
    [InlineData("pin: 21", "", "pin: 21 is outside minUnits and maxUnits, which take precedence.")]
    [InlineData("pin: 1", "", "pin: 1 is outside minUnits and maxUnits, which take precedence.")]
    [InlineData("pin: 20", "", null)]
    [InlineData("pin: 21, pinUntil: 2020-01-31T08:00Z", "", null)]
    [InlineData("pin: 20", "21", "tag advisor-pin: 21 is outside minUnits and maxUnits, which take precedence.")]
    public void A_pin_that_the_limits_do_not_allow_is_reported(string pin, string tag, string? problem)
    {
        var file = ConfigurationLoader.Parse($"defaults: {{ minUnits: 2, maxUnits: 20, {pin} }}", RuleSetLoader.Embedded);

        var result = Read(file.Configuration!, tag.Length > 0 ? [("advisor-pin", tag)] : []);

        Assert.Equal(problem, result.Problems.Select(one => $"{one.Source}: {one.Reason}").SingleOrDefault());
    }

    [Fact]
    public void A_minimum_above_the_maximum_drops_both_tags()
    {
        var result = Read(("advisor-min-units", "50"), ("advisor-max-units", "20"));

        Assert.Single(result.Problems);
        Assert.Equal((1, null), (result.Settings.MinUnits, result.Settings.MaxUnits));
    }

    [Theory]
    [InlineData("12", "15", "No size has 12 to 15 units; the largest one below maxUnits is used.")]
    [InlineData("12", "20", null)]
    [InlineData("110", "190", "No size has 110 to 190 units; the largest one below maxUnits is used.")]
    public void Bounds_without_a_size_between_them_are_reported(string minimum, string maximum, string? problem)
    {
        var result = Read(("advisor-min-units", minimum), ("advisor-max-units", maximum));

        Assert.Equal(problem, result.Problems.SingleOrDefault()?.Reason);
        Assert.Equal(minimum, result.Settings.MinUnits.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public void A_minimum_above_the_default_maximum_is_no_contradiction()
    {
        var result = Read(("advisor-min-units", "200"));

        Assert.Empty(result.Problems);
        Assert.Equal((200, 200), (result.Settings.MinUnits, result.Settings.ResolveMaxUnits(100)));
    }

    [Fact]
    public void A_tag_that_contradicts_the_file_never_raises_the_maximum()
    {
        var configuration = ConfigurationLoaderTests.Load("defaults: { maxUnits: 20 }");
        var tags = new Dictionary<string, string> { ["advisor-min-units"] = "50" };

        var result = configuration.ResolveSettings(
            ConfigurationLoaderTests.Chat,
            ServiceKind.SignalR,
            tags,
            ConfigurationLoaderTests.Now,
            TimeSpan.FromHours(1)
        );

        Assert.Single(result.Problems);
        Assert.Equal((20, 20), (result.Settings.MinUnits, result.Settings.MaxUnits));
    }

    [Fact]
    public void Tags_of_others_are_left_alone() => Assert.Empty(Read(("environment", "production"), ("advisor", "on")).Problems);

    [Fact]
    public void No_tag_whatever_it_says_breaks_the_run()
    {
        var names = Gen.Elements(TagReader.Names.ToArray());
        var values = ArbMap.Default.ArbFor<string>().Generator;
        Prop.ForAll(
                Arb.From(names.SelectMany(name => values.Select(value => (name, value)))),
                tag =>
                {
                    var result = Read((tag.name, tag.value));
                    return result.Settings.MinUnits <= result.Settings.ResolveMaxUnits(0);
                }
            )
            .QuickCheckThrowOnFailure();
    }

    private static SettingsResult Read(params (string Name, string Value)[] tags) =>
        Read(AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded), tags);

    private static SettingsResult Read(AdvisorConfiguration config, params (string Name, string Value)[] tags) =>
        config.ResolveSettings(
            ConfigurationLoaderTests.Chat,
            ServiceKind.SignalR,
            tags.ToDictionary(tag => tag.Name, tag => tag.Value),
            ConfigurationLoaderTests.Now,
            TimeSpan.FromHours(1)
        );
}
