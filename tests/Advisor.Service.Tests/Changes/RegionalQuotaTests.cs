using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Changes;

/// <summary>Scale-outs where subscription and region allow no more. A thousand connections are one unit.</summary>
public sealed class RegionalQuotaTests
{
    private static readonly ResourceSettings Paused = new() { Pause = new ResourcePause(PausedScaling.All, "the test") };

    private readonly ServiceWorld world = new();

    // Azure allows 12 units, which Advisor does not know: the rules say 150. The other resource has 5, so that chat can have 7.
    private FakeResource CreateInFullRegion(out FakeResource other)
    {
        world.Azure.RegionalQuota = 12;
        other = world.Azure.Add("other", 5, _ => 4000, Paused);
        return world.Azure.Add("chat", 5, minute => minute < ServiceWorld.Start.AddMinutes(5) ? 3000 : 8500);
    }

    [Fact]
    [Fault("arm-quota")]
    public async Task What_the_quota_refused_is_not_asked_for_again_while_the_use_is_the_same()
    {
        var chat = CreateInFullRegion(out _);
        await world.RunAsync(180);

        // 8,500 connections need 9 units: 14 in the region are refused, 13 too. 12 are granted, and nothing is left to ask for.
        Assert.Equal([9, 8, 7], world.Azure.Asked);
        Assert.Equal(7, chat.GetUnits(world.Clock.GetUtcNow()));
        var held = (await world.ReadDecisionsAsync(chat.Id))[0];
        Assert.Equal((ScalingAction.Hold, ReasonCodes.RegionalQuota), (held.Action, held.Reasons[0].Code));
        Assert.Contains(
            "the quota of the subscription in this region allows 7, and more was refused at 08:",
            held.Reasons[0].Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_refusal_is_remembered_over_a_restart_and_forgotten_when_units_are_freed()
    {
        var chat = CreateInFullRegion(out var other);
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.Zero };
        await world.RunAsync(30);
        var before = world.Azure.Asked.Count;

        // Each run is a fresh process over the same store.
        await world.RunAsync(30);
        Assert.Equal(before, world.Azure.Asked.Count);
        Assert.Single(await (await world.OpenStateAsync()).QuotaRefusals.ListAsync(CancellationToken.None));

        // Three units are freed elsewhere: 9 + 2 are 11, within the 12.
        other.Begin(2, world.Clock.GetUtcNow(), world.Clock.GetUtcNow());
        await world.RunAsync(10);
        Assert.Equal([9, 8, 7, 9], world.Azure.Asked);
        Assert.Equal(9, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Empty(await (await world.OpenStateAsync()).QuotaRefusals.ListAsync(CancellationToken.None));
    }

    [Fact]
    public async Task After_a_scale_out_that_the_quota_capped_the_next_one_counts_the_use_again_before_it_is_sent()
    {
        // The quota of the rules, 150, is the true one. 100 + 40 + 5 are in use at first, so that chat can have 10.
        world.Azure.RegionalQuota = 150;
        world.Azure.Add("large", 100, _ => 95_000, Paused);
        var other = world.Azure.Add("other", 40, _ => 15_000, Paused);
        var later = ServiceWorld.Start.AddMinutes(29);
        var chat = world.Azure.Add(
            "chat",
            5,
            minute =>
                minute < ServiceWorld.Start.AddMinutes(5) ? 3000
                : minute < ServiceWorld.Start.AddMinutes(10) ? 10_300
                : minute < later ? 9_300
                : 14_000
        );
        var loop = await world.CreateLoopAsync();
        await TickAsync(loop, 29);
        Assert.Equal([10], world.Azure.Asked);
        Assert.Contains(
            await world.ReadDecisionsAsync(chat.Id),
            made => made.Action == ScalingAction.ScaleOut && made.Reasons.Any(reason => reason.Code == ReasonCodes.RegionalQuota)
        );

        // The list of 08:30 shows 20 units less; at 08:31 they are taken again, before it is known that chat needs more than 10 (from 08:29
        // on).
        other.Begin(20, world.Clock.GetUtcNow(), world.Clock.GetUtcNow());
        await TickAsync(loop, 2);
        other.Begin(40, world.Clock.GetUtcNow(), world.Clock.GetUtcNow());
        await TickAsync(loop, 12);

        Assert.Equal([10], world.Azure.Asked);
        var dropped = (await world.ReadChangesAsync(chat.Id))[0];
        Assert.Equal((ChangeState.Canceled, "RegionalQuota", 20), (dropped.State, dropped.Code, dropped.ToUnits));
        Assert.Equal("150 of 150 units are now in use in westeurope: Advisor does not request 20.", dropped.Text);

        other.Begin(20, world.Clock.GetUtcNow(), world.Clock.GetUtcNow());
        await TickAsync(loop, 12);
        Assert.Equal([10, 20], world.Azure.Asked);
    }

    [Fact]
    public async Task A_scale_out_in_progress_counts_before_a_list_shows_it()
    {
        // 140 are in use and 150 allowed. Two resources scale out, one of them two minutes later: the list of 08:00 still says that 10 are
        // left.
        world.Azure.RegionalQuota = 150;
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.FromHours(1) };
        world.Azure.Add("large", 100, _ => 95_000, Paused);
        world.Azure.Add("other", 30, _ => 25_000, Paused);
        world.Azure.Add("small", 6, _ => 5_000, Paused);
        var start = ServiceWorld.Start.AddMinutes(5);
        world.Azure.Add("one", 2, minute => minute < start ? 500 : 6500);
        world.Azure.Add("two", 2, minute => minute < start.AddMinutes(2) ? 500 : 8500);
        await world.RunAsync(30);

        // One takes 5 of the 10 (6,500 connections need 7 units), which leaves 5 for two, which needs 9: 2 + 5.
        Assert.Equal([7, 7], world.Azure.Asked);
    }

    // 100 + 40 + 7 units and 2 of chat are 149 in use. 5,500 connections of chat need 6 units: 4 more.
    [Fact]
    public async Task A_raised_quota_that_Azure_reports_lets_a_scale_out_through()
    {
        world.Azure.Add("large", 100, _ => 95_000, Paused);
        world.Azure.Add("other", 40, _ => 35_000, Paused);
        world.Azure.Add("small", 7, _ => 6_000, Paused);
        ReportQuota(1500, elsewhere: 0);
        var chat = AddRisingChat();
        await world.RunAsync(30);

        Assert.Equal([6], world.Azure.Asked);
        Assert.Equal(6, chat.GetUnits(world.Clock.GetUtcNow()));
    }

    [Fact]
    public async Task The_reason_says_that_the_limit_was_read_from_Azure_and_when()
    {
        // 147 elsewhere: 3 of the 150 are left for chat.
        ReportQuota(150, elsewhere: 147);
        var chat = AddRisingChat();
        await world.RunAsync(30);

        Assert.Equal([3], world.Azure.Asked);
        Assert.Contains(
            "the quota of the subscription in this region allows 3 (the limit is 150 units, read from Azure at 08:00 UTC). A support",
            (await world.ReadDecisionsAsync(chat.Id))[0].Reasons[0].Text,
            StringComparison.Ordinal
        );
        var saved = Assert.Single(await (await world.OpenStateAsync()).Quotas.ListAsync(ServiceWorld.Start, CancellationToken.None));
        Assert.Equal((150, 147), (saved.Limit, saved.UnitsElsewhere));
    }

    [Fact]
    public async Task A_limit_read_after_a_refusal_that_allows_what_was_refused_ends_it()
    {
        var chat = CreateInFullRegion(out _);
        await world.RunAsync(30);
        Assert.Equal([9, 8, 7], world.Azure.Asked);

        // A support ticket raises the limit; the same units are in use.
        world.Azure.RegionalQuota = 100;
        world.Azure.ReportedQuotas.Add(new ReportedQuota("s", "westeurope", 100, 0, world.Clock.GetUtcNow()));
        await world.RunAsync(10);

        Assert.Equal([9, 8, 7, 9], world.Azure.Asked);
        Assert.Equal(9, chat.GetUnits(world.Clock.GetUtcNow()));
    }

    private void ReportQuota(int limit, int elsewhere) =>
        world.Azure.ReportedQuotas.Add(new ReportedQuota("s", "westeurope", limit, elsewhere, ServiceWorld.Start));

    private FakeResource AddRisingChat() => world.Azure.Add("chat", 2, minute => minute < ServiceWorld.Start.AddMinutes(5) ? 500 : 5500);

    [Theory]
    [InlineData(100, 0, true)] // as many as at the time
    [InlineData(99, 0, false)] // one was freed
    [InlineData(109, 0, true)]
    [InlineData(110, 0, false)] // as many as were refused: the quota is higher now
    [InlineData(null, 0, true)] // not listed again yet
    [InlineData(100, 1439, true)]
    [InlineData(100, 1440, false)] // a day
    public void A_refusal_stands_until_the_use_shows_otherwise_and_for_a_day_at_the_most(int? used, int minutes, bool stands) =>
        Assert.Equal(
            stands,
            new QuotaRefusal("s", "westeurope", 100, 110, true, ServiceWorld.Start).IsInForce(used, ServiceWorld.Start.AddMinutes(minutes))
        );

    [Theory]
    [InlineData(1439, 110)]
    [InlineData(1440, 120)] // a day: the earlier one says nothing any more
    public async Task The_lower_of_two_refused_numbers_counts_while_the_earlier_refusal_stands(int minutes, int refused)
    {
        var refusals = (await world.OpenStateAsync()).QuotaRefusals;
        var first = new QuotaRefusal("s", "westeurope", 100, 110, true, ServiceWorld.Start);
        await refusals.SaveAsync(first, CancellationToken.None);

        await refusals.SaveAsync(first with { Refused = 120, At = ServiceWorld.Start.AddMinutes(minutes) }, CancellationToken.None);

        Assert.Equal(refused, (await refusals.FindAsync("s", "westeurope", CancellationToken.None))!.Refused);
    }

    private async Task TickAsync(WatchLoop loop, int ticks)
    {
        for (var tick = 0; tick < ticks; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }
    }
}
