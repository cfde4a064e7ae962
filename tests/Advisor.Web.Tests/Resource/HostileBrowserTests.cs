using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Shared;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Resource;

/// <summary>Markup, quotes, addresses of scripts and text that turns the direction, in every field that the dashboard shows.</summary>
public sealed class HostileBrowserTests
{
    [Fact]
    public async Task Nothing_of_it_runs_turns_the_text_or_overflows()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await HostileSample.AddAsync(await world.Service.OpenStateAsync(), world.Now);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        (string Name, string Path, string Ready, int Shown)[] pages =
        [
            // Name and group of the resource, region and group again in the filters' tooltips or not: at least these.
            ("fleet", "/", "document.documentElement.dataset.ready !== undefined", 3),
            (
                "resource",
                $"/resources?id={Uri.EscapeDataString(HostileSample.Id)}",
                "document.getElementById('chart').dataset.shown === '24h'",
                15
            ),
            ("activity", "/activity", "true", 5),
            ("service", "/service", "true", 6),
            ("rules", "/rules", "true", 0),
        ];
        foreach (var (name, path, ready, shown) in pages)
        {
            await visit.OpenAsync(new Uri(world.Address, path));
            await visit.Page.WaitForFunctionAsync("() => " + ready);
            await visit.Page.EvaluateAsync("document.querySelectorAll('details').forEach(detail => { detail.open = true; })");
            await visit.CheckOnPhoneAndDesktopAsync($"hostile-{name}");
            Assert.Equal(0, await visit.Page.Locator("img, script:not([src]), [onerror], a[href^='javascript' i]").CountAsync());
            Assert.False(await visit.Page.EvaluateAsync<bool>(@"/[\u202e\u2066\u200f]/.test(document.documentElement.outerHTML)"));

            // It stands there as what it is: a text.
            var count = await visit.Page.EvaluateAsync<int>("document.body.textContent.split('<script>alert(1)').length - 1");
            Assert.True(count >= shown, $"{name}: {count}");
        }

        // Near the mark of the alert the chart says what happened.
        await visit.OpenAsync(new Uri(world.Address, pages[1].Path));
        await visit.Page.WaitForFunctionAsync("() => " + pages[1].Ready);
        await visit.Page.Locator("#chart .u-over").ScrollIntoViewIfNeededAsync();
        var box = (await visit.Page.Locator("#chart .u-over").BoundingBoxAsync())!;
        for (var step = 0; step < 100 && await visit.Page.TextContentAsync("#chart-note") is not { Length: > 60 }; step++)
        {
            await visit.Page.Mouse.MoveAsync(box.X + (box.Width * (0.6f + (step * 0.004f))), box.Y + 50);
        }

        Assert.Contains("<script>alert(1)", await visit.Page.TextContentAsync("#chart-note"), StringComparison.Ordinal);
        Assert.False(
            await visit.Page.EvaluateAsync<bool>(@"/[\u202e\u2066\u200f]/.test(document.getElementById('chart-note').textContent)")
        );
        await visit.CheckOnPhoneAndDesktopAsync("hostile-mark");
    }
}
