using System.Net;
using System.Text.RegularExpressions;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Shared;

/// <summary>
/// Forms sent without Origin and Sec-Fetch-Site, as a program sends them that has the link of a message: the token of the shown form
/// decides.
/// </summary>
public sealed partial class CrossSiteFormTests
{
    private static readonly (string, string)[] Filled =
    [
        ("hours", "4"),
        ("reason", "planned work"),
        ("author", "Mia"),
        ("from", "Standard_S1 x 1"),
        ("to", "Standard_S1 x 3"),
    ];

    [Theory]
    [InlineData("approval", "approve")]
    [InlineData("approval", "decline")]
    [InlineData("silence", "silence")]
    [InlineData("snooze", "snooze")]
    [InlineData("snooze", "end")]
    public async Task A_form_without_origin_is_taken_with_the_token_of_its_page_alone(string page, string button)
    {
        await using var world = await ApiWorld.StartAsync();
        var (shown, post) = await ReadLinksAsync(world, page);
        var token = ReadToken(await world.GetAsync(shown));
        var before = world.Store.Writes;

        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(post, button, site: null, more: Filled)).Status);
        Assert.Equal(
            HttpStatusCode.Forbidden,
            (await world.PressAsync(post, button, site: null, more: [.. Filled, ("f", token[..^2])])).Status
        );
        Assert.Equal(before, world.Store.Writes);
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(post, button, site: null, more: [.. Filled, ("f", token)])).Status);
    }

    [Fact]
    public async Task The_token_of_a_form_is_of_one_link_one_person_and_one_day()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record);
        var (silence, _) = await ReadLinksAsync(world, "silence");
        var token = ReadToken(await world.GetAsync(silence, user: "mia@example.com"));
        var other = ApiWorld
            .CreateLinks()
            .CreateSilenceLink(new Dictionary<string, string> { ["alert"] = "noData", ["team"] = "chat" }, world.Now);
        (string, string)[] filled = [.. Filled, ("f", token)];

        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(other, "silence", "mia@example.com", null, filled)).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(silence, "silence", "tom@example.com", null, filled)).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(silence, "silence", null, null, filled)).Status);
        world.Service.Clock.Advance(TimeSpan.FromDays(1) - TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(silence, "silence", "mia@example.com", null, filled)).Status);
        world.Service.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(silence, "silence", "mia@example.com", null, filled)).Status);
    }

    [Fact]
    public async Task The_token_of_a_form_does_not_help_another_site()
    {
        await using var world = await ApiWorld.StartAsync();
        var (shown, post) = await ReadLinksAsync(world, "approval");
        var token = ReadToken(await world.GetAsync(shown));

        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(post, "approve", site: "cross-site", more: ("f", token))).Status);
    }

    private static async Task<(Uri Shown, Uri Post)> ReadLinksAsync(ApiWorld world, string page)
    {
        var approval = await world.RequestApprovalAsync();
        var resource = ApiWorld
            .CreateLinks()
            .CreateResourceLink("/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat", world.Now);
        var silence = ApiWorld
            .CreateLinks()
            .CreateSilenceLink(new Dictionary<string, string> { ["alert"] = "serverLoadHigh", ["team"] = "chat" }, world.Now);
        return page switch
        {
            "approval" => (approval, approval),
            "silence" => (silence, silence),
            _ => (resource, new Uri(resource.AbsoluteUri.Replace("/open/resources?", "/open/resources/snooze?", StringComparison.Ordinal))),
        };
    }

    private static string ReadToken(Answer page) => FormTokenPattern().Match(page.Body).Groups["token"].Value;

    [GeneratedRegex("name=\"f\" value=\"(?<token>[^\"]+)\"", RegexOptions.None, 10_000)]
    private static partial Regex FormTokenPattern();
}
