using Advisor.Core.Alerting;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>
/// The units of an announced window are in force when it starts, however long changes of the resource take. 300 connections need one unit;
/// a first event of 3 units shows what a change takes, a second one of 5 units begins six hours later.
/// </summary>
public sealed class AnnouncedMinimumTests
{
    private static readonly TimeSpan Tick = TimeSpan.FromMinutes(1);

    private static readonly DateTimeOffset First = ServiceWorld.Start.AddHours(1),
        Second = ServiceWorld.Start.AddHours(7);

    private readonly ServiceWorld world = new();

    private FakeResource CreateChat(TimeSpan takes, TimeSpan? lead = null, int? maxStep = null)
    {
        world.Azure.ChangeTakes = takes;
        PlannedWindow[] windows =
        [
            new("rehearsal", First, First.AddHours(1), 3, false),
            new("opening", Second, Second.AddHours(1), 5, false) { Lead = lead },
        ];
        return world.Azure.Add("chat", 1, _ => 300, new ResourceSettings { Windows = windows, MaxStep = maxStep });
    }

    // A change that takes 3 min 50 s is verified by the fourth tick: 4 minutes and the tick are less than the minimum of 10. 25 and 40
    // minutes are asked for 26 and 41 minutes ahead.
    [Theory]
    [InlineData(4, 10)]
    [InlineData(25, 26)]
    [InlineData(40, 41)]
    public async Task A_floor_is_in_force_when_it_starts_and_asked_for_as_long_ahead_as_changes_take(int minutes, int ahead)
    {
        var chat = CreateChat(TimeSpan.FromMinutes(minutes) - TimeSpan.FromSeconds(10));

        // Each run is a fresh process over the same store.
        await world.RunAsync(240);
        await world.RunAsync(190);

        Assert.Equal(5, chat.GetUnits(Second));
        Assert.Equal(Second.AddMinutes(-ahead), await FindRequestTimeAsync(chat, 5));
    }

    [Fact]
    public async Task Before_any_change_was_observed_a_floor_is_asked_for_half_an_hour_ahead()
    {
        var chat = CreateChat(TimeSpan.FromMinutes(24));
        await world.RunAsync(70);

        Assert.Equal(3, chat.GetUnits(First));
        Assert.Equal(First.AddMinutes(-30), await FindRequestTimeAsync(chat, 3));
    }

    [Fact]
    public async Task At_the_end_of_a_lower_floor_the_units_of_the_settings_are_in_force()
    {
        // The scale-in of the night takes four minutes, less than the minimum lead of 10.
        world.Azure.ChangeTakes = TimeSpan.FromMinutes(4) - TimeSpan.FromSeconds(10);
        var night = new PlannedWindow("night", First, Second, 1, false) { IsRecurring = true };
        var chat = world.Azure.Add("chat", 5, _ => 300, new ResourceSettings { MinUnits = 5, Windows = [night] });

        await world.RunAsync(430);

        Assert.Equal((5, 1, 5), (chat.GetUnits(First), chat.GetUnits(Second.AddHours(-1)), chat.GetUnits(Second)));
        Assert.Equal(Second.AddMinutes(-10), await FindRequestTimeAsync(chat, 5));
    }

    [Fact]
    public async Task A_stated_lead_goes_before_what_was_observed()
    {
        var chat = CreateChat(TimeSpan.FromMinutes(4), lead: TimeSpan.FromMinutes(75));
        await world.RunAsync(430);

        Assert.Equal(Second.AddMinutes(-75), await FindRequestTimeAsync(chat, 5));
    }

    [Fact]
    public async Task A_floor_of_several_changes_is_asked_for_that_many_changes_ahead()
    {
        // From 1 to 5 by at most 2 units are two changes of 20 minutes and the tick, each.
        var chat = CreateChat(TimeSpan.FromMinutes(20) - TimeSpan.FromSeconds(10), maxStep: 2);
        await world.RunAsync(430);

        Assert.Equal(5, chat.GetUnits(Second));
        Assert.Equal(Second.AddMinutes(-42), await FindRequestTimeAsync(chat, 3, after: First.AddHours(3)));
    }

    // Five units of which four lack are asked for half an hour ahead; eight minutes later they are still not on their way.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_minimum_that_is_not_in_force_in_time_alerts_ahead_of_its_start(bool isPaused)
    {
        var chat = CreateChat(TimeSpan.FromMinutes(4) - TimeSpan.FromSeconds(10), lead: TimeSpan.FromMinutes(30));
        await world.RunAsync(240);
        var pause = isPaused ? new ResourcePause(PausedScaling.ScaleOut, "the tag advisor-pause") : null;
        chat.Settings = chat.Settings with { Pause = pause };
        await world.RunAsync(300);

        var told = world.Reports.Where(report => report.Condition == "announcedMinimum").Select(report => (report.Kind, report.At));
        Assert.Equal(
            isPaused
                ? [(AlertEventKind.Fired, Second.AddMinutes(-22)), (AlertEventKind.Resolved, Second.AddMinutes(62))]
                : Array.Empty<(AlertEventKind, DateTimeOffset)>(),
            told
        );
    }

    // The five units of the settings are asked for ten minutes before the night ends, since changes take four; eight minutes later they
    // are not on their way. When it has ended, they are required all the more.
    [Fact]
    public async Task A_minimum_of_the_settings_that_is_not_in_force_after_a_lower_one_alerts_until_it_is()
    {
        world.Azure.ChangeTakes = TimeSpan.FromMinutes(4) - TimeSpan.FromSeconds(10);
        var night = new PlannedWindow("night", First, Second, 1, false) { IsRecurring = true };
        var chat = world.Azure.Add("chat", 5, _ => 300, new ResourceSettings { MinUnits = 5, Windows = [night] });
        await world.RunAsync(240);
        chat.Settings = chat.Settings with { Pause = new ResourcePause(PausedScaling.ScaleOut, "the tag advisor-pause") };
        await world.RunAsync(300);

        var fired = Assert.Single(world.Reports, report => report.Condition == "announcedMinimum");
        Assert.Equal((AlertEventKind.Fired, Second.AddMinutes(-2)), (fired.Kind, fired.At));
        Assert.Equal("5 units of the settings when night ends at 2026-01-05 15:00 UTC", fired.Limit);

        chat.Settings = chat.Settings with { Pause = null };
        await world.RunAsync(30);
        Assert.Equal(AlertEventKind.Resolved, world.Reports.Last(report => report.Condition == "announcedMinimum").Kind);
    }

    [Fact]
    public async Task A_minimum_that_is_asked_for_as_long_ahead_as_changes_take_alerts_nobody()
    {
        CreateChat(TimeSpan.FromMinutes(4) - TimeSpan.FromSeconds(10));
        await world.RunAsync(540);

        Assert.DoesNotContain(world.Reports, report => report.Condition == "announcedMinimum");
    }

    [Fact]
    public async Task The_time_in_which_Advisor_was_stopped_is_not_what_a_change_takes()
    {
        // The three units are asked for at 08:30; from 08:32 to 11:32 nobody looks. The scale-in after that takes four minutes.
        var chat = CreateChat(TimeSpan.FromMinutes(4) - TimeSpan.FromSeconds(10));
        await world.RunAsync(32);
        world.Clock.Advance(TimeSpan.FromHours(3));
        await world.RunAsync(240);

        Assert.Equal(5, chat.GetUnits(Second));
        Assert.Equal(Second.AddMinutes(-10), await FindRequestTimeAsync(chat, 5));
    }

    [Fact]
    public async Task The_longest_of_the_last_five_changes_is_what_a_change_takes()
    {
        var tally = default(ChangeTally);
        foreach (var minutes in (int[])[30, 4, 12, 5, 6])
        {
            tally = CreateVerified(tally, minutes);
        }

        Assert.Equal(TimeSpan.FromMinutes(30), tally!.FindChangeTime(Tick));
        tally = CreateVerified(tally, 3);
        Assert.Equal(TimeSpan.FromMinutes(12), tally.FindChangeTime(Tick));

        // The store keeps it with the resource; a change that failed says nothing of the time, and a row of an older version has none.
        var state = await world.OpenStateAsync();
        await state
            .BeginCommit("/r")
            .SaveTally(ChangeTally.Advance(tally, CreateClosed(90) with { State = ChangeState.Failed })!)
            .RunAsync(CancellationToken.None);
        Assert.Equal(TimeSpan.FromMinutes(12), (await state.Changes.FindTallyAsync("/r", CancellationToken.None))!.FindChangeTime(Tick));
        Assert.Null((tally with { Durations = null }).FindChangeTime(Tick));

        // A decision is 15 minutes old at most when it is sent, and then followed for 45; a tick sees the end.
        Assert.Equal(TimeSpan.FromMinutes(61), CreateVerified(tally, 61).FindChangeTime(Tick));
        Assert.Equal(TimeSpan.FromMinutes(12), CreateVerified(tally, 62).FindChangeTime(Tick));
        Assert.Null(CreateVerified(null, 62).FindChangeTime(Tick));
    }

    private async Task<DateTimeOffset> FindRequestTimeAsync(FakeResource resource, int units, DateTimeOffset? after = null) =>
        (await world.ReadChangesAsync(resource.Id))
            .Last(change => change.ToUnits == units && change.FromUnits < units && change.DecidedAt > (after ?? ServiceWorld.Start))
            .DecidedAt;

    private static ChangeTally CreateVerified(ChangeTally? before, int minutes) => ChangeTally.Advance(before, CreateClosed(minutes))!;

    private static ChangeRecord CreateClosed(int minutes) =>
        new()
        {
            ResourceId = "/r",
            DecidedAt = ServiceWorld.Start,
            FromSku = "Standard_S1",
            FromUnits = 1,
            ToSku = "Standard_S1",
            ToUnits = 2,
            State = ChangeState.Verified,
            ClosedAt = ServiceWorld.Start.AddMinutes(minutes),
        };
}
