using Advisor.Service.Approvals;
using Advisor.Service.SignedLinks;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.Shared;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Approvals;

/// <summary>The page of all pending approvals in a browser.</summary>
public sealed class ApprovalListBrowserTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    [Fact]
    public async Task A_refresh_adds_what_is_new_unselected_and_leaves_what_a_person_has_selected()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(SignInMode.Off, dashboard: DashboardAccess.Full);
        var link = await world.RequestApprovalAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        var page = visit.Page;
        await visit.OpenAsync(new Uri(world.Address, "/approvals"));
        Assert.Equal((1, 0), await CountAsync(page));

        await AddAsync(world, link, "news");
        await RefreshAsync(page);
        Assert.Equal((2, 0), await CountAsync(page));
        Assert.StartsWith("Refreshed", await page.TextContentAsync("#refreshed"), StringComparison.Ordinal);

        await page.ClickAsync("text=Select all");
        Assert.Equal((2, 2), await CountAsync(page));
        await visit.CheckOnPhoneAndDesktopAsync("approvals");

        // Approving what is selected approves these two, and none that came after a person looked.
        await AddAsync(world, link, "later");
        await RefreshAsync(page);
        Assert.Equal((2, 2), await CountAsync(page));
        Assert.EndsWith("except the form that is being filled in", await page.TextContentAsync("#refreshed"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nothing_is_selected_in_the_place_of_what_was_answered_while_a_person_was_away()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(SignInMode.Off, dashboard: DashboardAccess.Full);
        await AddAsync(world, await world.RequestApprovalAsync(), "news");
        var page = (await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop)).Page;
        await page.GotoAsync(new Uri(world.Address, "/approvals").AbsoluteUri);
        var first = page.Locator("input[name=id]").First;
        await first.CheckAsync();
        var answered = (await first.GetAttributeAsync("value"))!;
        await page.Locator(".approvals a").First.ClickAsync();

        await DeclineAsync(world, answered);
        await page.GoBackAsync();

        Assert.Equal((1, 0), await CountAsync(page));
        Assert.NotEqual(answered, await page.Locator("input[name=id]").GetAttributeAsync("value"));
    }

    [Fact]
    public async Task A_refresh_leaves_the_focus_on_what_had_it()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(SignInMode.Off, dashboard: DashboardAccess.Full);
        var link = await world.RequestApprovalAsync();
        foreach (var name in new[] { "news", "live", "game", "desk" })
        {
            await AddAsync(world, link, name);
        }

        var page = (await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop)).Page;
        await page.GotoAsync(new Uri(world.Address, "/approvals").AbsoluteUri);

        // Each time one of the five is gone.
        foreach (
            var (focused, left) in new[] { ("button[value=decline]", 4), ("button[value=approve]", 3), (".approvals li:last-child a", 2) }
        )
        {
            await page.FocusAsync(focused);
            var before = await page.EvaluateAsync<string>("document.activeElement.outerHTML");

            var first = (await page.Locator("input[name=id]").First.GetAttributeAsync("value"))!;
            await DeclineAsync(world, first);
            await RefreshAsync(page);

            Assert.Equal((left, 0), await CountAsync(page));
            Assert.Equal(before, await page.EvaluateAsync<string>("document.activeElement.outerHTML"));
        }
    }

    [Fact]
    public async Task On_paper_is_what_is_pending_without_what_answers_it()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(SignInMode.Off, dashboard: DashboardAccess.Full);
        await world.RequestApprovalAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        await visit.OpenAsync(new Uri(world.Address, "/approvals"));

        await visit.Page.EmulateMediaAsync(new() { Media = Media.Print });

        Assert.True(await visit.Page.Locator(".approvals li").IsVisibleAsync());
        Assert.False(await visit.Page.Locator("input[name=id]").IsVisibleAsync());
        Assert.False(await visit.Page.Locator("#author").IsVisibleAsync());
        Assert.False(await visit.Page.Locator("button[value=approve]").IsVisibleAsync());
    }

    private static async Task<(int Listed, int Selected)> CountAsync(IPage page) =>
        (await page.Locator("input[name=id]").CountAsync(), await page.Locator("input[name=id]:checked").CountAsync());

    private static async Task AddAsync(ApiWorld world, Uri link, string name)
    {
        var state = await world.Service.OpenStateAsync();
        var approval = (await state.Approvals.FindAsync(AppLinks.FindApprovalId(link)!, CancellationToken.None))!;
        var record = (await state.Evaluations.FindAsync(Chat, CancellationToken.None))!;
        var id = Chat.Replace("chat", name, StringComparison.Ordinal);
        var added = approval with { Id = ApprovalRecord.CreateId(id, new byte[16]), ResourceId = id };
        await state.BeginCommit(id).RequestApproval(added).RunAsync(CancellationToken.None);
        var recommendation = record.Recommendation! with { ApproveLink = new Uri(link, $"/open/approvals/{added.Id}") };
        await FleetSample.SaveAsync(state, record with { ResourceId = id, Recommendation = recommendation });
    }

    private static Task DeclineAsync(ApiWorld world, string id) =>
        world.SendAsync(
            HttpMethod.Post,
            "/approvals",
            new FormUrlEncodedContent(
                new Dictionary<string, string>
                {
                    ["id"] = id,
                    ["answer"] = "decline",
                    ["author"] = "Mia",
                }
            ),
            "same-origin",
            null
        );

    private static Task RefreshAsync(IPage page) =>
        page.EvaluateAsync(
            "import(document.querySelector('script[type=module]').src.replace('approvals.js', 'live.js')).then(live => live.refresh())"
        );
}
