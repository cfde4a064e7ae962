using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Approvals;

/// <summary>A recommendation that people do not want to see again: for how long it stays away, and what brings it back.</summary>
public sealed class SnoozeTests
{
    private readonly ServiceWorld world = new();

    // At 900 to a unit 1.5 units, and 1.65 with a tenth for what may come: 2 are recommended, with and without a history.
    private double connections = 1350;

    [Fact]
    public async Task A_snoozed_recommendation_is_not_sent_and_returns_when_its_time_has_passed()
    {
        var chat = await RunUntilRecommendedAsync();
        await SnoozeAsync(chat, TimeSpan.FromMinutes(30));

        await world.RunAsync(29);
        Assert.Equal(1, CountSent("recommendation"));
        var line = (await world.ReadDecisionsAsync(chat))[0];
        Assert.Equal((AuditOutcome.Snoozed, 2), (line.Outcome, line.Units));
        Assert.Equal(
            $"Snoozed until {Until:yyyy-MM-dd HH:mm} UTC by dana: kept for the opening. "
                + "It returns when the current or the recommended size changes by more than 10 %.",
            line.Reasons[0].Text
        );

        await world.RunAsync(3);
        Assert.Equal(2, CountSent("recommendation"));
        Assert.Equal(AuditOutcome.Recommended, (await world.ReadDecisionsAsync(chat))[0].Outcome);
    }

    [Fact]
    public async Task A_dismissed_recommendation_comes_back_when_its_figures_change_by_more_than_a_tenth()
    {
        var chat = await RunUntilRecommendedAsync();
        await SnoozeAsync(chat, null);

        await world.RunAsync(60);
        Assert.Equal(1, CountSent("recommendation"));

        connections = 5600; // 3 units or more in place of 2
        await world.RunAsync(10);
        Assert.Equal(AuditOutcome.Recommended, (await world.ReadDecisionsAsync(chat))[0].Outcome);
        Assert.True(CountSent("recommendation") > 1);
    }

    [Fact]
    public async Task A_snooze_whose_time_has_passed_is_not_ended_by_a_person()
    {
        var chat = await RunUntilRecommendedAsync();
        var end = world.Clock.GetUtcNow().AddMinutes(10);
        await SnoozeAsync(chat, TimeSpan.FromMinutes(10));
        var state = await world.OpenStateAsync();

        Assert.False(await RecommendationSnoozes.EndAsync(state, chat, "sam", end, CancellationToken.None));
        Assert.True(await RecommendationSnoozes.EndAsync(state, chat, "sam", end.AddTicks(-1), CancellationToken.None));
    }

    [Fact]
    public async Task An_ended_snooze_sends_again_and_is_a_line_with_the_person_who_ended_it()
    {
        var chat = await RunUntilRecommendedAsync();
        await SnoozeAsync(chat, null);
        await world.RunAsync(5);
        var (state, now) = (await world.OpenStateAsync(), world.Clock.GetUtcNow().AddSeconds(-30)); // before the next tick

        Assert.True(await RecommendationSnoozes.EndAsync(state, chat, "sam", now, CancellationToken.None));
        Assert.False(await RecommendationSnoozes.EndAsync(state, chat, "sam", now, CancellationToken.None));

        var line = Assert.Single(await world.ReadDecisionsAsync(chat), line => line.Outcome == AuditOutcome.SnoozeEnded);
        Assert.Equal(("sam", AdvisorMode.Recommend), (line.Actor, line.Mode));
        Assert.Contains("The dismissal by ", line.Reasons[0].Text, StringComparison.Ordinal);
        await world.RunAsync(2);
        Assert.Equal(AuditOutcome.Recommended, (await world.ReadDecisionsAsync(chat))[0].Outcome);
    }

    [Fact]
    public async Task A_snooze_is_at_once_a_line_of_the_timeline_with_who_did_it_and_why()
    {
        var chat = await RunUntilRecommendedAsync();
        await SnoozeAsync(chat, TimeSpan.FromMinutes(30));

        var timeline = (await world.OpenStateAsync()).Timeline;
        var page = await timeline.QueryAsync(
            new(ServiceWorld.Start, world.Clock.GetUtcNow().AddMinutes(1), null, 100),
            CancellationToken.None
        );

        var (at, person) = Assert.Single(page.Records.Where(line => line.Person is not null).Select(line => (line.At, line.Person!)));
        Assert.Equal(world.Clock.GetUtcNow(), at, TimeSpan.FromSeconds(1));
        Assert.Equal((AuditOutcome.Snoozed, "dana"), (person.Outcome, person.Actor));
        Assert.StartsWith(
            $"Standard_S1 x 1 to Standard_S1 x 2. Snoozed until {Until:yyyy-MM-dd HH:mm} UTC by dana: kept for the opening.",
            person.Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Automatic_changes_go_on()
    {
        var chat = await RunUntilRecommendedAsync();
        await SnoozeAsync(chat, null);
        world.Options = world.Options with { Mode = AdvisorMode.Auto };

        await world.RunAsync(10);

        Assert.Single(world.Azure.Patches);
    }

    // Ten per cent of 10 are one unit; the tiers have no tenth.
    [Theory]
    [InlineData("Standard_S1", 20, "Standard_S1", 10, true)]
    [InlineData("Standard_S1", 20, "standard_s1", 9, true)]
    [InlineData("Standard_S1", 20, "Standard_S1", 8, false)]
    [InlineData("Standard_S1", 30, "Standard_S1", 10, false)]
    [InlineData("Standard_S1", 20, "Premium_P1", 10, false)]
    public void It_is_the_same_recommendation_within_a_tenth_of_both_sizes_and_with_the_same_tiers(
        string fromSku,
        int fromUnits,
        string sku,
        int units,
        bool same
    )
    {
        var snooze = new RecommendationSnooze
        {
            ResourceId = "/chat",
            FromSku = "Standard_S1",
            FromUnits = 20,
            Sku = "Standard_S1",
            Units = 10,
            Author = "dana",
            Reason = "why",
            At = ServiceWorld.Start,
            Until = ServiceWorld.Start.AddDays(7),
        };

        Assert.Equal(same, snooze.Covers(new(fromSku, fromUnits), new(sku, units), ServiceWorld.Start.AddDays(6)));
        Assert.False(snooze.Covers(new(fromSku, fromUnits), new(sku, units), ServiceWorld.Start.AddDays(7)));
        Assert.Equal(same, (snooze with { Until = null }).Covers(new(fromSku, fromUnits), new(sku, units), ServiceWorld.Start.AddYears(1)));
    }

    private DateTime Until { get; set; }

    private async Task<string> RunUntilRecommendedAsync()
    {
        var chat = world.Azure.Add("chat", 1, _ => connections);
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        await world.RunAsync(5);
        Assert.Equal(1, CountSent("recommendation"));
        return chat.Id;
    }

    private async Task SnoozeAsync(string id, TimeSpan? time)
    {
        var (state, now) = (await world.OpenStateAsync(), world.Clock.GetUtcNow());
        var recommended = await RecommendationSnoozes.FindRecommendedAsync(state, id, now, CancellationToken.None);
        var snooze = await RecommendationSnoozes.SnoozeAsync(
            state,
            recommended!,
            "dana",
            "kept for the opening",
            now + time,
            now,
            CancellationToken.None
        );
        Until = snooze.Until?.UtcDateTime ?? default;
    }

    private int CountSent(string kind) => world.Channel.Kinds.Count(sent => sent == kind);
}
