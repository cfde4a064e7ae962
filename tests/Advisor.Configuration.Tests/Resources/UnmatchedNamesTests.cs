using Advisor.Configuration.Resources;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Tests;

namespace Advisor.Configuration.Tests.Resources;

public sealed class UnmatchedNamesTests
{
    private const string Subscription = "00000000-0000-4000-8000-00000000ad01";
    private const string Other = "00000000-0000-4000-8000-00000000ad02";
    private const string Group = $"/subscriptions/{Subscription}/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/";
    private const string Misspelled = "resources: [{ match: hot-chta, maxUnits: 2 }]\n";
    private const string Note = "advisor.yaml: resources[0].match: 'hot-chta' matches none of the 2 resources; did you mean 'hot-chat'?";

    private static readonly FleetScope Whole = new() { Subscriptions = [Subscription] };
    private static readonly DateTimeOffset Now = new(2026, 6, 1, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("resources: [{ match: hot-chta, maxUnits: 2 }]", Note)]
    [InlineData(
        "resources: [{ match: lobby, maxUnits: 2 }]",
        "advisor.yaml: resources[0].match: 'lobby' matches none of the 2 resources; it has no effect until there is one."
    )]
    [InlineData(
        $"resources: [{{ match: '{Group}hot-chta', maxUnits: 2 }}]",
        $"advisor.yaml: resources[0].match: '{Group}hot-chta' is the id of none of the 2 resources; did you mean '{Group}hot-chat'?"
    )]
    [InlineData(
        "schedules: [{ name: night, days: '*', from: '22:00', to: '06:00', timeZone: UTC, freeze: true, resources: ['i*', idle-stagin] }]",
        "advisor.yaml: schedules[0].resources: 'idle-stagin' matches none of the 2 resources; did you mean 'idle-staging'?"
    )]
    [InlineData(
        "events: [{ name: e, start: 2026-06-01T10:00Z, end: 2026-06-01T12:01Z, minUnits: 3, resources: [idle-stagin] }]",
        "advisor.yaml: events[0].resources: 'idle-stagin' matches none of the 2 resources; did you mean 'idle-staging'?"
    )]
    [InlineData(
        "mutes: [{ name: m, days: '*', from: '02:00', to: '03:00', timeZone: UTC, match: { resource: hot-chat } }]",
        $"advisor.yaml: mutes[0].match.resource: 'hot-chat' is the id of none of the 2 resources; did you mean '{Group}hot-chat'?"
    )]
    [InlineData(
        "quota: [{ units: 20 }, { region: westeurop, units: 10 }]",
        "advisor.yaml: quota[1].region: 'westeurop' is the region of none of the 2 resources; did you mean 'westeurope'?"
    )]
    [InlineData(
        "mutes: [{ name: m, days: '*', from: '02:00', to: '03:00', timeZone: UTC, match: { region: japaneast } }]",
        "advisor.yaml: mutes[0].match.region: 'japaneast' is the region of none of the 2 resources; it has no effect until there is one."
    )]
    public void A_name_that_matches_no_resource_is_noted_with_its_place_and_what_was_probably_meant(string yaml, string expected) =>
        Assert.Equal([expected], Describe(yaml, Whole));

    [Theory]
    [InlineData("resources: [{ match: HOT-chat, maxUnits: 2 }]")] // without case
    [InlineData("resources: [{ match: 'lobby-*', maxUnits: 2 }]")] // a wildcard may match nothing
    [InlineData($"resources: [{{ match: {Group}hot-chat, maxUnits: 2 }}]")]
    // An id of a subscription that is not listed.
    [InlineData(
        $"resources: [{{ match: /subscriptions/{Other}/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/x, maxUnits: 2 }}]"
    )]
    [InlineData("quota: [{ region: WestEurope, units: 10 }]")]
    [InlineData($"quota: [{{ subscription: {Other}, region: japaneast, units: 10 }}]")]
    // It ends now, and its end is exclusive.
    [InlineData("events: [{ name: e, start: 2026-06-01T10:00Z, end: 2026-06-01T12:00Z, minUnits: 3, resources: [idle-stagin] }]")]
    public void Names_that_match_and_those_that_may_be_right_are_not_noted(string yaml) => Assert.Empty(Describe(yaml, Whole));

    [Fact]
    public void A_resource_that_is_known_by_its_geo_replica_alone_is_matched() =>
        Assert.Empty(Describe("resources: [{ match: lobby, maxUnits: 2 }]", Whole, List("idle-staging", "lobby/replicas/lobby-east")));

    [Fact]
    public void A_run_on_a_part_of_the_scope_of_the_file_notes_nothing()
    {
        var file = $"scope: {{ subscriptions: [{Subscription}, {Other}] }}\n{Misspelled}";

        Assert.Empty(Describe(file, Whole));
        Assert.Equal([Note], Describe(file, Whole with { Subscriptions = [Other, Subscription] }));
        Assert.Equal([Note], Describe(file, new FleetScope { AllSubscriptions = true }));
    }

    [Fact]
    public void A_run_on_single_resources_or_on_a_group_or_tag_notes_nothing()
    {
        Assert.Equal([Note], Describe(Misspelled, Whole));
        Assert.Empty(Describe(Misspelled, Whole with { ResourceGroups = ["g"] }));
        Assert.Empty(Describe(Misspelled, Whole with { Tags = new Dictionary<string, string> { ["team"] = "chat" } }));
        Assert.Empty(Describe(Misspelled, new FleetScope { ResourceIds = [Group + "hot-chat"] }));
    }

    [Fact]
    public void A_listing_with_a_failure_that_may_hide_resources_notes_nothing()
    {
        var autoscale = $"/subscriptions/{Subscription}/providers/Microsoft.Insights/autoscaleSettings";
        FleetListing Fail(string id) => List() with { Failures = [new FleetFailure(id, FailureCode.Forbidden, "No.")] };

        Assert.Empty(Describe(Misspelled, Whole, Fail($"/subscriptions/{Subscription}")));
        Assert.Equal([Note], Describe(Misspelled, Whole, Fail(autoscale)));
        Assert.Empty(Describe(Misspelled, Whole, new FleetListing([], [])));
    }

    /// <summary>Eight names, of which five are shown.</summary>
    [Fact]
    public void Many_names_are_counted()
    {
        var names = string.Join(", ", Enumerable.Range(1, 8).Select(i => $"{{ match: room-{i}, maxUnits: 2 }}"));

        var notes = Describe($"resources: [{names}]", Whole);

        Assert.Equal((6, "advisor.yaml: 3 more of its names match none of the 2 resources."), (notes.Count, notes[^1]));
    }

    [Fact]
    public void What_was_noted_when_the_file_was_read_comes_first_also_where_a_listing_is_of_a_part()
    {
        var config = ConfigurationLoaderTests.Load("prices: { currency: EUR }\n" + Misspelled);
        const string Read =
            "advisor.yaml: prices.currency: The list prices are in USD, which costs are shown in; the source retail has other currencies.";

        Assert.Equal([Read, Note], UnmatchedNames.DescribeWithNotes(config, Whole, List(), Now));
        Assert.Equal([Read], UnmatchedNames.DescribeWithNotes(config, Whole with { ResourceGroups = ["g"] }, List(), Now));
    }

    private static IReadOnlyList<string> Describe(string yaml, FleetScope scope, FleetListing? listing = null) =>
        UnmatchedNames.Describe(ConfigurationLoaderTests.Load(yaml), scope, listing ?? List(), Now);

    private static FleetListing List(params string[] names) =>
        new(
            [
                .. (names.Length > 0 ? names : ["hot-chat", "idle-staging"]).Select(name =>
                    SampleResource.CreateWithId(Group + name) with
                    {
                        SubscriptionId = Subscription,
                    }
                ),
            ],
            []
        );
}
