using System.Net;
using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using Advisor.Api.Tests.World;
using Advisor.Core.Quantities;

namespace Advisor.Api.Tests.Dashboard;

/// <content>Pause and resume.</content>
public sealed partial class ResourceDetailPagesTests
{
    [Fact]
    public async Task Scaling_is_paused_and_resumed_by_who_may_act_with_a_reason_and_by_the_page_alone()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        Task<Answer> PressAsync(string button, string? site, string reason = "load test") =>
            PressPauseAsync(world, button, site, reason, null);

        Assert.Equal(HttpStatusCode.Forbidden, (await PressAsync("pause", "cross-site")).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await PressAsync("pause", null)).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync("pause", "same-origin", " ")).Status);
        Assert.Equal(HttpStatusCode.Conflict, (await PressAsync("resume", "same-origin")).Status);
        Assert.Null(await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None));
        Assert.Equal(HttpStatusCode.OK, (await PressAsync("pause", "same-origin")).Status);

        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        Assert.Contains("Paused: scale-in.", page.Body, StringComparison.Ordinal);
        Assert.Contains("Scale-in is paused. load test", page.Body, StringComparison.Ordinal);
        Assert.Contains("Resume scaling", page.Body, StringComparison.Ordinal);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(HttpStatusCode.OK, (await PressAsync("resume", "same-origin")).Status);
        Assert.Null(await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None));
        Assert.Equal(["resumed", "paused"], (await world.Service.ReadDecisionsAsync(ResourceSample.Id)).Select(line => line.Outcome));

        await using var readers = await StartAsync(DashboardAccess.ReadOnly);
        Assert.Equal(HttpStatusCode.Forbidden, (await PressPauseAsync(readers, "pause", "same-origin", "x", "mia@example.com")).Status);
    }

    [Fact]
    public async Task A_pause_ends_at_the_time_that_the_form_states()
    {
        await using var world = await StartAsync();
        Task<Answer> PressAsync(string until) => PressPauseAsync(world, "pause", "same-origin", "load test", null, until);

        var past = await PressAsync("2020-01-01T00:00Z");
        Assert.Equal(HttpStatusCode.BadRequest, past.Status);
        Assert.Contains("is in the past", past.Body, StringComparison.Ordinal);

        var end = Wording.FormatEnd(world.Now.AddHours(4), world.Now);
        Assert.Contains($"until {end}, or until a person resumes it", (await PressAsync("4h")).Body, StringComparison.Ordinal);
        Assert.Contains($"Paused: scale-in, until {end}.", (await ShowAsync()).Body, StringComparison.Ordinal);
        world.Service.Clock.Advance(TimeSpan.FromHours(4));
        Assert.Contains("Scaling is not paused.", (await ShowAsync()).Body, StringComparison.Ordinal);

        Task<Answer> ShowAsync() => world.SendAsync(HttpMethod.Get, Path, null, null, null);
    }

    [Fact]
    public async Task A_size_is_pinned_by_the_form_if_it_can_be_kept()
    {
        await using var world = await StartAsync();
        Task<Answer> PressAsync(string units) => PressPauseAsync(world, "pause", "same-origin", "opening", null, "4h", "pin", units);

        var refused = await PressAsync("11");
        Assert.Equal(HttpStatusCode.BadRequest, refused.Status);
        Assert.Contains("Standard_S1 has no size of 11 units; use 10 or 20. Nothing was changed.", refused.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync("")).Status);

        var end = Wording.FormatEnd(world.Now.AddHours(4), world.Now);
        Assert.Contains($"keeps 20 units until {end}", (await PressAsync("20")).Body, StringComparison.Ordinal);
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        Assert.Contains($"Pinned at 20 units, until {end}.", page.Body, StringComparison.Ordinal);
        Assert.Contains("Resume scaling", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_sign_in_is_on_the_pause_has_the_name_of_who_signed_in()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record, dashboard: DashboardAccess.SignedIn);
        var state = await world.Service.OpenStateAsync();
        await ResourceSample.AddAsync(state, world.Now, days: 1);

        Assert.Equal(HttpStatusCode.Unauthorized, (await PressPauseAsync(world, "pause", "same-origin", "x", null)).Status);
        Assert.Equal(HttpStatusCode.OK, (await PressPauseAsync(world, "pause", "same-origin", "x", "mia@example.com")).Status);
        Assert.Equal("mia@example.com (5f0c)", (await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None))!.Author);
    }

    private static Task<Answer> PressPauseAsync(
        ApiWorld world,
        string button,
        string? site,
        string reason,
        string? user,
        string until = "",
        string scaling = "scaleIn",
        string units = ""
    ) =>
        world.SendAsync(
            HttpMethod.Post,
            "/resources/pause",
            new FormUrlEncodedContent([
                KeyValuePair.Create("id", ResourceSample.Id),
                KeyValuePair.Create("scaling", scaling),
                KeyValuePair.Create("units", units),
                KeyValuePair.Create("answer", button),
                KeyValuePair.Create("reason", reason),
                KeyValuePair.Create("author", "Mia"),
                KeyValuePair.Create("until", until),
            ]),
            site,
            user
        );
}
