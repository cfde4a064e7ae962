using Advisor.Configuration.Resources;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Configuration.Tests.Resources;

public sealed class TagTrustTests
{
    private const string File = """
        trustTags: limits
        prices: { source: retail, currency: EUR }
        defaults: { mode: autoUp, minUnits: 2, maxUnits: 20, maxStep: 5, monthlyBudget: { amount: 900, currency: EUR } }
        """;

    [Theory]
    [InlineData("advisor-mode", "auto", "auto exceeds what advisor.yaml permits; autoUp is used (trustTags is limits).")]
    [InlineData("advisor-max-units", "100", "100 exceeds what advisor.yaml permits; 20 is used (trustTags is limits).")]
    [InlineData("advisor-max-units", "1", "1 exceeds what advisor.yaml permits; 2 is used (trustTags is limits).")]
    [InlineData("advisor-min-units", "50", "50 exceeds what advisor.yaml permits; 20 is used (trustTags is limits).")]
    [InlineData("advisor-max-step", "6", "6 exceeds what advisor.yaml permits; 5 is used (trustTags is limits).")]
    [InlineData("advisor-allow-tier-change", "true", "true exceeds what advisor.yaml permits; false is used (trustTags is limits).")]
    [InlineData(
        "advisor-monthly-budget",
        "901 EUR",
        "901.00 EUR exceeds what advisor.yaml permits; 900.00 EUR is used (trustTags is limits)."
    )]
    [InlineData(
        "advisor-trust",
        "full",
        "The tag is ignored: it states full, and advisor.yaml does not permit that (trustTags is limits)."
    )]
    [InlineData(
        "advisor-failover",
        "none",
        "The tag is ignored: it states none, and advisor.yaml does not permit that (trustTags is limits)."
    )]
    [InlineData(
        "advisor-endpoint-group",
        "chat",
        "The tag is ignored: a member of a group changes the sizes of the others, and advisor.yaml does not permit that "
            + "(trustTags is limits)."
    )]
    public void A_tag_beyond_the_limits_of_the_file_is_reduced_and_reported(string tag, string value, string reason)
    {
        var result = Read(File, (tag, value));

        var problem = Assert.Single(result.Problems);
        Assert.Equal(("tag " + tag, reason), (problem.Source, problem.Reason));
        Assert.Equal(
            Read(File).Settings,
            result.Settings with
            {
                MinUnits = tag == "advisor-min-units" ? 2 : result.Settings.MinUnits,
                MaxUnits = tag == "advisor-max-units" ? 20 : result.Settings.MaxUnits,
            }
        );
    }

    // Where retail prices cannot be read, those of the list are used, and the budget of the file holds.
    [Fact]
    public void A_budget_of_a_tag_does_not_replace_one_of_the_file_in_another_currency()
    {
        var result = Read(
            File.Replace("900, currency: EUR", "900, currency: USD", StringComparison.Ordinal),
            ("advisor-monthly-budget", "1 EUR")
        );

        Assert.Equal(new Money(900, "USD"), result.Settings.MonthlyBudget);
        Assert.Equal(
            "1.00 EUR exceeds what advisor.yaml permits; 900.00 USD is used (trustTags is limits).",
            Assert.Single(result.Problems).Reason
        );
    }

    [Theory]
    [InlineData("advisor-mode", "recommend")]
    [InlineData("advisor-max-units", "10")]
    [InlineData("advisor-min-units", "4")]
    [InlineData("advisor-max-step", "3")]
    [InlineData("advisor-monthly-budget", "100 EUR")]
    [InlineData("advisor-trust", "gradual")]
    [InlineData("advisor-scale-in-windows", "sat,sun 00:00-24:00")]
    [InlineData("advisor-counts-server-leg", "true")]
    [InlineData("advisor-pause", "all")]
    public void A_tag_within_the_limits_applies(string tag, string value)
    {
        var (limited, all) = (Read(File, (tag, value)), Read(File.Replace("trustTags: limits", "trustTags: all"), (tag, value)));

        Assert.Empty(limited.Problems);
        Assert.Equal(all.Settings, limited.Settings);
        Assert.NotEqual(Read(File).Settings, limited.Settings);
    }

    // Entries that contradict each other: maxUnits takes precedence, with the tag as without it.
    [Theory]
    [InlineData("advisor-min-units", "5")]
    [InlineData("advisor-min-units", "60")]
    [InlineData("advisor-max-units", "10")]
    [InlineData("advisor-max-units", "100")]
    public void Where_the_file_contradicts_itself_a_tag_keeps_to_its_maximum(string tag, string value)
    {
        const string file = """
            trustTags: limits
            resources:
              - match: "*"
                minUnits: 60
              - match: "c*"
                maxUnits: 50
            """;

        var result = Read(file, (tag, value));

        Assert.Equal((50, 50), (result.Settings.MinUnits, result.Settings.MaxUnits));
        Assert.Contains(result.Problems, problem => problem.Source == "tag " + tag);
    }

    [Fact]
    public void Where_the_file_states_no_step_a_step_of_a_tag_does_not_end_the_gradual_first_scale_in()
    {
        const string file = "trustTags: limits\ndefaults: { mode: auto, trust: gradual }";

        var result = Read(file, ("advisor-max-step", "1000"));

        Assert.True(result.Settings.StartsGradually);
        Assert.Contains("it ends the gradual first scale-in", Assert.Single(result.Problems).Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "300", null, 1)] // more than the default of 100, which as a stated maximum would scale in a resource of 300
    [InlineData("", "100", 100, 0)]
    [InlineData("defaults: { maxUnits: 200 }", "300", 200, 1)]
    [InlineData("defaults: { minUnits: 200 }", "20", 200, 1)] // the default is no less than the minimum
    public void A_tag_above_the_default_maximum_is_ignored_where_the_file_states_none(string file, string tag, int? units, int problems)
    {
        var result = Read("trustTags: limits\n" + file, ("advisor-max-units", tag));

        Assert.Equal((units, problems), (result.Settings.MaxUnits, result.Problems.Count));
    }

    [Fact]
    public void Hours_of_the_file_for_scale_ins_are_not_replaced_by_a_tag()
    {
        const string file = "trustTags: limits\ndefaults: { scaleIn: { windows: [{ days: sun, from: \"02:00\", to: \"04:00\" }] } }";

        var result = Read(file, ("advisor-scale-in-windows", "* 00:00-24:00"));

        Assert.Equal("sun 02:00-04:00", result.Settings.ScaleInWindows!.ToString());
        Assert.Single(result.Problems);
    }

    // 2 to 4 o'clock in Berlin, not in Tokyo, where it is evening in Berlin.
    [Theory]
    [InlineData("Asia/Tokyo", 1)]
    [InlineData("Europe/Berlin", 0)]
    public void Hours_of_the_file_for_scale_ins_are_not_moved_by_the_time_zone_of_a_tag(string zone, int problems)
    {
        const string file = """
            trustTags: limits
            defaults: { timeZone: Europe/Berlin, scaleIn: { windows: [{ days: sun, from: "02:00", to: "04:00" }] } }
            """;

        var result = Read(file, ("advisor-time-zone", zone));

        Assert.Equal(("Europe/Berlin", problems), (result.Settings.TimeZone!.Id, result.Problems.Count));
    }

    // A pause or pin of the file that has ended limits no tag.
    [Theory]
    [InlineData("pause: all", "advisor-pause", "none", PausedScaling.All, 1)]
    [InlineData("pause: all", "advisor-pause", "scaleIn", PausedScaling.All, 1)]
    [InlineData("pause: all", "advisor-pause-until", "2020-01-01T00:00Z", PausedScaling.All, 1)]
    [InlineData("pause: scaleIn", "advisor-pause", "scaleOut", PausedScaling.ScaleIn, 1)]
    [InlineData("pause: scaleIn", "advisor-pause", "all", PausedScaling.All, 0)]
    [InlineData("pause: scaleIn, pauseUntil: 2099-01-01T00:00Z", "advisor-pause-until", "2099-01-02T00:00Z", PausedScaling.All, 0)]
    [InlineData("pause: scaleIn, pauseUntil: 2099-01-01T00:00Z", "advisor-pause-until", "2098-01-01T00:00Z", PausedScaling.ScaleIn, 1)]
    [InlineData("pause: scaleIn, pauseUntil: 2020-01-01T00:00Z", "advisor-pause", "scaleOut", PausedScaling.ScaleOut, 0)]
    public void A_pause_of_the_file_is_not_ended_or_narrowed_by_a_tag(
        string pause,
        string tag,
        string value,
        PausedScaling paused,
        int problems
    )
    {
        var result = Read("trustTags: limits\ndefaults: { " + pause + " }", (tag, value));

        Assert.Equal((paused, problems), (result.Settings.Pause!.Scaling, result.Problems.Count));
    }

    [Theory]
    [InlineData("pin: 5", 5, 1)]
    [InlineData("pin: 5, pinUntil: 2099-01-01T00:00Z", 5, 1)]
    [InlineData("pin: 5, pinUntil: 2020-01-01T00:00Z", 90, 0)]
    [InlineData("mode: auto", 90, 0)]
    public void A_pin_of_the_file_is_not_replaced_by_a_tag(string pin, int units, int problems)
    {
        var result = Read("trustTags: limits\ndefaults: { " + pin + " }", ("advisor-pin", "90"));

        Assert.Equal((units, problems), (result.Settings.Pin!.Units, result.Problems.Count));
    }

    [Fact]
    public void With_none_tags_set_nothing_and_are_no_problem()
    {
        var result = Read("trustTags: none", ("advisor-mode", "auto"), ("advisor-max-units", "many"), ("advisor-typo", "1"));

        Assert.Empty(result.Problems);
        Assert.Equal(Read("trustTags: none").Settings, result.Settings);
    }

    [Theory]
    [InlineData("none", "default")]
    [InlineData("limits", "default")]
    [InlineData("all", "tag advisor-trust")]
    public void The_origin_of_a_setting_is_its_tag_only_where_the_tag_may_set_it(string trust, string origin)
    {
        var configuration = ConfigurationLoader.Parse("trustTags: " + trust, RuleSetLoader.Embedded).Configuration!;

        var settings = EffectiveSettings.Resolve(
            configuration,
            ConfigurationLoaderTests.Chat,
            ServiceKind.SignalR,
            new Dictionary<string, string> { ["advisor-trust"] = "full" },
            ConfigurationLoaderTests.Now
        );

        Assert.Equal(origin, settings.Settings.Single(setting => setting.Name == "trust").Origin.Describe("advisor.yaml"));
    }

    [Fact]
    public void No_tags_exceed_the_limits_of_the_file()
    {
        var values = Gen.Elements(
            "auto",
            "observe",
            "1",
            "2",
            "7",
            "20",
            "21",
            "1000",
            "true",
            "1 EUR",
            "5000 EUR",
            "1 USD",
            "full",
            "gradual"
        );
        var tags = Gen.ArrayOf(
            from name in Gen.Elements(
                "advisor-mode",
                "advisor-min-units",
                "advisor-max-units",
                "advisor-max-step",
                "advisor-allow-tier-change",
                "advisor-monthly-budget",
                "advisor-trust"
            )
            from value in values
            select (Name: name, Value: value)
        );
        Prop.ForAll(
                tags.ToArbitrary(),
                some =>
                {
                    var settings = Read(File, [.. some.DistinctBy(tag => tag.Name)]).Settings;
                    return settings.Mode <= AdvisorMode.AutoUp
                        && settings.MinUnits >= 2
                        && settings.MaxUnits is >= 2 and <= 20
                        && settings.MinUnits <= settings.MaxUnits
                        && settings.MaxStep <= 5
                        && !settings.AllowTierChange
                        && settings.MonthlyBudget is { Currency: "EUR", Amount: <= 900 }
                        && settings.Trust != ScalingTrust.Full;
                }
            )
            .QuickCheckThrowOnFailure();
    }

    private static SettingsResult Read(string file, params (string Name, string Value)[] tags)
    {
        var loaded = ConfigurationLoader.Parse(file, RuleSetLoader.Embedded);
        Assert.Empty(loaded.Problems);
        var result = loaded.Configuration!.ResolveSettings(
            ConfigurationLoaderTests.Chat,
            ServiceKind.SignalR,
            tags.ToDictionary(tag => tag.Name, tag => tag.Value),
            ConfigurationLoaderTests.Now
        );
        // An empty list of windows equals only itself.
        return result with { Settings = result.Settings with { Windows = [] } };
    }
}
