using System.Text.RegularExpressions;
using Advisor.Configuration.Resources;
using Advisor.Core.Capacity;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Configuration.Tests.Resources;

public sealed class ResourcePatternTests
{
    private const string Id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/Chat-1";

    [Theory]
    [InlineData("chat-1", true)]
    [InlineData("CHAT-1", true)]
    [InlineData("chat", false)]
    [InlineData("chat-*", true)]
    [InlineData("*", true)]
    [InlineData("*-*", true)]
    [InlineData("c*t*1", true)]
    [InlineData("chat-1*", true)]
    [InlineData("chat-1*1", false)] // the one 1 cannot be the end of the prefix and the suffix at once
    [InlineData("signalr/chat-1", false)] // a name has no slash
    [InlineData("/subscriptions/S/*/signalr/chat-1", true)]
    [InlineData("/subscriptions/other/*", false)]
    [InlineData(Id, true)]
    [InlineData("c.*", false)] // no regular expression
    public void A_pattern_is_an_id_or_a_name_with_a_star_for_anything(string pattern, bool matches)
    {
        Assert.Equal(matches, new ResourcePattern(pattern).Matches(Id));
        Assert.Equal(matches, new ResourceSelector([new ResourcePattern("other"), new ResourcePattern(pattern)]).Matches(Id));
    }

    [Theory]
    [InlineData("chat", "CHAT", true)]
    [InlineData("chat", "chat-*", false)]
    [InlineData("chat-*", "*-eu", true)] // chat-eu
    [InlineData("chat-*", "chat-eu*", true)]
    [InlineData("chat-*", "game-*", false)]
    [InlineData("*-eu", "*-us", false)]
    [InlineData("*a*", "*b*", true)] // ab
    [InlineData(Id, "chat-*", true)]
    [InlineData(Id, "game-*", false)]
    [InlineData(Id + "/replicas/eu", "chat-1/*", true)]
    [InlineData(Id + "/replicas/eu", "chat-1", true)]
    [InlineData(Id + "/replicas/eu", Id, true)]
    [InlineData("chat", "chat/eu", true)]
    [InlineData("chat-*", "chat-1/eu", true)]
    [InlineData("eu", "chat/eu", false)]
    [InlineData("/subscriptions/s/*", "/subscriptions/other/*", false)]
    public void Patterns_overlap_where_some_resource_may_match_both(string one, string other, bool overlap)
    {
        Assert.Equal(overlap, new ResourcePattern(one).Overlaps(new ResourcePattern(other)));
        Assert.Equal(overlap, new ResourcePattern(other).Overlaps(new ResourcePattern(one)));
    }

    /// <summary>The default maximum is 100.</summary>
    [Theory]
    [InlineData("big-chat")]
    [InlineData("BIG-chat")]
    [InlineData("/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/big-chat")]
    public void A_resource_that_is_named_has_the_maximum_of_an_earlier_entry(string match)
    {
        var yaml = $$"""
            resources:
              - { match: "big-*", maxUnits: 200 }
              - { match: {{match}}, minUnits: 150 }
            """;

        var settings = ConfigurationLoaderTests
            .Load(yaml)
            .ResolveSettings(
                "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/big-chat",
                ServiceKind.SignalR,
                new Dictionary<string, string>(),
                ConfigurationLoaderTests.Now
            );

        Assert.Empty(settings.Problems);
        Assert.Equal((150, 200), (settings.Settings.MinUnits, settings.Settings.MaxUnits));
    }

    [Fact]
    public void It_agrees_with_a_regular_expression_and_the_index_with_both()
    {
        var texts = Gen.Elements('a', 'B', 'b', '*', '/').ArrayOf().Select(characters => new string(characters));
        var cases =
            from patterns in texts.Where(text => text.Length > 0).ArrayOf()
            from id in texts.Select(text => text.Replace('*', 'c'))
            select (patterns, id);

        Prop.ForAll(
                Arb.From(cases),
                drawn =>
                {
                    var patterns = drawn.patterns.Select(text => new ResourcePattern(text)).ToList();
                    var expected = Enumerable.Range(0, patterns.Count).Where(i => IsExpected(drawn.patterns[i], drawn.id)).ToList();
                    var index = new PatternIndex(patterns);
                    return patterns
                            .Select(pattern => pattern.Matches(drawn.id))
                            .SequenceEqual(drawn.patterns.Select(text => IsExpected(text, drawn.id)))
                        && index.Find(drawn.id).SequenceEqual(expected)
                        && index.MatchesAny(drawn.id) == expected.Count > 0;
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));
    }

    // What is set for a resource is set for its replicas; an entry for one of them goes on from there.
    [Theory]
    [InlineData("chat-1", true)]
    [InlineData("chat-1/east", true)]
    [InlineData("CHAT-1/*", true)]
    [InlineData("*-1", true)] // the name of its resource
    [InlineData(Id, true)]
    [InlineData(Id + "/replicas/east", true)]
    [InlineData("east", false)]
    [InlineData("chat-1/west", false)]
    [InlineData(Id + "/replicas/west", false)]
    public void A_pattern_matches_a_replica_by_its_own_name_or_that_of_its_resource(string pattern, bool matches)
    {
        const string replica = Id + "/replicas/East";

        Assert.Equal(matches, new ResourcePattern(pattern).Matches(replica));
        Assert.Equal(matches, new ResourceSelector([new ResourcePattern(pattern)]).Matches(replica));
        Assert.Equal(matches ? [0] : [], new PatternIndex([new ResourcePattern(pattern)]).Find(replica));
        Assert.Equal(
            pattern is not ("chat-1/east" or "CHAT-1/*" or Id + "/replicas/east") && matches,
            new ResourcePattern(pattern).Matches(Id)
        );
    }

    [Fact]
    public void Entries_of_an_id_a_name_and_a_wildcard_apply_in_the_order_of_the_file()
    {
        var configuration = ConfigurationLoaderTests.Load(
            $$"""
            resources:
              - { match: {{ConfigurationLoaderTests.Chat}}, minUnits: 2, maxUnits: 20, team: id }
              - { match: "c*", maxUnits: 30, team: wildcard }
              - { match: {{ConfigurationLoaderTests.Chat}}, team: id-again }
              - { match: Chat, maxUnits: 40 }
            """
        );

        var settings = configuration
            .ResolveSettings(
                ConfigurationLoaderTests.Chat.ToUpperInvariant(),
                ServiceKind.SignalR,
                ConfigurationLoaderTests.NoTags,
                ConfigurationLoaderTests.Now,
                TimeSpan.FromHours(1)
            )
            .Settings;

        Assert.Equal((2, 40, "id-again"), (settings.MinUnits, settings.MaxUnits, settings.Team));
    }

    [Fact]
    public void Ten_thousand_ids_take_less_than_a_kilobyte_each()
    {
        const int count = 10_000;
        var ids = Enumerable.Range(0, count).Select(i => $"{Id}-{i}").ToList();

        var before = GC.GetAllocatedBytesForCurrentThread();
        var index = new PatternIndex(ids.ConvertAll(id => new ResourcePattern(id)));
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal([count - 1], index.Find(ids[^1]));
        Assert.InRange(allocated, 0, count * 1000L); // a regular expression for each took about 1.7 MB each
    }

    [Fact]
    public void A_pattern_of_many_stars_is_decided_in_proportion_to_its_length() =>
        Assert.False(new ResourcePattern(string.Concat(Enumerable.Repeat("*a", 2000)) + "b").Matches(new string('a', 20_000)));

    private static bool IsExpected(string pattern, string id) =>
        Regex.IsMatch(
            pattern.StartsWith('/') ? id : id[(id.LastIndexOf('/') + 1)..],
            "^" + string.Join(".*", pattern.Split('*').Select(Regex.Escape)) + "$",
            RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
            TimeSpan.FromMinutes(1)
        );
}
