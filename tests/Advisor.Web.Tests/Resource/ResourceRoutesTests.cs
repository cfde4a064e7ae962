using System.Net;
using System.Text.RegularExpressions;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

public sealed partial class ResourceRoutesTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    [Fact]
    public async Task Who_has_the_link_of_a_message_sees_size_decisions_and_changes()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.PressAsync(await world.RequestApprovalAsync(), "approve");
        await world.Service.RunAsync(8);
        var page = await world.GetAsync(ApiWorld.CreateLinks().CreateResourceLink(Chat, world.Now));

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Contains("<strong>Standard_S1 × 3</strong>", page.Body, StringComparison.Ordinal);
        Assert.Contains(
            "<strong>Scale out: Standard_S1 × 3</strong><span class=\"badge good\">approved",
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "Standard_S1 × 1 to Standard_S1 × 3</strong><span class=\"badge good\">verified",
            page.Flat,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_link_is_for_its_resource_and_its_week()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();
        var link = ApiWorld.CreateLinks().CreateResourceLink(Chat, world.Now);

        Assert.Equal(
            HttpStatusCode.NotFound,
            (await world.GetAsync(new Uri(link.AbsoluteUri.Replace("%2Fchat", "%2Fother", StringComparison.Ordinal)))).Status
        );
        Assert.Equal(
            HttpStatusCode.NotFound,
            (await world.GetAsync(ApiWorld.CreateLinks(ApiWorld.OtherKey).CreateResourceLink(Chat, world.Now))).Status
        );
        world.Service.Clock.Advance(TimeSpan.FromDays(7));
        Assert.Equal(HttpStatusCode.Gone, (await world.GetAsync(link)).Status);
    }

    [Fact]
    public async Task A_recommendation_is_snoozed_dismissed_and_sent_again_from_the_page_of_its_message()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();
        var page = ApiWorld.CreateLinks().CreateResourceLink(Chat, world.Now);
        var press = new Uri(page.AbsoluteUri.Replace("/open/resources?", "/open/resources/snooze?", StringComparison.Ordinal));
        var units = (await world.Service.ReadDecisionsAsync(Chat))[0].Units;
        (string, string)[] filled =
        [
            ("hours", "24"),
            ("reason", "kept <small>"),
            ("author", "Mia"),
            ("from", "Standard_S1 x 1"),
            ("to", $"Standard_S1 x {units}"),
        ];
        var before = world.Store.Writes;
        Assert.Matches($"Standard_S1 × 1</span>.*<strong>Standard_S1 × {units}</strong>", (await world.GetAsync(page)).Flat);
        Assert.Equal(before, world.Store.Writes);

        var snoozed = await world.PressAsync(press, "snooze", more: filled);
        Assert.Contains($"Snoozed until {world.Now.AddDays(1).UtcDateTime:yyyy-MM-dd HH:mm} UTC.", snoozed.Flat, StringComparison.Ordinal);
        Assert.Contains("kept &lt;small&gt;", (await world.GetAsync(page)).Body, StringComparison.Ordinal);
        Assert.Equal(
            ("Mia", units, world.Now.AddDays(1)),
            await SnoozeAsync(world) is { } kept ? (kept.Author, kept.Units, kept.Until) : default
        );

        Assert.Contains("<h1>The snooze has ended</h1>", (await world.PressAsync(press, "end")).Body, StringComparison.Ordinal);
        Assert.Null(await SnoozeAsync(world));
        var line = (await world.Service.ReadDecisionsAsync(Chat))[0];
        Assert.Equal((AuditOutcome.SnoozeEnded, "the holder of a link"), (line.Outcome, line.Actor));
        Assert.EndsWith(" has ended; its reason was: kept <small>", line.Reasons[0].Text, StringComparison.Ordinal);
        Assert.Contains("snooze ended", (await world.GetAsync(page)).Body, StringComparison.Ordinal);
        Assert.Contains("<h1>Dismissed</h1>", (await world.PressAsync(press, "dismiss", more: filled)).Body, StringComparison.Ordinal);
        Assert.Null((await SnoozeAsync(world))!.Until);
    }

    [Fact]
    public async Task A_snooze_needs_a_reason_its_own_link_and_who_must_sign_in_signs_in()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Require);
        await world.RequestApprovalAsync();
        var press = new Uri(
            ApiWorld
                .CreateLinks()
                .CreateResourceLink(Chat, world.Now)
                .AbsoluteUri.Replace("/open/resources?", "/open/resources/snooze?", StringComparison.Ordinal)
        );
        (string, string)[] filled = [("hours", "24"), ("reason", "x"), ("from", "Standard_S1 x 1"), ("to", "Standard_S1 x 3")];

        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(press, "snooze", more: filled)).Status);
        Assert.Equal(
            HttpStatusCode.BadRequest,
            (await world.PressAsync(press, "snooze", user: "mia@example.com", more: [("hours", "24"), ("reason", " ")])).Status
        );
        Assert.Equal(
            HttpStatusCode.NotFound,
            (
                await world.PressAsync(
                    new Uri(press.AbsoluteUri.Replace("%2Fchat", "%2Fother", StringComparison.Ordinal)),
                    "snooze",
                    user: "mia@example.com",
                    more: filled
                )
            ).Status
        );
        Assert.Null(await SnoozeAsync(world));
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(press, "snooze", user: "mia@example.com", more: filled)).Status);
        Assert.Equal("mia@example.com (5f0c)", (await SnoozeAsync(world))!.Author);
    }

    [Theory]
    [InlineData("snooze")]
    [InlineData("dismiss")]
    public async Task A_page_that_showed_another_recommendation_shows_the_new_one_in_place_of_hiding_it(string button)
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();
        var page = ApiWorld.CreateLinks().CreateResourceLink(Chat, world.Now);
        var press = new Uri(page.AbsoluteUri.Replace("/open/resources?", "/open/resources/snooze?", StringComparison.Ordinal));
        var shown = HiddenField()
            .Matches((await world.GetAsync(page)).Body)
            .Select(field => (Name: field.Groups["name"].Value, field.Groups["value"].Value))
            .Where(field => field.Name is "from" or "to")
            .Distinct()
            .ToList();
        (string, string)[] filled = [.. shown, ("hours", "24"), ("reason", "kept"), ("author", "Mia")];
        var state = await world.Service.OpenStateAsync();
        var newest = (await world.Service.ReadDecisionsAsync(Chat))[0];
        await state.BeginCommit(Chat).Append(newest with { Tick = world.Now, Units = 4 }).RunAsync(CancellationToken.None);

        var answer = await world.PressAsync(press, button, more: filled);

        Assert.Equal(HttpStatusCode.Conflict, answer.Status);
        Assert.Contains("This recommendation has replaced the one that your page showed.", answer.Body, StringComparison.Ordinal);
        Assert.Contains("<strong>Standard_S1 × 4</strong>", answer.Body, StringComparison.Ordinal);
        Assert.Contains("value=\"kept\"", answer.Body, StringComparison.Ordinal);
        Assert.Null(await SnoozeAsync(world));
    }

    private static async Task<RecommendationSnooze?> SnoozeAsync(ApiWorld world) =>
        (await (await world.Service.OpenStateAsync()).LoadAsync(Chat, CancellationToken.None)).Snooze;

    [GeneratedRegex("<input type=\"hidden\" name=\"(?<name>[a-z]+)\" value=\"(?<value>[^\"]*)\"", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex HiddenField();
}
