using System.Net;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tick;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Resource;
using Advisor.Web.Tests.Shared;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Timeline;

/// <summary>The timeline of the fleet, and the page of Advisor itself.</summary>
public sealed class ActivityAndServiceTests
{
    private const string Evil = "<script>alert(1)";

    [Fact]
    public async Task The_timeline_has_changes_and_alerts_with_their_reasons_newest_first()
    {
        await using var world = await StartAsync();
        var all = await GetAsync(world, "/activity");

        // The alert is an hour old, the change three.
        Assert.Matches(
            "(?s)Connections high</strong><span class=\"badge warning\">warning fired.*"
                + "S1 × 4 to S1 × 5</strong><span class=\"badge good\">verified",
            all.Flat
        );
        Assert.Contains("Connections are at 104 % of their target.", all.Body, StringComparison.Ordinal);
        Assert.Contains("Needs 4.4 units now; 4 are too few.", all.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("Connections high", (await GetAsync(world, "/activity?kind=change")).Body, StringComparison.Ordinal);
        Assert.DoesNotContain("S1 × 4", (await GetAsync(world, "/activity?kind=alert")).Body, StringComparison.Ordinal);
        Assert.Contains("No pause and no answer", (await GetAsync(world, "/activity?kind=person")).Body, StringComparison.Ordinal);
        world.Service.Clock.Advance(TimeSpan.FromHours(7));
        Assert.Contains(
            "No change and no alert in this time.",
            (await GetAsync(world, "/activity?range=6h")).Body,
            StringComparison.Ordinal
        );
    }

    /// <summary>The change is three hours old, behind the alerts of the last hour.</summary>
    [Theory]
    [InlineData(250, true)]
    [InlineData(5200, false)]
    public async Task The_events_of_a_kind_are_found_behind_those_of_the_other(int alerts, bool isInTheFirstPage)
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        foreach (var some in Enumerable.Range(0, alerts).Chunk(50))
        {
            var commit = some.Aggregate(
                state.BeginCommit(ResourceSample.Id),
                (rows, i) =>
                    rows.Record(ResourceSample.CreateAlert(world.Now.AddMinutes(-30).AddSeconds(-i / 10.0)), "more-" + i.ToString("0"))
            );
            Assert.True((await commit.RunAsync(CancellationToken.None)).IsCommitted);
        }

        var page = await GetAsync(world, "/activity?kind=change");
        Assert.Equal(isInTheFirstPage, page.Flat.Contains("S1 × 4 to S1 × 5", StringComparison.Ordinal));
        if (!isInTheFirstPage)
        {
            // 25 reads of 200 are the most for a page.
            Assert.Contains(
                "No change among 5,000 events of this time. Continue with the older ones.",
                page.Body,
                StringComparison.Ordinal
            );
            var older = WebUtility.HtmlDecode(page.Body.Split("class=\"button\" href=\"")[1].Split('"')[0]);
            Assert.Contains("S1 × 4 to S1 × 5", (await GetAsync(world, older)).Flat, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Where_a_kind_has_no_event_the_page_says_so()
    {
        await using var world = await StartAsync();
        world.Service.Clock.Advance(TimeSpan.FromHours(4));

        // Of the last 6 hours, the change is 7 hours old and the alert 5.
        Assert.Contains(
            "No change in this time.",
            (await GetAsync(world, "/activity?range=6h&kind=change")).Body,
            StringComparison.Ordinal
        );
        world.Service.Clock.Advance(TimeSpan.FromHours(2));
        Assert.Contains("No alert in this time.", (await GetAsync(world, "/activity?range=6h&kind=alert")).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_address_without_a_page_has_one_that_leads_to_the_others()
    {
        await using var world = await StartAsync();
        var page = await GetAsync(world, "/nope");

        Assert.Equal(HttpStatusCode.NotFound, page.Status);
        Assert.Contains("<h1>Page not found</h1>", page.Body, StringComparison.Ordinal);
        Assert.Contains("<a href=\"/activity\"", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_after_an_answer_leads_back()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        await state.Fleet.PauseAsync(new PauseMark("advisor", "3 changes failed.", world.Now), CancellationToken.None);

        Assert.Contains(
            "<a href=\"/\">Back to the fleet</a>",
            (await PostAsync(world, "same-origin", null)).Body,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Advisor_itself_shows_its_ticks_channels_and_dead_letters()
    {
        await using var world = await StartAsync();
        var page = await GetAsync(world, "/service");

        // Begun at 07:59:00 and complete at 07:59:04.5; 3 + 2 resources, one failed, 2 + 1 calls.
        Assert.Matches(
            "complete</span></td><td class=\"n\" data-label=\"Duration\">4.5 s</td><td class=\"n\" data-label=\"Batches\">2 / 2</td>"
                + "<td class=\"n\" data-label=\"Resources\">5</td><td class=\"n warning\" data-label=\"Failed\">1</td>"
                + "<td class=\"n\" data-label=\"Calls\">3",
            page.Flat
        );
        Assert.Contains("3 failures in a row", page.Body, StringComparison.Ordinal);
        Assert.Contains("&lt;script&gt;alert(1)</pre>", page.Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(55, "55 s</dd><dd class=\"tile-detail\">ago</dd>")]
    [InlineData(0, "now</dd>\\s*</div>")]
    public async Task The_age_of_the_last_tick_reads_as_one(double seconds, string expected)
    {
        await using var world = await StartAsync();
        var ended = world.Now.AddSeconds(-seconds);
        await (await world.Service.OpenStateAsync()).Fleet.RecordHeartbeatAsync(
            new HeartbeatMark(ended, ended) { Ticks = 1 },
            CancellationToken.None
        );

        var page = await GetAsync(world, "/service");

        Assert.Matches("<dt>Last tick</dt>\\s*<dd class=\"good\">" + expected, page.Flat);
    }

    [Fact]
    public async Task A_stop_is_ended_by_who_may_act_with_a_reason_and_by_the_page_alone()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        await state.Fleet.PauseAsync(new PauseMark("advisor", "3 changes failed.", world.Now), CancellationToken.None);
        Assert.Contains("by advisor: 3 changes failed.", (await GetAsync(world, "/service")).Body, StringComparison.Ordinal);

        Assert.Equal(HttpStatusCode.Forbidden, (await PostAsync(world, "cross-site", null)).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await PostAsync(world, null, null)).Status);
        Assert.NotNull(await state.Fleet.FindPauseAsync(CancellationToken.None));
        Assert.Equal(HttpStatusCode.OK, (await PostAsync(world, "same-origin", null)).Status);
        Assert.Null(await state.Fleet.FindPauseAsync(CancellationToken.None));
        Assert.Equal(
            ("Mia", "repaired"),
            Assert.Single(await state.Fleet.ListResumesAsync(CancellationToken.None)) is { } end ? (end.By, end.Reason) : default
        );

        await using var readers = await ApiWorld.StartAsync(dashboard: DashboardAccess.ReadOnly);
        await (await readers.Service.OpenStateAsync()).Fleet.PauseAsync(new PauseMark("advisor", "x", readers.Now), CancellationToken.None);
        Assert.DoesNotContain("<form", (await GetAsync(readers, "/service")).Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Forbidden, (await PostAsync(readers, "same-origin", null)).Status);
    }

    [Fact]
    public async Task A_refresh_shows_a_stop_and_keeps_what_a_person_types()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync();
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        await visit.OpenAsync(new Uri(world.Address, "/service"));
        var page = visit.Page;
        var state = await world.Service.OpenStateAsync();
        Assert.Equal(0, await page.Locator("#stop h2").CountAsync());

        await state.Fleet.PauseAsync(new PauseMark("advisor", "3 changes failed.", world.Now), CancellationToken.None);
        await RefreshAsync();
        Assert.Equal("Changes are stopped", await page.TextContentAsync("#stop h2"));

        // The proof in the form changes with the time, so every refresh has another one.
        await page.FillAsync("#reason", "repaired");
        await page.FocusAsync("#stop button");
        await RefreshAsync();
        Assert.Equal("repaired", await page.InputValueAsync("#reason"));

        await page.FillAsync("#reason", "");
        await page.FocusAsync("#stop button");
        await state.Fleet.ResumeAsync("Mia", "repaired", world.Now, CancellationToken.None);
        await RefreshAsync();
        Assert.Equal(0, await page.Locator("#stop h2").CountAsync());

        async Task RefreshAsync()
        {
            world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
            await page.EvaluateAsync("import(document.querySelector('script[type=module]').src).then(live => live.refresh())");
        }
    }

    [Fact]
    public async Task A_given_up_notification_is_sent_again_once_by_who_may_act()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        var id = await state.DeadLetters.AddAsync(
            new DeadLetter
            {
                Queue = "delivery",
                MessageId = "2",
                At = world.Now,
                Problem = "teams did not accept it in 8 attempts.",
                Text = "{}",
                Delivery = new DeadLetterDelivery("fleet", "n", "teams", "k"),
            },
            CancellationToken.None
        );
        async Task<Answer> PressAsync(string? site) =>
            await world.SendAsync(
                HttpMethod.Post,
                "/service/resend",
                new FormUrlEncodedContent([KeyValuePair.Create("id", id), KeyValuePair.Create("author", "Mia")]),
                site,
                null
            );

        Assert.Equal(HttpStatusCode.Forbidden, (await PressAsync("cross-site")).Status);
        Assert.Equal(0, (await state.Outbox.CountOpenAsync(CancellationToken.None)).Deliveries);
        Assert.Equal(HttpStatusCode.OK, (await PressAsync("same-origin")).Status);
        Assert.Equal(HttpStatusCode.OK, (await PressAsync("same-origin")).Status);
        Assert.Equal(1, (await state.Outbox.CountOpenAsync(CancellationToken.None)).Deliveries);
        Assert.Contains("Sent again at 2026-01-05 08:00 UTC by Mia.", (await GetAsync(world, "/service")).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Both_fit_their_window()
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await StartAsync();
        await (await world.Service.OpenStateAsync()).Fleet.PauseAsync(new PauseMark(Evil, Evil, world.Now), CancellationToken.None);
        var visit = await browser.VisitAsync(ColorScheme.Light, PageBrowser.Desktop);
        foreach (var name in new[] { "activity", "service" })
        {
            await visit.OpenAsync(new Uri(world.Address, "/" + name));
            await visit.CheckOnPhoneAndDesktopAsync(name);
        }

        await visit.Page.ClickAsync("summary");
        await visit.CheckOnPhoneAndDesktopAsync("service-message");
    }

    private static async Task<ApiWorld> StartAsync()
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var (state, now) = (await world.Service.OpenStateAsync(), world.Now);
        await ResourceSample.AddAsync(state, now, days: 1);
        var tick = now.AddMinutes(-1);
        await state.Ticks.BeginAsync(new TickRecord(tick, 2, tick), CancellationToken.None);
        await state.Ticks.CompleteBatchAsync(
            new BatchRecord(tick, "a", tick.AddSeconds(2), 3, 1) { MetricCalls = 2 },
            CancellationToken.None
        );
        await state.Ticks.CompleteBatchAsync(
            new BatchRecord(tick, "b", tick.AddSeconds(4.5), 2, 0) { MetricCalls = 1 },
            CancellationToken.None
        );
        await state.Fleet.RecordHeartbeatAsync(
            new HeartbeatMark(tick, tick.AddSeconds(4.5)) { Ticks = 1, MetricCalls = 3 },
            CancellationToken.None
        );
        for (var i = 0; i < 3; i++)
        {
            await state.Fleet.RecordDeliveryAsync(
                "teams-" + Evil,
                "The webhook answered 410. " + new string('x', 200),
                now,
                CancellationToken.None
            );
        }

        await state.DeadLetters.AddAsync(
            new DeadLetter
            {
                Queue = "advisor-deliver",
                MessageId = "1",
                At = now.AddHours(-2),
                Problem = "It is no message of this version.",
                Text = new string('x', 500) + Evil,
            },
            CancellationToken.None
        );
        return world;
    }

    private static Task<Answer> GetAsync(ApiWorld world, string path) => world.SendAsync(HttpMethod.Get, path, null, null, null);

    private static Task<Answer> PostAsync(ApiWorld world, string? site, string? user) =>
        world.SendAsync(
            HttpMethod.Post,
            "/service/resume",
            new FormUrlEncodedContent([KeyValuePair.Create("reason", "repaired"), KeyValuePair.Create("author", "Mia")]),
            site,
            user
        );
}
