using Advisor.Api.Dashboard;
using Advisor.Api.Tests.Pages;
using Advisor.Api.Tests.World;
using Advisor.State.Resources;
using Microsoft.Playwright;

namespace Advisor.Api.Tests.Dashboard;

/// <summary>The page of a resource in a browser.</summary>
public sealed class ResourceBrowserTests
{
    [Theory]
    [InlineData(ColorScheme.Light, PageBrowser.Desktop, "light")]
    [InlineData(ColorScheme.Dark, PageBrowser.Desktop, "dark")]
    [InlineData(ColorScheme.Light, PageBrowser.Phone, "phone")]
    public async Task It_opens_from_the_fleet_and_shows_every_range(ColorScheme scheme, int width, string view)
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.StateAsync(), world.Now, days: 30);
        var visit = await browser.VisitAsync(scheme, width);
        var page = visit.Page;
        await visit.GoAsync(new Uri(world.Address, "/"));
        await page.ClickAsync("#rows a");
        await ShownAsync(page, "24h");
        Assert.Equal("chat", await page.TextContentAsync("h1"));
        await visit.CheckAsync($"chart-24h-{view}");
        foreach (var range in new[] { "6h", "7d", "30d" })
        {
            await page.FocusAsync($"a[data-range='{range}']");
            await page.Keyboard.PressAsync("Enter");
            await ShownAsync(page, range);
            Assert.Contains($"range={range}", page.Url, StringComparison.Ordinal);
            await visit.CheckAsync($"chart-{range}-{view}");
        }
    }

    [Fact]
    public async Task A_plan_is_approved_and_a_recommendation_snoozed_from_the_page()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await world.AskAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        var page = visit.Page;
        await visit.GoAsync(new Uri(world.Address, "/"));
        await page.ClickAsync("#rows a");
        await visit.CheckAsync("resource-approval");
        await page.FillAsync("#reason", "planned work");
        await page.FillAsync("#author", "Mia");
        await page.ClickAsync("button[value=snooze]");
        Assert.Equal("Snoozed", await page.TextContentAsync("h1"));
        await page.GoBackAsync();
        await page.ClickAsync("text=Review and answer");
        await page.ClickAsync("button[value=approve]");
        Assert.Equal("Approved", await page.TextContentAsync("h1"));
    }

    [Fact]
    public async Task Without_data_and_with_hostile_text_it_fits_a_phone()
    {
        const string Evil = "<script>alert(1)";
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var id = FleetSample.Id(Evil + new string('x', 180));
        var record = FleetSample.Create(3, world.Now);
        await FleetSample.SaveAsync(
            await world.Service.StateAsync(),
            record with
            {
                ResourceId = id,
                Region = Evil,
                Team = new string('ש', 200),
                Reasons = [new(Evil, Evil + new string('y', 300))],
                Problem = Evil,
                State = EvaluationState.Failed,
                Outcome = Evil,
            }
        );
        foreach (var width in new[] { PageBrowser.Phone, PageBrowser.Desktop })
        {
            var visit = await browser.VisitAsync(ColorScheme.Dark, width);
            await visit.GoAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(id)}"));
            await ShownAsync(visit.Page, "24h");
            await visit.CheckAsync($"resource-odd-{width}");
            Assert.Equal("No minute of this range is known yet.", await visit.Page.TextContentAsync("#chart-note"));
        }
    }

    private static Task ShownAsync(IPage page, string range) =>
        page.WaitForFunctionAsync(
            $"() => document.getElementById('chart').dataset.shown === '{range}' && document.querySelector('#chart canvas')"
        );
}
