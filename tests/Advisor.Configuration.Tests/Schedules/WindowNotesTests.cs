using Advisor.Configuration.Schedules;

namespace Advisor.Configuration.Tests.Schedules;

public sealed class WindowNotesTests
{
    private const string Launch = "{ name: launch, start: 2026-06-10T08:00Z, end: 2026-06-10T20:00Z, minUnits: 20, resources: [chat] }";

    // A Monday.
    private static readonly DateTimeOffset Now = new(2026, 6, 1, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("events: [{ name: e, start: 2026-06-10T08:00Z, end: 2026-06-10T20:00Z, minUnits: 11, maxUnits: 15 }]", "events[0]")]
    [InlineData(
        "schedules: [{ name: s, days: '*', from: '08:00', to: '18:00', timeZone: UTC, minUnits: 11, maxUnits: 15 }]",
        "schedules[0]"
    )]
    public void Bounds_between_which_no_size_lies_are_noted_once(string yaml, string place) =>
        Assert.Equal([$"{place}: No size has 11 to 15 units; the largest one below maxUnits is used."], Describe(yaml));

    [Theory]
    [InlineData("defaults: { maxUnits: 15 }", 15)]
    [InlineData("defaults: { maxUnits: 30 }\nresources: [{ match: 'ch*', maxUnits: 12 }]", 12)]
    public void A_minimum_above_the_maximum_of_the_settings_is_noted(string settings, int maximum) =>
        Assert.Equal(
            [
                $"events[0]: The minimum of 20 units is above maxUnits {maximum} of the settings, which applies; state maxUnits "
                    + "beside it to permit more.",
            ],
            Describe($"{settings}\nevents: [{Launch}]")
        );

    // 20 units of Standard_S1 x 1.61 USD x 30 days = 966 USD, of the cheapest tier that has them.
    [Theory]
    [InlineData("defaults: { monthlyBudget: { amount: 965.99, currency: USD } }", true)]
    [InlineData("defaults: { monthlyBudget: { amount: 966, currency: USD } }", false)]
    [InlineData(
        "defaults: { monthlyBudget: { amount: 100, currency: USD } }\n"
            + "resources: [{ match: chat, monthlyBudget: { amount: 965.99, currency: USD } }]",
        true
    )]
    public void A_minimum_that_costs_more_than_the_budget_is_noted(string settings, bool isNoted) =>
        Assert.Equal(
            isNoted
                ?
                [
                    "events[0]: The minimum of 20 units costs at least 966.00 USD a month, above the monthlyBudget of 965.99 USD, which "
                        + "applies.",
                ]
                : [],
            Describe($"{settings}\nevents: [{Launch}]")
        );

    [Theory]
    [InlineData("'*'", "02:00", "02:00", true)] // 24 hours from each day on, one after another
    [InlineData("'*'", "00:00", "24:00", true)]
    [InlineData("'*'", "02:00", "01:59", false)] // a minute is left
    [InlineData("mon-sat", "02:00", "02:00", false)] // so is a day
    public void A_mute_that_never_ends_is_noted(string days, string from, string to, bool isNoted) =>
        Assert.Equal(
            isNoted
                ?
                [
                    "mutes[0]: It is in force at all hours, so the notifications that it matches are never sent; a to that is not later "
                        + "than from is on the next day.",
                ]
                : [],
            Describe($"mutes: [{{ name: backup, days: {days}, from: '{from}', to: '{to}', timeZone: Europe/Berlin }}]")
        );

    [Theory]
    [InlineData("2026-06-08T00:00Z", "2026-06-11T00:00Z", "never requested")]
    [InlineData("2026-06-08T00:00Z", "2026-06-10T12:00Z", "requested from 2026-06-10 12:00 UTC on only")]
    [InlineData("2026-06-08T00:00Z", "2026-06-10T08:00Z", "requested from 2026-06-10 08:00 UTC on only")] // until the start
    [InlineData("2026-06-08T00:00Z", "2026-06-10T07:51Z", "requested from 2026-06-10 07:51 UTC on only")] // 10 minutes are the least
    public void A_minimum_that_begins_within_a_freeze_is_noted(string from, string to, string expected) =>
        Assert.Equal(
            [$"events[0]: The minimum of 20 units from 2026-06-10 08:00 UTC is {expected}, since events[1] allows no change before."],
            Describe($"events: [{Launch}, {{ name: f, start: {from}, end: {to}, freeze: true, resources: ['*'] }}]")
        );

    // Requested 30 minutes ahead by a resource of which no change is known, and 10 by one whose changes are quick: from 07:50 on. Launch is
    // of chat alone, whose lead may be stated.
    [Theory]
    [InlineData("07:31", "08:05", "", "may be requested from 2026-06-10 08:05 UTC on only")]
    [InlineData("07:50", "08:05", "", "may be requested from 2026-06-10 08:05 UTC on only")]
    [InlineData("07:50", "20:00", "", "may never be requested")]
    [InlineData("07:51", "08:05", "", null)]
    [InlineData("07:31", "08:05", "resources: [{ match: chat, leadMinutes: 30 }]", null)]
    [InlineData("07:31", "08:05", "resources: [{ match: other, leadMinutes: 30 }]", "may be requested from 2026-06-10 08:05 UTC on only")]
    public void A_minimum_that_a_freeze_may_keep_from_being_requested_is_noted(string from, string to, string settings, string? stated) =>
        Assert.Equal(
            stated is null
                ? []
                :
                [
                    $"events[0]: The minimum of 20 units from 2026-06-10 08:00 UTC {stated}, since events[1] allows no change before; "
                        + "with a longer leadMinutes it is requested before.",
                ],
            Describe($"{settings}\nevents: [{Launch}, {{ name: f, start: 2026-06-10T{from}Z, end: 2026-06-10T{to}Z, freeze: true }}]")
        );

    [Theory]
    [InlineData("2026-06-10T07:00Z", "[chat]", "events[2]", "2026-06-10 10:00")] // both are in force at 07:40
    [InlineData("2026-06-10T07:55Z", "[chat]", "events[2]", "2026-06-10 10:00")] // one after the other
    [InlineData("2026-06-10T07:55Z", "[other]", "events[1]", "2026-06-10 07:55")]
    public void The_last_of_several_freezes_says_when_a_minimum_is_requested(string from, string of, string freeze, string at) =>
        Assert.Equal(
            [
                $"events[0]: The minimum of 20 units from 2026-06-10 08:00 UTC is requested from {at} UTC on only, since {freeze} allows "
                    + "no change before.",
            ],
            Describe(
                $"events: [{Launch}, {{ name: f, start: 2026-06-08T00:00Z, end: 2026-06-10T07:55Z, freeze: true }}, "
                    + $"{{ name: g, start: {from}, end: 2026-06-10T10:00Z, freeze: true, resources: {of} }}]"
            )
        );

    // From 1 by at most 5 to 20 units are 6, 10 and 20, the last two changes later than the lead: 20 to 60 minutes, but not later than the
    // start.
    [Theory]
    [InlineData(30, "07:45", "is requested from 2026-06-10 08:05 UTC on only")]
    [InlineData(30, "07:51", "may be requested from 2026-06-10 08:05 UTC on only")]
    [InlineData(90, "07:30", "may be requested from 2026-06-10 08:05 UTC on only")]
    [InlineData(90, "07:31", null)]
    public void A_minimum_that_several_changes_bring_is_noted_where_a_freeze_may_keep_the_last(int lead, string from, string? stated) =>
        Assert.Equal(
            stated is null ? 0 : 1,
            Describe(
                    $"resources: [{{ match: chat, leadMinutes: {lead}, maxStep: 5 }}]\n"
                        + $"events: [{Launch}, {{ name: f, start: 2026-06-10T{from}Z, end: 2026-06-10T08:05Z, freeze: true }}]"
                )
                .Count(note => note.Contains($"UTC {stated}, since events[1]", StringComparison.Ordinal))
        );

    [Theory]
    [InlineData("events: [{ name: e, start: 2026-06-10T08:00Z, end: 2026-06-10T20:00Z, minUnits: 10, maxUnits: 15 }]")] // a size of 10
    [InlineData("events: [{ name: e, start: 2026-05-10T08:00Z, end: 2026-05-10T20:00Z, minUnits: 11, maxUnits: 15 }]")] // over
    [InlineData($"events: [{Launch}, {{ name: f, start: 2026-06-10T07:59Z, end: 2026-06-11T00:00Z, freeze: true }}]")] // after the lead
    [InlineData($"events: [{Launch}, {{ name: f, start: 2026-06-08T00:00Z, end: 2026-06-10T07:50Z, freeze: true }}]")] // over by then
    [InlineData($"events: [{Launch}, {{ name: f, start: 2026-06-08T00:00Z, end: 2026-06-11T00:00Z, freeze: true, resources: [other] }}]")]
    [InlineData(
        $"defaults: {{ minUnits: 20 }}\nevents: [{Launch}, {{ name: f, start: 2026-06-08T00:00Z, end: 2026-06-11T00:00Z, freeze: true }}]"
    )]
    [InlineData(
        $"resources: [{{ match: 'ch*', minUnits: 20 }}]\n"
            + $"events: [{Launch}, {{ name: f, start: 2026-06-08T00:00Z, end: 2026-06-11T00:00Z, freeze: true }}]"
    )]
    [InlineData($"defaults: {{ maxUnits: 20 }}\nresources: [{{ match: other, maxUnits: 12 }}]\nevents: [{Launch}]")]
    [InlineData(
        "defaults: { maxUnits: 10 }\n"
            + "events: [{ name: e, start: 2026-06-10T08:00Z, end: 2026-06-10T20:00Z, minUnits: 20, maxUnits: 20 }]"
    )]
    // The units of the morning stay, since the freeze forbids a scale-in too.
    [InlineData(
        "schedules: [{ name: a, days: '*', from: '08:00', to: '12:00', timeZone: UTC, minUnits: 5 }, "
            + "{ name: b, days: '*', from: '12:00', to: '18:00', timeZone: UTC, minUnits: 5 }, "
            + "{ name: f, days: '*', from: '11:00', to: '18:00', timeZone: UTC, freeze: true }]"
    )]
    public void What_can_be_met_is_not_noted(string yaml) => Assert.Empty(Describe(yaml));

    [Fact]
    public void A_schedule_within_the_freeze_of_another_is_noted() =>
        Assert.Equal(
            [
                "schedules[0]: The minimum of 5 units from 2026-06-02 06:00 UTC is requested from 2026-06-02 07:00 UTC on only, since "
                    + "schedules[1] allows no change before.",
            ],
            Describe(
                "schedules: [{ name: day, days: tue, from: '06:00', to: '18:00', timeZone: UTC, minUnits: 5 }, "
                    + "{ name: nightly, days: '*', from: '22:00', to: '07:00', timeZone: UTC, freeze: true }]"
            )
        );

    [Theory]
    [InlineData("*-eu", "game-*")]
    [InlineData("/subscriptions/s/*", "/subscriptions/*/signalr/game")]
    [InlineData("/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/*", "game-*")]
    public void A_freeze_of_a_pattern_that_names_some_of_the_same_resources_is_noted(string minimum, string freeze) =>
        Assert.Single(
            Describe(
                $"events: [{{ name: e, start: 2026-06-10T08:00Z, end: 2026-06-10T20:00Z, minUnits: 20, resources: ['{minimum}'] }}, "
                    + $"{{ name: f, start: 2026-06-08T00:00Z, end: 2026-06-11T00:00Z, freeze: true, resources: ['{freeze}'] }}]"
            )
        );

    [Fact]
    public void An_event_weeks_ahead_is_compared_with_the_schedules_of_its_day() =>
        Assert.Equal(
            [
                "events[0]: The minimum of 20 units from 2026-07-20 17:00 UTC is never requested, since schedules[0] allows no change "
                    + "before.",
            ],
            Describe(
                "schedules: [{ name: f, days: '*', from: '16:00', to: '23:00', timeZone: UTC, freeze: true }]\n"
                    + "events: [{ name: e, start: 2026-07-20T17:00Z, end: 2026-07-20T22:00Z, minUnits: 20 }]"
            )
        );

    [Fact]
    public void A_schedule_is_noted_once_and_not_for_each_day() =>
        Assert.Single(
            Describe(
                "schedules: [{ name: a, days: '*', from: '12:00', to: '18:00', timeZone: UTC, minUnits: 5 }, "
                    + "{ name: f, days: '*', from: '11:00', to: '18:00', timeZone: UTC, freeze: true }]"
            )
        );

    private static IReadOnlyList<string> Describe(string yaml) =>
        WindowNotes.Describe(ConfigurationLoader.Parse(yaml, Advisor.Configuration.Rules.RuleSetLoader.Embedded).Configuration!, Now);
}
