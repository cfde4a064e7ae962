using System.Text.RegularExpressions;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Shared;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Fleet;

/// <summary>The fleet's table in a browser.</summary>
public sealed class FleetBrowserTests
{
    private const string Ready = "() => 'ready' in document.documentElement.dataset";

    [Theory]
    [InlineData(ColorScheme.Light, PageBrowser.Desktop, "light")]
    [InlineData(ColorScheme.Dark, PageBrowser.Phone, "phone")]
    public async Task A_fleet_is_searched_sorted_and_filtered_without_a_new_page(ColorScheme scheme, int width, string view)
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(40);
        var visit = await OpenAsync(browser, world, scheme, width, "/");
        var page = visit.Page;
        await visit.CheckAsync($"fleet-{view}");
        await page.EvaluateAsync("window.same = true");

        await page.FillAsync("input[name=q]", "alerts");
        await page.WaitForFunctionAsync("() => document.getElementById('count').textContent === '5 of 40 resources'");
        await page.ClickAsync("th.name a[data-sort]");
        // The address changes when the answer is asked for, the table when it is there.
        await page.Locator("th.name[aria-sort=ascending]").WaitForAsync();
        Assert.Equal("?q=alerts&sort=name", await page.EvaluateAsync<string>("location.search"));
        await page.ClickAsync("th.name a[data-sort]");
        await page.Locator("th.name[aria-sort=descending]").WaitForAsync();
        Assert.Equal("?q=alerts&sort=-name", await page.EvaluateAsync<string>("location.search"));
        Assert.Equal("alerts-0034", await page.TextContentAsync("#rows tr:first-child bdi"));
        await page.FillAsync("input[name=q]", "");
        await page.SelectOptionAsync("select[name=state]", "atRisk");
        await page.WaitForFunctionAsync("() => document.getElementById('count').textContent === '4 of 40 resources'");
        await visit.CheckAsync($"fleet-filtered-{view}");
        Assert.True(await page.EvaluateAsync<bool>("window.same === true"));

        await page.ReloadAsync();
        Assert.Equal(4, await page.Locator("#rows tr").CountAsync());
    }

    [Fact]
    public async Task A_filter_that_is_not_answered_is_asked_for_again_by_the_next_refresh()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(40);
        var page = (await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/")).Page;
        await page.RouteAsync("**/*", route => route.AbortAsync());
        await page.SelectOptionAsync("select[name=state]", "atRisk");
        await page.Locator("h1 + [role=alert]").WaitForAsync();
        await page.UnrouteAllAsync();

        await RefreshAsync(page);

        Assert.Equal("4 of 40 resources", await page.TextContentAsync("#count"));
        Assert.Equal(4, await page.Locator("#rows tr").CountAsync());
    }

    // A screen reader says what changes within an element of role status, and nothing where another element takes its place.
    [Fact]
    public async Task The_count_of_a_filter_changes_within_its_status_element()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(40);
        var page = (await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/")).Page;
        await page.EvaluateAsync("window.counts = document.querySelector('#count[role=status]')");

        await page.SelectOptionAsync("select[name=state]", "atRisk");
        await page.WaitForFunctionAsync("() => document.getElementById('count').textContent === '4 of 40 resources'");

        Assert.Equal("4 of 40 resources", await page.EvaluateAsync<string>("window.counts.textContent"));
    }

    // The scrollbars of the window and of the table take 15 pixels each, where they are shown.
    [Fact]
    public async Task A_window_of_1280_pixels_has_every_column()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(40);

        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop - 30, "/");
        Assert.Equal(0, await ReadHiddenWidthAsync());
        await visit.OpenAsync(new Uri(world.Address, "/?group=team"));
        await visit.Page.WaitForFunctionAsync(Ready);
        Assert.Equal(0, await ReadHiddenWidthAsync());

        Task<int> ReadHiddenWidthAsync() =>
            visit.Page.EvaluateAsync<int>("(frame => frame.scrollWidth - frame.clientWidth)(document.getElementById('frame'))");
    }

    [Fact]
    public async Task A_refresh_keeps_focus_scroll_and_the_rows_that_say_the_same()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(60);
        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/?sort=name");
        var page = visit.Page;
        await page.FocusAsync("#rows tr:nth-child(50) a");
        await page.EvaluateAsync("document.getElementById('frame').scrollTop = 700");
        await page.EvaluateAsync("[...document.querySelectorAll('#rows tr')].forEach((row, i) => row.kept = i)");
        var name = await page.EvaluateAsync<string>("document.activeElement.textContent");

        // Of 60 rows the one with the focus changes: 9 units more.
        var changed = Enumerable
            .Range(0, 60)
            .Select(i => FleetSample.Create(i, world.Now))
            .Single(record => record.ResourceId.EndsWith(name, StringComparison.Ordinal));
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), changed with { Units = changed.Units + 9 });
        await RefreshAsync(page);

        Assert.Equal(name, await page.EvaluateAsync<string>("document.activeElement.textContent"));
        Assert.Equal(700, await page.EvaluateAsync<int>("Math.round(document.getElementById('frame').scrollTop)"));
        Assert.Equal(59, await page.EvaluateAsync<int>("[...document.querySelectorAll('#rows tr')].filter(row => 'kept' in row).length"));
        Assert.StartsWith("Refreshed", await page.TextContentAsync("#refreshed"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_refresh_adds_what_waits_for_a_person_and_removes_it()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(3);
        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/");
        var page = visit.Page;
        Assert.Equal(0, await page.Locator("#waiting h2").CountAsync());

        var calm = FleetSample.Create(1, world.Now);
        var state = await world.Service.OpenStateAsync();
        var larger = new ActiveRecommendation
        {
            Action = ScalingAction.ScaleOut,
            FromSku = calm.Sku,
            FromUnits = calm.Units,
            Sku = calm.Sku,
            Units = calm.Units + 1,
            Since = world.Now,
            SeenAt = world.Now,
        };
        await FleetSample.SaveAsync(state, calm with { RecommendedUnits = larger.Units, Recommendation = larger });
        await RefreshAsync(page);
        Assert.Equal(FleetSample.GetName(1), await page.TextContentAsync("#waiting bdi"));

        await FleetSample.SaveAsync(state, calm);
        await RefreshAsync(page);
        Assert.Equal(0, await page.Locator("#waiting h2").CountAsync());
    }

    [Fact]
    public async Task A_page_that_cannot_be_refreshed_says_so_at_its_top_until_it_can()
    {
        const string SignedOut = "You are no longer signed in: reload the page.";
        (int? Status, string Body, string Reason)[] rows =
        [
            (null, "", "Advisor does not answer."),
            (503, "", "Advisor answers with an error (status 503)."),
            (401, "", SignedOut),
            (302, "", SignedOut),
            (200, "<!doctype html><title>Sign in</title><form>Password</form>", SignedOut),
        ];
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(3);
        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/");
        var page = visit.Page;
        foreach (var (status, body, reason) in rows)
        {
            await page.RouteAsync(
                "**/*",
                route =>
                    status is { } answer
                        ? route.FulfillAsync(
                            new()
                            {
                                Status = answer,
                                ContentType = "text/html",
                                Body = body,
                                Headers = answer == 302 ? [new("Location", "/.auth/login/aad")] : null,
                            }
                        )
                        : route.AbortAsync()
            );
            await RefreshAsync(page);
            Assert.Matches(
                $"^{Regex.Escape(reason)} This page shows what was known at [0-2][0-9]:[0-5][0-9] UTC\\.$",
                await ReadWarningAsync()
            );
            Assert.Equal(3, await page.Locator("#rows tr").CountAsync());

            await page.UnrouteAllAsync();
            await RefreshAsync(page);
            Assert.Equal("", await ReadWarningAsync());
        }

        await visit.CheckAsync("fleet-refreshed");

        Task<string> ReadWarningAsync() => page.EvaluateAsync<string>("document.querySelector('h1 + [role=alert]')?.textContent ?? ''");
    }

    [Fact]
    public async Task Printed_it_has_every_row_and_column_dark_on_white()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(40);

        // A4 across with margins of 1 cm: 277 mm of 96 / 25.4 pixels.
        var visit = await OpenAsync(browser, world, ColorScheme.Light, 1046, "/");
        foreach (var scheme in new[] { ColorScheme.Light, ColorScheme.Dark })
        {
            await visit.Page.EmulateMediaAsync(new() { Media = Media.Print, ColorScheme = scheme });
            Assert.Equal(
                "0 0 none rgb(27, 31, 36) rgb(255, 255, 255)",
                await visit.Page.EvaluateAsync<string>(
                    "(() => { const [frame, style] = [document.getElementById('frame'), getComputedStyle(document.body)];"
                        + " return [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight,"
                        + " getComputedStyle(document.getElementById('filters')).display, style.color, style.backgroundColor]"
                        + ".join(' '); })()"
                )
            );
        }
    }

    [Fact]
    public async Task A_page_whose_refresh_gets_no_answer_in_half_a_minute_says_so()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(3);
        var page = (await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/")).Page;
        await page.Clock.InstallAsync();
        await page.RouteAsync("**/*", _ => Task.CompletedTask);

        // The next refresh, after a minute, would end this one without a word.
        var refreshing = Task.CompletedTask;
        await page.RunAndWaitForRequestAsync(
            () =>
            {
                refreshing = RefreshAsync(page);
                return Task.CompletedTask;
            },
            _ => true
        );
        await page.Clock.RunForAsync(61_000);

        var warning = page.Locator("h1 + [role=alert]");
        await warning.WaitForAsync(new() { Timeout = 10_000 });
        Assert.StartsWith("Advisor does not answer. This page shows", await warning.TextContentAsync(), StringComparison.Ordinal);
        await refreshing;
    }

    [Fact]
    public async Task The_keyboard_alone_searches_sorts_and_opens()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(40);
        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/");
        var page = visit.Page;
        await visit.PressTabToAsync("e => e.name === 'q'");
        await page.Keyboard.TypeAsync("alerts");
        await page.WaitForFunctionAsync("() => document.getElementById('count').textContent === '5 of 40 resources'");
        await visit.PressTabToAsync("e => e.textContent === 'Resource'");
        await page.Keyboard.PressAsync("Enter");
        await page.Locator("th.name[aria-sort=ascending]").WaitForAsync();
        Assert.Equal("Resource", await page.EvaluateAsync<string>("document.activeElement.textContent"));
        await visit.PressTabToAsync("e => e.textContent === 'alerts-0002'");
        await page.Keyboard.PressAsync("Enter");
        await page.WaitForFunctionAsync("() => document.querySelector('h1').textContent === 'alerts-0002'");
    }

    [Fact]
    public async Task A_thousand_resources_are_little_markup_each()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(1000);
        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/?sort=name");
        var page = visit.Page;

        // 150 rows stand in the page, the others follow; without scripts the link shows them.
        await page.WaitForFunctionAsync(
            "() => document.querySelectorAll('#rows tr').length === 1000 && !document.querySelector('#more a')"
        );
        var html = (await world.SendAsync(HttpMethod.Get, "/?sort=name", null, null, null)).Body;
        Assert.Equal(150, html.Split("<tr data-key=").Length - 1);
        Assert.Contains(
            "<a href=\"/?sort=name&amp;rows=all\" rel=\"noreferrer\">Show all 1,000 resources</a>",
            html,
            StringComparison.Ordinal
        );

        // The first request of a process compiles the page's code; what people wait for is the second.
        await page.ReloadAsync();
        await page.WaitForFunctionAsync("() => document.querySelectorAll('#rows tr').length === 1000");
        TestContext.Current.TestOutputHelper?.WriteLine(
            await page.EvaluateAsync<string>(
                "(() => { const t = performance.getEntriesByType('navigation')[0];"
                    + " return `first byte ${Math.round(t.responseStart)} ms, usable ${Math.round(t.domContentLoadedEventEnd)} ms,"
                    + " loaded ${Math.round(t.loadEventEnd)} ms, ${document.getElementsByTagName('*').length} elements,"
                    + " ${t.decodedBodySize} bytes`; })()"
            )
        );

        // 15 cells, a link, a name, a place, a state and a limiting factor are 21 with the row.
        Assert.InRange(await page.EvaluateAsync<int>("document.querySelectorAll('#rows *').length"), 20_000, 22_000);
    }

    [Fact]
    public async Task Long_right_to_left_and_hostile_names_nothing_and_failures_fit_a_phone_and_a_desk()
    {
        const string Evil = "<script>alert(1)";
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync(0);
        var visit = await OpenAsync(browser, world, ColorScheme.Light, PageBrowser.Desktop, "/");
        await visit.CheckOnPhoneAndDesktopAsync("fleet-empty");

        var state = await world.Service.OpenStateAsync();
        var sample = FleetSample.Create(3, world.Now);
        await FleetSample.SaveAsync(state, sample with { ResourceId = FleetSample.CreateId(new string('x', 200)) });
        await FleetSample.SaveAsync(state, sample with { ResourceId = FleetSample.CreateId("דואר-שירות-الدردشة") });
        await FleetSample.SaveAsync(
            state,
            sample with
            {
                ResourceId = FleetSample.CreateId(Evil).Replace("rg-realtime", Evil, StringComparison.Ordinal),
                Region = Evil,
                Sku = Evil,
                RecommendedSku = Evil + "2",
                Team = Evil,
                Reasons = [new(Evil, Evil)],
                Alerts = [new(Evil, AlertSeverity.Critical, AlertPhase.Firing)],
                CostNow = sample.CostNow! with { Currency = Evil },
            }
        );
        await FleetSample.SaveAsync(
            state,
            new EvaluationRecord
            {
                ResourceId = FleetSample.CreateId("failed"),
                Service = "signalr",
                Region = "westeurope",
                Sku = "Standard_S1",
                Units = 3,
                At = world.Now,
                State = EvaluationState.Failed,
                Problem = "Azure Monitor answered 403.",
            }
        );
        await FleetSample.SaveAsync(
            state,
            sample with
            {
                ResourceId = FleetSample.CreateId("no-data"),
                Utilization = new Dictionary<Core.Capacity.Limit, double>(),
                RequiredUnits = new Dictionary<Core.Capacity.Limit, double>(),
                DataAt = null,
                Alerts = [],
            }
        );
        await visit.OpenAsync(new Uri(world.Address, "/"));
        await visit.Page.WaitForFunctionAsync(Ready);
        await visit.CheckOnPhoneAndDesktopAsync("fleet-odd");
        Assert.Contains(Evil, await visit.Page.Locator("#rows bdi").AllTextContentsAsync());
    }

    private static async Task<ApiWorld> StartAsync(int count)
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await FleetSample.AddAsync(await world.Service.OpenStateAsync(), count, world.Now);
        return world;
    }

    private static async Task<PageVisit> OpenAsync(PageBrowser browser, ApiWorld world, ColorScheme scheme, int width, string path)
    {
        var visit = await browser.VisitAsync(scheme, width);
        await visit.OpenAsync(new Uri(world.Address, path));
        await visit.Page.WaitForFunctionAsync(Ready);
        return visit;
    }

    private static Task RefreshAsync(IPage page) =>
        page.EvaluateAsync(
            "import(document.querySelector('script[type=module]').src.replace('fleet.js', 'live.js')).then(live => live.refresh())"
        );
}
