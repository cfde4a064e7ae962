using System.Net;
using Advisor.Api.SignIn;
using Advisor.Api.Tests.World;

namespace Advisor.Api.Tests.Pages;

public sealed partial class ApprovalRoutesTests
{
    [Fact]
    public async Task What_is_not_sent_by_the_page_itself_is_refused()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var before = world.Store.Writes;

        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(link, "approve", site: "cross-site")).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(link, "approve", site: "none")).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await world.PressAsync(link, "maybe")).Status);
        Assert.Equal(
            HttpStatusCode.BadRequest,
            (await world.PressAsync(link, "approve", more: [.. Enumerable.Range(0, 30).Select(i => ($"f{i}", "x"))])).Status
        );
        Assert.Equal(
            HttpStatusCode.RequestEntityTooLarge,
            (await world.PressAsync(link, "approve", more: ("x", new string('x', 10_000)))).Status
        );
        using var json = new StringContent("{}", System.Text.Encoding.UTF8, "application/json");
        Assert.Equal(
            HttpStatusCode.UnsupportedMediaType,
            (await world.SendAsync(HttpMethod.Post, link.AbsolutePath, json, null, null)).Status
        );
        Assert.Equal(before, world.Store.Writes);
    }

    [Fact]
    public async Task Headers_of_a_sign_in_that_is_not_there_are_not_believed()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Off);
        var answer = await world.PressAsync(await world.RequestApprovalAsync(), "approve", user: "boss@example.com");

        Assert.DoesNotContain("boss", answer.Body, StringComparison.Ordinal);
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line is { Outcome: "approved", Actor: "unknown" });
    }

    [Fact]
    public async Task Who_has_signed_in_is_recorded()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record);
        var link = await world.RequestApprovalAsync();
        var answer = await world.PressAsync(link, "approve", user: "mia@example.com");

        Assert.Contains("mia@example.com (5f0c)", answer.Body, StringComparison.Ordinal);
        Assert.Contains(
            await world.Service.ReadDecisionsAsync(Chat),
            line => line is { Outcome: "approved", Actor: "mia@example.com (5f0c)" }
        );
    }

    [Fact]
    public async Task Where_sign_in_is_required_no_answer_is_taken_without()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Require);
        var link = await world.RequestApprovalAsync();
        var shown = await world.GetAsync(link);
        var refused = await world.PressAsync(link, "approve");

        Assert.DoesNotContain("<form", shown.Body, StringComparison.Ordinal);
        Assert.Contains("href=\"/.auth/login/aad?post_login_redirect_uri=%2Fopen%2Fapprovals%2F", shown.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Forbidden, refused.Status);
        Assert.Contains("You must sign in to answer here.", refused.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve", user: "mia@example.com")).Status);
    }

    [Fact]
    public async Task A_name_full_of_markup_is_shown_as_it_is()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record);
        var link = await world.RequestApprovalAsync("<img src=x onerror=alert(1)>\"'&\u202Etxt");
        var pages = (await world.GetAsync(link)).Body + (await world.PressAsync(link, "decline", user: "<b>mia</b>")).Body;

        Assert.DoesNotContain("<img", pages, StringComparison.Ordinal);
        Assert.DoesNotContain("<b>", pages, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202E', pages);
        Assert.Contains("Scale out &lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;", pages, StringComparison.Ordinal);
    }
}
