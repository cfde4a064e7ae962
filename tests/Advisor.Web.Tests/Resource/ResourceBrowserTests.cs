using System.Net;
using System.Net.Http.Json;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.Shared;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Resource;

/// <summary>The page of a resource in a browser.</summary>
public sealed class ResourceBrowserTests
{
    private const string Focused = "(e => `${e.ariaLabel ?? e.textContent} of ${e.closest('[data-live]')?.id}`)(document.activeElement)";

    [Fact]
    public async Task It_opens_from_the_fleet_and_shows_every_range()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 30);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        var page = visit.Page;
        await visit.OpenAsync(new Uri(world.Address, "/"));
        await page.ClickAsync("#rows a");
        await WaitForRangeAsync(page, "24h");
        Assert.Equal("chat", await page.TextContentAsync("h1"));
        await visit.CheckOnPhoneAndDesktopAsync("chart-24h");
        foreach (var range in new[] { "6h", "7d", "30d" })
        {
            await page.FocusAsync($"a[data-range='{range}']");
            await page.Keyboard.PressAsync("Enter");
            await WaitForRangeAsync(page, range);
            Assert.Contains($"range={range}", page.Url, StringComparison.Ordinal);
            await visit.CheckOnPhoneAndDesktopAsync($"chart-{range}");
        }
    }

    [Fact]
    public async Task A_range_that_arrives_after_another_was_selected_is_not_drawn()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 30);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        var page = visit.Page;
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));
        await WaitForRangeAsync(page, "24h");
        var late = new TaskCompletionSource<IRoute>(TaskCreationOptions.RunContinuationsAsynchronously);
        await page.RouteAsync(
            "**/*range=30d*",
            route =>
            {
                late.TrySetResult(route);
                return Task.CompletedTask;
            }
        );

        await page.ClickAsync("a[data-range='30d']");
        var held = await late.Task;
        await page.ClickAsync("a[data-range='6h']");
        await WaitForRangeAsync(page, "6h");
        await page.EvaluateAsync("window.drawn = document.querySelector('#chart canvas')");
        await held.ContinueAsync();
        await page.EvaluateAsync($"fetch('/resources/series?id={Uri.EscapeDataString(ResourceSample.Id)}&range=7d').then(a => a.text())");

        Assert.True(await page.EvaluateAsync<bool>("window.drawn === document.querySelector('#chart canvas')"));
    }

    [Fact]
    public async Task Its_tables_fit_every_width()
    {
        const string Scrolling =
            "[...document.querySelectorAll('.table-scroll')].filter(e => e.scrollWidth > e.clientWidth)"
            + ".map(e => `${e.getAttribute('aria-label')}: ${e.scrollWidth} of ${e.clientWidth}`)";
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);

        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Phone);
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));
        await WaitForRangeAsync(visit.Page, "24h");
        await visit.Page.EvaluateAsync("document.querySelectorAll('details').forEach(one => one.open = true)");

        // Cards up to 640 pixels, labeled values up to 1,024, columns from there on: each in both schemes.
        foreach (
            var (width, scheme) in new[]
            {
                (PageBrowser.Phone, ColorScheme.Light),
                (640, ColorScheme.Dark),
                (641, ColorScheme.Light),
                (800, ColorScheme.Dark),
                (1000, ColorScheme.Light),
                (1025, ColorScheme.Dark),
                (1025, ColorScheme.Light),
            }
        )
        {
            await visit.ResizeAsync(width, scheme);
            await visit.CheckAsync($"tables-{width}-{scheme}".ToLowerInvariant());
            Assert.Empty(await visit.Page.EvaluateAsync<string[]>(Scrolling));
        }
    }

    [Fact]
    public async Task No_word_of_its_tiles_is_broken_at_any_width()
    {
        const string Broken = """
            [...document.querySelectorAll('.tile dt + dd')]
              .map(value => { const all = document.createRange(); all.selectNodeContents(value); return all; })
              .filter(all => all.getClientRects().length > all.toString().split(' ').length)
              .map(all => all.toString())
            """;
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var recommended = FleetSample.Create(2, world.Now);
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), recommended);

        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(recommended.ResourceId)}"));
        Assert.Equal("Recommendation", await visit.Page.TextContentAsync(".tile dd"));

        // Two columns of tiles, three, and all six in the narrowest window that has room for them.
        foreach (var width in new[] { 360, PageBrowser.Phone, 641, 1170, PageBrowser.Desktop })
        {
            await visit.ResizeAsync(width, ColorScheme.Light);
            Assert.Empty(await visit.Page.EvaluateAsync<string[]>(Broken));
        }
    }

    [Fact]
    public async Task The_legend_of_the_chart_has_what_is_known_now_and_the_forecast_of_the_next_hour()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var legend = await ReadLegendAsync();
        Assert.Equal("6.80 for the next hour", legend["80 % likely below"]);
        Assert.Equal("5", legend["Provisioned units"]);

        // 4 + 1.6 x sin(6 h / 24 h x 360°) at 8:00, and up to 0.15 more or less.
        Assert.InRange(double.Parse(legend["Connections"]), 5.4, 5.8);

        // Nothing is known of the last half hour.
        world.Service.Clock.Advance(TimeSpan.FromMinutes(30));
        legend = await ReadLegendAsync();
        Assert.All(legend.Where(one => one.Key != "Time"), one => Assert.Equal("–", one.Value));

        async Task<Dictionary<string, string>> ReadLegendAsync()
        {
            var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
            await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));
            await WaitForRangeAsync(visit.Page, "24h");
            var rows = await visit.Page.EvaluateAsync<string[]>(
                "[...document.querySelectorAll('.u-legend tr:not(.hidden-series)')]"
                    + ".map(row => [...row.children].map(cell => cell.textContent).join('='))"
            );
            return rows.Select(row => row.Split('=')).ToDictionary(row => row[0], row => row[1]);
        }
    }

    [Fact]
    public async Task That_the_chart_cannot_be_loaded_is_said_until_it_can()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var page = await OpenAsync(browser, world);
        await page.RouteAsync("**/*range=*&points=*", route => route.AbortAsync());
        await page.EvaluateAsync("document.dispatchEvent(new Event('refreshed'))");
        await page.WaitForFunctionAsync("() => document.getElementById('chart-note').textContent === 'The chart cannot be loaded now.'");

        // Nothing has changed since it was drawn: the answer is 304.
        await page.UnrouteAllAsync();
        await page.EvaluateAsync("document.dispatchEvent(new Event('refreshed'))");

        await page.WaitForFunctionAsync("() => document.getElementById('chart-note').textContent === ''");
    }

    [Theory]
    [InlineData("Europe/Berlin", "(08:59 local)")]
    [InlineData("Pacific/Honolulu", "(2026-01-04 21:59 local)")]
    public async Task The_local_time_has_its_date_where_that_is_another(string timeZone, string expected)
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop, timeZone);
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));

        // It was evaluated 20 seconds before 8:00.
        Assert.Equal(
            $" {expected}",
            await visit.Page.EvaluateAsync<string>(
                "JSON.parse(getComputedStyle(document.querySelector('time[datetime=\"2026-01-05T07:59:40Z\"]'), '::after').content)"
            )
        );
    }

    [Fact]
    public async Task A_plan_is_approved_and_a_recommendation_snoozed_from_the_page()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await world.RequestApprovalAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        var page = visit.Page;
        await visit.OpenAsync(new Uri(world.Address, "/"));
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

    [Theory]
    [InlineData(ColorScheme.Light, PageBrowser.Desktop, "light")]
    [InlineData(ColorScheme.Dark, PageBrowser.Phone, "phone")]
    public async Task The_keyboard_alone_opens_a_resource_pauses_its_scaling_and_resumes_it(ColorScheme scheme, int width, string view)
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var state = await world.Service.OpenStateAsync();
        await ResourceSample.AddAsync(state, world.Now, days: 1);
        var visit = await browser.VisitAsync(scheme, width);
        var page = visit.Page;
        await visit.OpenAsync(new Uri(world.Address, "/"));
        await visit.PressTabToAsync("e => e.textContent === 'chat'");
        await page.Keyboard.PressAsync("Enter");
        await WaitForRangeAsync(page, "24h");
        await visit.PressTabToAsync("e => e.dataset.range === '7d'");
        await page.Keyboard.PressAsync("Enter");
        await WaitForRangeAsync(page, "7d");

        await visit.PressTabToAsync("e => e.value === 'all'");
        await page.Keyboard.PressAsync("ArrowDown");
        await visit.PressTabToAsync("e => e.id === 'pause-reason'");
        await page.Keyboard.TypeAsync("load test");
        await visit.PressTabToAsync("e => e.id === 'pause-author'");
        await page.Keyboard.TypeAsync("Mia");
        await page.Keyboard.PressAsync("Enter");
        await visit.WaitForHeadingAsync("Scaling is paused");
        await visit.CheckAsync($"paused-answer-{view}");
        var pause = (await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None))!;
        Assert.Equal((PausedScaling.ScaleIn, "Mia", "load test"), (pause.Scaling, pause.Author, pause.Reason));

        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));
        await WaitForRangeAsync(page, "24h");
        await visit.CheckAsync($"paused-{view}");
        await visit.PressTabToAsync("e => e.id === 'pause-reason'");
        await page.Keyboard.TypeAsync("done");
        await visit.PressTabToAsync("e => e.id === 'pause-author'");
        await page.Keyboard.TypeAsync("Mia");
        await visit.PressTabToAsync("e => e.value === 'resume'");
        await page.Keyboard.PressAsync("Space");
        await visit.WaitForHeadingAsync("Scaling is resumed");
        Assert.Null(await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None));
    }

    [Fact]
    public async Task An_alert_is_silenced_from_the_page()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        world.Service.Options = world.Service.Options with { Mode = AdvisorMode.Recommend };
        var chat = world.Service.Azure.Add("chat", 1, _ => 2600).Id;
        await world.Service.RunAsync(12);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        var page = visit.Page;
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(chat)}"));
        await WaitForRangeAsync(page, "24h");
        await visit.CheckAsync("resource-evaluated");
        await page.ClickAsync(".alerts .act");
        await page.FillAsync("#reason", "known");
        await page.FillAsync("#author", "Mia");
        await page.ClickAsync("button[value=silence]");
        Assert.Equal("Silenced", await page.TextContentAsync("h1"));
        Assert.Equal("Mia", Assert.Single(await (await world.Service.OpenStateAsync()).Silences.ListAsync(CancellationToken.None)).Author);
    }

    [Fact]
    public async Task A_number_leads_to_its_rule()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));
        await visit.Page.ClickAsync("text=signalr.Standard_S1.connectionsPerUnit");
        Assert.StartsWith(
            "signalr.Standard_S1.connectionsPerUnit",
            await visit.Page.TextContentAsync(".rule:target"),
            StringComparison.Ordinal
        );
        Assert.Contains("1,000 connections per unit", await visit.Page.TextContentAsync(".rule:target"), StringComparison.Ordinal);
        await visit.CheckOnPhoneAndDesktopAsync("rules");
    }

    [Fact]
    public async Task Without_data_and_with_hostile_text_it_fits_a_phone()
    {
        const string Evil = "<script>alert(1)";
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var id = FleetSample.CreateId(Evil + new string('x', 180));
        var record = FleetSample.Create(3, world.Now);
        await FleetSample.SaveAsync(
            await world.Service.OpenStateAsync(),
            record with
            {
                ResourceId = id,
                Region = Evil,
                Team = new string('ש', 200),
                Reasons = [new(Evil, Evil + new string('y', 300))],
                Problem = Evil,
                State = EvaluationState.Failed,
                Outcome = AuditOutcome.Recommended,
            }
        );
        var visit = await browser.VisitAsync(ColorScheme.Dark, PageBrowser.Phone);
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(id)}"));
        await WaitForRangeAsync(visit.Page, "24h");
        await visit.CheckOnPhoneAndDesktopAsync("resource-odd");
        Assert.Equal("No minute of this range is known yet.", await visit.Page.TextContentAsync("#chart-note"));
    }

    [Fact]
    public async Task A_refresh_shows_the_pause_and_the_change_of_another_person_but_keeps_a_form_that_is_being_filled_in()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var state = await world.Service.OpenStateAsync();
        await ResourceSample.AddAsync(state, world.Now, days: 1);
        var page = await OpenAsync(browser, world);
        Assert.Contains("Scaling is not paused.", await page.TextContentAsync("#pause"), StringComparison.Ordinal);

        // Its newest change was of four units to five.
        await state.Changes.OpenAsync(CreateChange(world.Now), CancellationToken.None);
        var body = JsonContent.Create(
            new
            {
                resource = ResourceSample.Id,
                reason = "load test",
                by = "Mia",
            }
        );
        Assert.Equal(HttpStatusCode.OK, (await world.SendAsync(HttpMethod.Post, "/api/pause", body, null, null)).Status);
        await page.FillAsync("#pause-until", "4h");
        await RefreshAsync(page);
        Assert.StartsWith("Standard_S1 × 5 to Standard_S1 × 7", await page.TextContentAsync("#changes strong"), StringComparison.Ordinal);
        Assert.Equal("4h", await page.InputValueAsync("#pause-until"));

        await page.FillAsync("#pause-until", "");
        await page.CheckAsync("#pause [value=pin]");
        await page.FocusAsync("#pause button");
        await RefreshAsync(page);
        Assert.True(await page.IsCheckedAsync("#pause [value=pin]"));

        await page.CheckAsync("#pause [value=all]");
        await page.FocusAsync("#pause button");
        await RefreshAsync(page);
        Assert.Contains("Paused: scale-in and scale-out", await page.TextContentAsync("#pause .notice"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("#now [data-key=confidence] summary")]
    [InlineData("#changes .history > li:last-child summary")]
    [InlineData("#arithmetic [aria-label=Sizes]")]
    public async Task A_refresh_keeps_the_focus_and_what_is_unfolded(string place)
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var state = await world.Service.OpenStateAsync();
        await ResourceSample.AddAsync(state, world.Now, days: 1);
        var page = await OpenAsync(browser, world);
        await page.EvaluateAsync("document.querySelector('#changes summary').parentElement.open = true");
        await page.FocusAsync(place);
        var focused = await page.EvaluateAsync<string>(Focused);

        // A minute later the load is another, and a change stands above the one that is unfolded.
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        await FleetSample.SaveAsync(state, FleetSample.Create(3, world.Now) with { ResourceId = ResourceSample.Id, Units = 6 });
        await state.Changes.OpenAsync(CreateChange(world.Now), CancellationToken.None);
        await RefreshAsync(page);

        Assert.Equal(2, await page.Locator("#changes .history > li").CountAsync());
        Assert.Equal(
            "false,true",
            await page.EvaluateAsync<string>("[...document.querySelectorAll('#changes details')].map(e => e.open).join()")
        );
        Assert.Equal(focused, await page.EvaluateAsync<string>(Focused));
    }

    [Fact]
    public async Task Its_chart_fits_the_paper_and_then_the_window_again()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var page = await OpenAsync(browser, world);
        var before = await ReadWidthAsync();
        Assert.True(before > 1000);

        await page.EvaluateAsync("dispatchEvent(new Event('beforeprint'))");
        Assert.Equal(640, await ReadWidthAsync());
        await page.EvaluateAsync("dispatchEvent(new Event('afterprint'))");
        Assert.Equal(before, await ReadWidthAsync());

        Task<int> ReadWidthAsync() => page.EvaluateAsync<int>("document.querySelector('#chart canvas').clientWidth");
    }

    [Fact]
    public async Task Colors_of_the_reader_leave_the_current_page_and_range_apart_from_the_others()
    {
        const string Find = "a => { const s = getComputedStyle(a); return s.borderBottomColor + s.backgroundColor; }";
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var page = await OpenAsync(browser, world);
        await page.EmulateMediaAsync(new() { ForcedColors = ForcedColors.Active });
        Assert.Equal(2, await CountLooksAsync(".ranges a"));
        await page.GotoAsync(new Uri(world.Address, "/").AbsoluteUri);
        Assert.Equal(2, await CountLooksAsync("[aria-label=Pages] a"));

        Task<int> CountLooksAsync(string links) =>
            page.EvaluateAsync<int>($"new Set([...document.querySelectorAll('{links}')].map({Find})).size");
    }

    [Fact]
    public async Task The_fields_of_its_forms_look_alike()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        var page = await OpenAsync(browser, world);
        Assert.Single(
            await page.EvaluateAsync<string[]>(
                "[...new Set([...document.querySelectorAll('#pause input:not([type=radio], [type=hidden])')]"
                    + ".map(e => `${e.offsetWidth} x ${e.offsetHeight}`))]"
            )
        );
    }

    private static ChangeRecord CreateChange(DateTimeOffset at) =>
        new()
        {
            ResourceId = ResourceSample.Id,
            DecidedAt = at,
            FromSku = "Standard_S1",
            FromUnits = 5,
            ToSku = "Standard_S1",
            ToUnits = 7,
            Reason = "Needs 5.6 units now; 5 are too few.",
            Text = "Azure changes chat.",
        };

    private static async Task<IPage> OpenAsync(PageBrowser browser, ApiWorld world)
    {
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        await visit.OpenAsync(new Uri(world.Address, $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}"));
        await WaitForRangeAsync(visit.Page, "24h");
        return visit.Page;
    }

    private static Task RefreshAsync(IPage page) =>
        page.EvaluateAsync(
            "import(document.querySelector('script[type=module]').src.replace('resource.js', 'live.js')).then(live => live.refresh())"
        );

    private static Task WaitForRangeAsync(IPage page, string range) =>
        page.WaitForFunctionAsync(
            $"() => document.getElementById('chart').dataset.shown === '{range}' && document.querySelector('#chart canvas')"
        );
}
