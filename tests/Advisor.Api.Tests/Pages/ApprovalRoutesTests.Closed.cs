using System.Net;
using Advisor.Api.Tests.World;
using Advisor.Core.Decisions;
using Advisor.State.Changes;
using Advisor.State.Fleet;

namespace Advisor.Api.Tests.Pages;

public sealed partial class ApprovalRoutesTests
{
    [Fact]
    public async Task Expired_rotated_and_moved_on_each_have_their_page_and_change_nothing()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();

        // Scaled out by someone else: the state keeps its size, the one that Azure shows is not used.
        world.Service.Azure.Add("chat", 2, _ => 2600);
        var moved = await world.PressAsync(link, "approve");
        Assert.Equal(HttpStatusCode.Conflict, moved.Status);
        Assert.Contains("Too late: the resource is Standard_S1 x 2 now, not Standard_S1 x 1.", moved.Body, StringComparison.Ordinal);
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line.Outcome == "approvalVoid");

        await using var other = await ApiWorld.StartAsync();
        link = await other.RequestApprovalAsync();
        other.Service.Clock.Advance(TimeSpan.FromDays(1));
        foreach (var expired in (Answer[])[await other.GetAsync(link), await other.PressAsync(link, "approve")])
        {
            Assert.Equal(HttpStatusCode.Gone, expired.Status);
            Assert.Contains("Too late: the approval expired at 2026-01-06 08:0", expired.Body, StringComparison.Ordinal);
        }

        await using var rotated = await ApiWorld.StartAsync(keys: ApiWorld.OtherKey);
        link = await rotated.RequestApprovalAsync();
        var gone = await rotated.PressAsync(link, "approve");
        Assert.Equal(HttpStatusCode.Gone, gone.Status);
        Assert.Contains("The key that signed it is no longer in use.", gone.Body, StringComparison.Ordinal);
        Assert.Empty(world.Service.Azure.Patches.Concat(other.Service.Azure.Patches).Concat(rotated.Service.Azure.Patches));
    }

    [Fact]
    public async Task A_plan_that_was_replaced_has_no_buttons()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        var newest = (await world.Service.ReadDecisionsAsync(Chat))[0];
        await state
            .BeginCommit(Chat)
            .Append(newest with { Tick = world.Now, ChangeId = ChangeRecord.CreateId(Chat, world.Now), Units = 4 })
            .RunAsync(CancellationToken.None);

        var page = await world.GetAsync(link);

        Assert.Equal(HttpStatusCode.Conflict, page.Status);
        Assert.Matches(
            "Too late: at 2026-01-05 08:0[0-9] UTC another plan replaced this one, Standard_S1 x 1 to Standard_S1 x 4. "
                + "Answer the newest message.",
            page.Body
        );
        Assert.DoesNotContain("<form", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_no_to_a_plan_that_was_replaced_says_that_it_is_none_to_the_new_one()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        var newest = (await world.Service.ReadDecisionsAsync(Chat))[0];
        await state
            .BeginCommit(Chat)
            .Append(newest with { Tick = world.Now, Action = ScalingAction.Hold, Outcome = "held", ChangeId = null, Units = 1 })
            .RunAsync(CancellationToken.None);

        var page = await world.PressAsync(link, "decline");

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Matches(
            "Declined. Too late: since 2026-01-05 08:0[0-9] UTC Advisor recommends no change; Standard_S1 x 1 is enough.",
            page.Body
        );
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line.Outcome == "declined");
    }

    [Fact]
    public async Task While_nothing_is_applied_a_yes_is_not_used_up()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        await state.Fleet.PauseAsync(new PauseMark("tom", "lunch", world.Now), CancellationToken.None);
        var hindered = await world.PressAsync(link, "approve");
        await state.Fleet.ResumeAsync("tom", "back", world.Now, CancellationToken.None);

        Assert.Equal(HttpStatusCode.Conflict, hindered.Status);
        Assert.Contains("Applying was stopped by tom: lunch", hindered.Body, StringComparison.Ordinal);
        Assert.Contains("<h1>Approved</h1>", (await world.PressAsync(link, "approve")).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task While_the_state_is_away_the_page_says_so_and_the_link_keeps()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        world.Store.IsAway = true;
        var away = await world.PressAsync(link, "approve");
        world.Store.IsAway = false;

        Assert.Equal(HttpStatusCode.ServiceUnavailable, away.Status);
        Assert.Contains("Nothing was changed; try again in a minute.", away.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve")).Status);
    }

    [Fact]
    public async Task Without_address_and_keys_there_are_no_pages()
    {
        await using var world = await ApiWorld.StartAsync(withLinks: false);
        var link = await world.RequestApprovalAsync();

        Assert.Equal(HttpStatusCode.NotFound, (await world.GetAsync(link)).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await world.PressAsync(link, "approve", site: null)).Status);
    }
}
