using System.Text;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Tests;

namespace Advisor.Configuration.Tests;

public sealed class ConfigurationLoaderTests
{
    private const string Everything = """
        scope:
          cloud: usGovernment
          subscriptions: [11111111-2222-3333-4444-555555555555]
          managementGroups: [platform, Platform]
          allSubscriptions: true
          resourceGroups: [rg-a]
          tags: { environment: production, advisor: "" }
        defaults:
          mode: autoUp
          minUnits: 2
          maxUnits: 50
          workload:
            - { useCase: sendToSmallGroup, share: 0.7, messageBytes: 2048, groupSize: 10 }
            - { useCase: echo, share: 0.3, messageBytes: 1024 }
          targets: { serverLoad: 0.6, connections: 0.8, routing: 1.5 }
          countsServerLeg: false
          edition: signalr-2019
          allowTierChange: true
          monthlyBudget: { amount: 500.50, currency: EUR }
          billing: prorated
          objective: { unit: 1, overload: 20, removal: 60 }
          timeZone: Europe/Berlin
          team: chat
          pause: ScaleIn
          pauseUntil: 2026-01-31T18:00
          pin: 30
          pinUntil: 2026-02-01T18:00
          maxStep: 5
          leadMinutes: 20
          scaleIn: { windows: [{ days: mon-thu, from: "20:00", to: "06:00" }] }
          steady:
            hours: [{ days: mon-fri, from: "08:00", to: "18:00" }, { days: "sat,sun", from: "20:00", to: "02:00" }]
            maxOverload: 0.5 %
          trust: Full
          minSaving: { amount: 25.5, share: 0.1 }
        prices:
          currency: EUR
          signalr:
            Standard_S1: { unitPerDay: 1.5, millionMessages: 0.9 }
        quota:
          - { units: 1000, region: westeurope }
          - { units: 300, region: eastus, subscription: 11111111-2222-3333-4444-555555555555 }
        fleet:
          maxChangesPerHour: 4
        """;

    [Fact]
    public void Every_setting_reaches_the_decision()
    {
        var configuration = Load(Everything);
        var settings = configuration.ResolveSettings(Chat, ServiceKind.SignalR, NoTags, Now, TimeSpan.FromHours(1));

        Assert.Empty(settings.Problems);
        Assert.Equal(AzureCloud.UsGovernment, configuration.Cloud);
        Assert.Equal(["11111111-2222-3333-4444-555555555555"], configuration.Scope.Subscriptions);
        Assert.Equal(["platform"], configuration.Scope.ManagementGroups);
        Assert.True(configuration.Scope.AllSubscriptions);
        Assert.Equal("", configuration.Scope.Tags["ADVISOR"]);
        Assert.Equal(AdvisorMode.AutoUp, settings.Settings.Mode);
        Assert.Equal((2, 50), (settings.Settings.MinUnits, settings.Settings.MaxUnits));
        Assert.Equal(new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(0.7), 2048, 10), settings.Settings.Workload!.Parts[0]);
        Assert.Equal(new WorkloadPart(UseCase.Echo, new Ratio(0.3), 1024), settings.Settings.Workload.Parts[1]);
        Assert.Equal(new TargetOverrides(new Ratio(0.6), new Ratio(0.8), Routing: new Ratio(1.5)), settings.Settings.Targets);
        Assert.False(settings.Settings.CountsServerLeg);
        Assert.Equal("signalr-2019", settings.Settings.Edition);
        Assert.True(settings.Settings.AllowTierChange);
        Assert.Equal(new Money(500.50m, "EUR"), settings.Settings.MonthlyBudget);
        Assert.Equal(BillingModel.Prorated, settings.Settings.Billing);
        Assert.Equal(new ObjectivePrices(1, 20, 60), settings.Settings.Prices);
        Assert.Equal("Europe/Berlin", settings.Settings.TimeZone!.Id);
        Assert.Equal("chat", settings.Settings.Team);
        Assert.Equal(
            new ResourcePause(PausedScaling.ScaleIn, "pause in advisor.yaml") { Until = DateTimeOffset.Parse("2026-01-31T17:00Z") },
            settings.Settings.Pause
        );
        Assert.Equal(
            new ResourcePin(30, "pin in advisor.yaml") { Until = DateTimeOffset.Parse("2026-02-01T17:00Z") },
            settings.Settings.Pin
        );
        Assert.Equal(5, settings.Settings.MaxStep);
        Assert.Equal(TimeSpan.FromMinutes(20), settings.Settings.Lead);
        Assert.Equal("mon-fri 08:00-18:00; sat,sun 20:00-02:00", settings.Settings.Steady.Hours!.ToString());
        Assert.Equal(new Ratio(0.005), settings.Settings.Steady.MaxOverload);
        Assert.Equal("mon-thu 20:00-06:00", settings.Settings.ScaleInWindows!.ToString());
        Assert.Equal(ScalingTrust.Full, settings.Settings.Trust);
        Assert.Equal(new SavingThreshold(25.5m, new Ratio(0.1)), settings.Settings.MinSaving);
        Assert.Equal(new ChangeRateSettings(4), configuration.ChangeRate);
        Assert.Equal(
            [new QuotaEntry(null, "westeurope", 1000), new QuotaEntry("11111111-2222-3333-4444-555555555555", "eastus", 300)],
            configuration.Rules.Quotas
        );
    }

    [Fact]
    public void Budgets_of_the_fleet_and_of_teams_are_read_in_the_currency_of_the_prices()
    {
        var configuration = Load(
            """
            monthlyBudget: { amount: 5000, currency: USD }
            channels: [{ name: log, type: console }]
            teams:
              - { name: chat, channels: [log], monthlyBudget: { amount: 1500.50, currency: USD } }
              - { name: platform, channels: [log] }
            routes: [{ team: platform }]
            """
        );

        Assert.Equal(
            [new MonthlyBudget(null, new Money(5000, "USD")), new MonthlyBudget("chat", new Money(1500.50m, "USD"))],
            configuration.ListBudgets()
        );
        Assert.Empty(Load(Everything).ListBudgets());
    }

    [Fact]
    public void Prices_of_the_user_replace_those_of_the_rules_and_never_mix_currencies()
    {
        var catalog = Load(Everything).Rules.GetCatalog(ServiceKind.SignalR);

        Assert.Equal(new Money(1.5m, "EUR"), catalog.Find("Standard_S1")!.UnitPricePerDay);
        Assert.Equal(new Money(0.9m, "EUR"), catalog.Find("Standard_S1")!.MillionMessagesPrice);
        Assert.Null(catalog.Find("Premium_P1")!.UnitPricePerDay);
        Assert.Equal(BillingModel.Prorated, catalog.DefaultBilling);
        Assert.Equal(new Money(1.61m, "USD"), RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.UnitPricePerDay);
    }

    [Fact]
    public void A_later_entry_goes_before_an_earlier_one_and_tags_before_both()
    {
        var configuration = Load(
            """
            defaults: { mode: recommend, maxUnits: 60, team: platform }
            resources:
              - { match: "chat*", mode: auto, maxUnits: 20 }
              - { match: "/subscriptions/*/SignalR/chat", maxUnits: 30 }
              - { match: other, maxUnits: 5 }
            """
        );
        var tags = new Dictionary<string, string> { ["Advisor-Mode"] = "observe" };

        var settings = configuration.ResolveSettings(Chat, ServiceKind.SignalR, tags, Now, TimeSpan.FromHours(1)).Settings;

        Assert.Equal(AdvisorMode.Observe, settings.Mode);
        Assert.Equal(30, settings.MaxUnits);
        Assert.Equal("platform", settings.Team);
    }

    [Fact]
    public void Without_a_file_Advisor_only_advises()
    {
        var settings = AdvisorConfiguration
            .CreateDefault(RuleSetLoader.Embedded)
            .ResolveSettings(Chat, ServiceKind.SignalR, NoTags, Now, TimeSpan.FromHours(1));

        Assert.Equivalent(ResourceSettings.Default, settings.Settings);
        Assert.Empty(settings.Problems);
    }

    [Fact]
    public void A_default_of_the_other_service_is_left_out_without_a_word()
    {
        var configuration = Load("defaults: { edition: signalr-2019 }");

        var settings = configuration.ResolveSettings(
            Chat.Replace("SignalR/", "WebPubSub/", StringComparison.Ordinal),
            ServiceKind.WebPubSub,
            NoTags,
            Now,
            TimeSpan.FromHours(1)
        );

        Assert.Null(settings.Settings.Edition);
        Assert.Empty(settings.Problems);
    }

    [Fact]
    public void A_use_case_that_the_service_was_not_measured_with_is_reported_and_left_out()
    {
        var configuration = Load("defaults: { workload: [{ useCase: echo }] }");

        var settings = configuration.ResolveSettings(Chat, ServiceKind.WebPubSub, NoTags, Now, TimeSpan.FromHours(1));

        Assert.Null(settings.Settings.Workload);
        Assert.Contains("webpubsub has no row for echo", Assert.Single(settings.Problems).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_is_not_there_is_one_clear_line()
    {
        var result = ConfigurationLoader.Load("no-such.yaml", RuleSetLoader.Embedded);

        Assert.Equal("no-such.yaml: The file does not exist; `advisor init` writes one.", Assert.Single(result.Problems).ToString());
    }

    // Müller in Latin-1, of which the byte of ü is no UTF-8. The names equal each other, so the file works; the comment is not read.
    [Fact]
    public void A_text_that_is_not_UTF_8_is_noted_once_and_the_file_is_valid()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "advisor.yaml");
        File.WriteAllBytes(
            path,
            Encoding.Latin1.GetBytes(
                """
                # für Menschen
                defaults: { team: Müller }
                channels: [{ name: c, type: console }]
                teams: [{ name: Müller, channels: [c] }]
                routes: [{ tag: owner, value: Müller, team: Müller }, { team: Müller }]
                """
            )
        );

        var (config, problems) = ConfigurationLoader.Load(path, RuleSetLoader.Embedded);

        Assert.Empty(problems);
        Assert.Equal(
            ["defaults.team: Line 2 has bytes that are not UTF-8; no tag in Azure equals such a text. Save the file as UTF-8."],
            config!.Notes
        );
    }

    internal const string Chat =
        "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-a/providers/Microsoft.SignalRService/SignalR/chat";

    internal static readonly Dictionary<string, string> NoTags = [];

    internal static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    internal static AdvisorConfiguration Load(string text)
    {
        var result = ConfigurationLoader.Parse(text, RuleSetLoader.Embedded);
        Assert.Empty(result.Problems);
        return result.Configuration!;
    }
}
