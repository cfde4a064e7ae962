using Advisor.Service.Changes;
using Advisor.Service.SignedLinks;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Shared;

/// <summary>
/// The pages in a real browser, with its own rules for styles, forms and origins: <see cref="PageBrowser"/> says what fails.
/// </summary>
public sealed class PagesInBrowserTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
    private const int NarrowestPhone = 320;

    [Fact]
    public async Task An_approval_a_silence_and_a_snooze_are_answered()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync();
        var approval = await world.RequestApprovalAsync();
        var silence = ApiWorld
            .CreateLinks()
            .CreateSilenceLink(
                new Dictionary<string, string> { ["alert"] = "serverLoadHigh", ["resource"] = "/subscriptions/s/" + new string('x', 200) },
                world.Now
            );
        var resource = ApiWorld.CreateLinks().CreateResourceLink(Chat, world.Now);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);

        await ShowAsync(world, visit, resource, "resource");
        Assert.Equal("rgb(244, 245, 247)", await ReadBackgroundAsync());
        await visit.ResizeAsync(NarrowestPhone, ColorScheme.Dark);
        Assert.Equal("rgb(16, 19, 23)", await ReadBackgroundAsync());
        await FillAsync(visit.Page);
        await visit.Page.ClickAsync("button[value=snooze]");
        Assert.Equal("Snoozed", await visit.Page.TextContentAsync("h1"));
        await visit.CheckOnPhoneAndDesktopAsync("snoozed", NarrowestPhone);

        await ShowAsync(world, visit, silence, "silence");
        await FillAsync(visit.Page);
        await visit.Page.ClickAsync("button[value=silence]");
        Assert.Equal("Silenced", await visit.Page.TextContentAsync("h1"));
        await visit.CheckOnPhoneAndDesktopAsync("silenced", NarrowestPhone);

        // The forms of pages without referrers: the browser sends Origin: null.
        await ShowAsync(world, visit, approval, "approval");
        Assert.Empty(world.Service.Azure.Patches);
        await visit.Page.ClickAsync("button[value=approve]");
        Assert.Equal("Approved", await visit.Page.TextContentAsync("h1"));
        await visit.CheckOnPhoneAndDesktopAsync("approved", NarrowestPhone);

        Assert.Equal("Mia", Assert.Single(await (await world.Service.OpenStateAsync()).Silences.ListAsync(CancellationToken.None)).Author);
        await world.Service.RunAsync(8);
        Assert.Single(world.Service.Azure.Patches);
        await ShowAsync(world, visit, resource, "resource-changed");

        Task<string> ReadBackgroundAsync() => visit.Page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor");
    }

    [Fact]
    public async Task A_name_that_is_a_script_runs_nowhere_and_fits_a_phone()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync();
        var plan = $$"""
            {"name":"<script>alert(1)</script>\u202Egpj.{{new string('x', 200)}}","service":"SignalR","region":"westeurope",
             "fromSku":"Standard_S1","fromUnits":3,"toSku":"Standard_S1","toUnits":1,"action":"ScaleIn","mode":"Approve","reasons":[]}
            """;
        var requested = ApiWorld
            .CreateLinks()
            .CreateApproval(new ApprovalRequest(Chat, world.Now, ChangeRecord.CreateId(Chat, world.Now), plan, "hash"));
        await (await world.Service.OpenStateAsync()).BeginCommit(Chat).RequestApproval(requested.Record).RunAsync(CancellationToken.None);
        var visit = await browser.VisitAsync(ColorScheme.Light, NarrowestPhone);

        await ShowAsync(world, visit, requested.Link, "hostile-name");

        Assert.StartsWith("<script>alert(1)</script>\uFFFDgpj.", await visit.Page.TextContentAsync("dd"), StringComparison.Ordinal);
    }

    private static async Task ShowAsync(ApiWorld world, PageVisit visit, Uri link, string name)
    {
        await visit.OpenAsync(new Uri(world.Address, link.PathAndQuery));
        await visit.CheckOnPhoneAndDesktopAsync(name, NarrowestPhone);
    }

    private static async Task FillAsync(IPage page)
    {
        await page.FillAsync("#reason", "planned work");
        await page.FillAsync("#author", "Mia");
        await page.CheckAsync("input[value='8']");
    }
}
