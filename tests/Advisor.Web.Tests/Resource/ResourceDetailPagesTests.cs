using System.Net;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Dashboard;
using Advisor.Web.Resource;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

public sealed class ResourceDetailPagesTests
{
    private static readonly string Path = $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}";

    [Fact]
    public async Task It_says_the_decision_with_its_arithmetic_and_what_other_sizes_would_mean()
    {
        await using var world = await StartAsync();
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        Assert.Contains("<p class=\"decision\">Scale out to 7</p>", page.Flat, StringComparison.Ordinal);
        Assert.Contains("5 units are too few.", page.Body, StringComparison.Ordinal);
        Assert.Contains(
            "<pre><code>az signalr update -n chat -g rg-realtime --subscription 00000000-1111-2222-3333-444444444444 "
                + "--sku Standard_S1 --unit-count 7</code></pre>",
            page.Body,
            StringComparison.Ordinal
        );

        // Connections: 5,040 of 5 units x 1,000 x 90 % = 4,500 are 112 %; x 5 units are 5.6.
        Assert.Matches(
            "limiting factor</span></th><td class=\"n\" data-label=\"Used\">5,040</td>"
                + "<td class=\"n\" data-label=\"Limit at 5 units\">5,000\\s*<small class=\"line\">"
                + "<a href=\"/rules#signalr.Standard_S1.connectionsPerUnit\"[^>]*>"
                + "signalr.Standard_S1.connectionsPerUnit</a>\\s*</small></td>"
                + "<td class=\"n\" data-label=\"× Target\"><a href=\"/rules#connectionsTarget\"[^>]*>90 %</a></td>"
                + "<td class=\"u u45 warning limiting\" data-label=\"= % of target\">112 %</td>"
                + "<td class=\"n\" data-label=\"× Units = required\"><strong>5.60",
            page.Flat
        );
        Assert.Contains("interpolated between the columns of its rule", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Other_sizes_have_utilization_risk_bill_and_what_they_are_expected_to_cost()
    {
        await using var world = await StartAsync();
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        // At 7 units connections are 5.6 / 7 = 80 %; 6.8 / 7 = 97 % within the hour, 80 % likely. 7 lies between the 6.8 that are 80 %
        // and the 7.6 that are 95 % likely to suffice. 7 x 48.30 + 12 = 350.10, shown as 350: 96 more than the 254 shown for 253.50.
        // 420 + 4.5 = 424.5 (shown whole).
        Assert.Contains(
            FormatCells(
                ("Load", "n", "44"),
                ("Conn.", "n", "80"),
                ("In", "n", "–"),
                ("Out", "n", "34"),
                ("Rout.", "n", "–"),
                ("Next hour, 80 %", "n", "97"),
                ("Risk", "n", "5 to 20 %")
            ),
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "title=\"350 USD a month (338 for units &#x2B; 12 for messages)\">350</td>"
                + FormatCells(
                    ("Difference", "n", "&#x2B;96 USD"),
                    ("Units, next hour", "n", "420"),
                    ("Overload", "n", "4.5"),
                    ("Removal", "n", "0")
                ),
            page.Flat,
            StringComparison.Ordinal
        );

        // 5 units are too few now (112 %) and for the next hour (136 %): even the median is 6.1.
        Assert.Matches(
            "S1 × 5\\s*<span class=\"badge active\">current</span></th>"
                + "<td class=\"n\" data-label=\"Load\">62</td><td class=\"n bad\" data-label=\"Conn.\">112</td>",
            page.Flat
        );
        Assert.Contains(
            FormatCells(("Next hour, 80 %", "n bad", "136"), ("Risk", "n bad", "above 50 %")),
            page.Flat,
            StringComparison.Ordinal
        );

        // 6,000 - 254, as 253.50 of today is shown.
        Assert.Matches(
            "<strong>Premium_P2 x 100</strong><span class=\"badge[^>]*>&#x2B;5,746 USD a month</span></p>"
                + "<p>Requires a quota of 200 units in subscription and region; no change to the app.</p>",
            page.Flat
        );
        Assert.Contains("href=\"/rules#overloadPrice\"", page.Flat, StringComparison.Ordinal);
    }

    // 725 minutes are 12 h 5 min, of which 725 / 25 = 29 are well above it.
    [Fact]
    public async Task Where_a_size_to_keep_is_recommended_each_size_has_its_time_above_target_in_place_of_the_score_of_an_hour()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        var details = ResourceSample.CreateDetails(world.Now);
        var minutes = new Dictionary<int, int> { [5] = 725, [7] = 0 };
        details = details with
        {
            LookBackDays = 14,
            Sizes =
            [
                .. details.Sizes.Select(size =>
                    minutes.TryGetValue(size.Units, out var above)
                        ? size with
                        {
                            OverloadedMinutes = above,
                            BeyondLimitMinutes = above / 25,
                        }
                        : size
                ),
            ],
        };
        Assert.True((await state.BeginCommit(ResourceSample.Id).Save(details).RunAsync(CancellationToken.None)).IsCommitted);

        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        Assert.Contains("class=\"group\">Last 14 days</th>", page.Flat, StringComparison.Ordinal);
        const string above14 = "Above target, last 14 days";
        Assert.Contains(
            FormatCells((above14, "n warning", "12 h 5 min"), ("Well above target", "n bad", "29 min")),
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.Contains(FormatCells((above14, "n", "0 s"), ("Well above target", "n", "0 s")), page.Flat, StringComparison.Ordinal);
        Assert.Contains(FormatCells((above14, "n", "–"), ("Well above target", "n", "–")), page.Flat, StringComparison.Ordinal);
        Assert.DoesNotContain("Expected score", page.Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_no_size_carries_the_load_the_page_says_so_and_compares_the_sizes_all_the_same()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        var record = (await state.Evaluations.FindAsync(ResourceSample.Id, CancellationToken.None))!;
        record = record with
        {
            LimitingFactor = Limit.Routing,
            Utilization = new Dictionary<Limit, double>(record.Utilization) { [Limit.Routing] = 1.2 },
        };
        Assert.True((await state.BeginCommit(ResourceSample.Id).Save(record).RunAsync(CancellationToken.None)).IsCommitted);

        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        Assert.Contains("data-label=\"× Units = required\"><strong>no size</strong>", page.Flat, StringComparison.Ordinal);
        Assert.Matches("Units required</dt>\\s*<dd[^>]*>no size", page.Flat);
        Assert.DoesNotContain("no usable server load", page.Flat, StringComparison.Ordinal);
        Assert.Contains("S1 × 6", page.Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_failed_evaluation_has_its_problem_in_place_of_a_decision_and_blames_no_metric()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        var record = (await state.Evaluations.FindAsync(ResourceSample.Id, CancellationToken.None))! with
        {
            State = EvaluationState.Failed,
            Problem = "Azure Monitor answers 503.",
            Action = null,
            Outcome = null,
            RecommendedSku = null,
            RecommendedUnits = null,
            Confidence = null,
            Reasons = [],
            Utilization = new Dictionary<Limit, double>(),
            RequiredUnits = new Dictionary<Limit, double>(),
        };
        Assert.True((await state.BeginCommit(ResourceSample.Id).Save(record).RunAsync(CancellationToken.None)).IsCommitted);

        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        Assert.Contains("The newest evaluation failed: Azure Monitor answers 503.", page.Flat, StringComparison.Ordinal);
        Assert.Contains(
            "The newest evaluation failed. Sizes are compared again after the next success.",
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("no usable server load", page.Flat, StringComparison.Ordinal);
        Assert.DoesNotContain("class=\"decision\"", page.Flat, StringComparison.Ordinal);
        Assert.DoesNotContain("<summary>Confidence", page.Flat, StringComparison.Ordinal);

        // What failed may be at risk: none that is known to be is no good news.
        var fleet = await world.SendAsync(HttpMethod.Get, "/", null, null, null);
        Assert.Contains("<dt>At risk</dt><dd>0<", fleet.Flat, StringComparison.Ordinal);
    }

    // Its reason then says "6 units are recommended; the quota allows 5" or "a change is in progress; 6 units are recommended after it".
    [Theory]
    [InlineData(ReasonCodes.WithinCapacity, false, "No change", "current, recommended")]
    [InlineData(ReasonCodes.RegionalQuota, false, "No change: regional quota", "current")]
    [InlineData(ReasonCodes.ChangeInProgress, true, "Change in progress", "current")]
    public async Task A_size_that_stays_is_recommended_only_where_nothing_keeps_it(
        string code,
        bool isChanging,
        string headline,
        string note
    )
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        var record = (await state.Evaluations.FindAsync(ResourceSample.Id, CancellationToken.None))! with
        {
            RecommendedUnits = 5,
            Outcome = AuditOutcome.Held,
            IsChanging = isChanging,
            Reasons = [new Reason(code, "Five units stay.")],
        };
        Assert.True((await state.BeginCommit(ResourceSample.Id).Save(record).RunAsync(CancellationToken.None)).IsCommitted);

        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        Assert.Matches($"<p class=\"decision\">{headline}( |:|<)", page.Flat);
        Assert.Matches($"S1 × 5\\s*<span class=\"badge active\">{note}</span>", page.Flat);
    }

    [Fact]
    public async Task Every_rule_that_a_number_leads_to_has_its_value_source_and_date()
    {
        await using var world = await StartAsync();
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        var rules = await world.SendAsync(HttpMethod.Get, "/rules", null, null, null);
        var named = page
            .Body.Split("href=\"/rules#")
            .Skip(1)
            .Select(part => part[..part.IndexOf('"', StringComparison.Ordinal)])
            .Distinct();

        Assert.Equal(
            [
                "connectionsTarget",
                "outboundTarget",
                "overloadPrice",
                "removalPrice",
                "serverLoadTarget",
                "signalr.Standard_S1.connectionsPerUnit",
                "signalr.Standard_S1.price",
                "signalr.echo",
                "unitPrice",
            ],
            named.Order(StringComparer.Ordinal)
        );
        Assert.All(named, rule => Assert.Contains($"id=\"{rule}\"", rules.Body, StringComparison.Ordinal));
        Assert.Contains("list price of 2022 in USD, region not stated", page.Body, StringComparison.Ordinal);
        Assert.Matches(
            "id=\"serverLoadTarget\"><dt>serverLoadTarget</dt><dd class=\"rule-value\">0.7 ratio</dd>.*?"
                + "href=\"https://learn.microsoft.com/azure/azure-signalr/signalr-concept-performance\"",
            rules.Flat
        );
        Assert.Matches("<summary><h2>policy.yaml</h2><small>[0-9]+ rules, checked on 20[0-9]{2}-[0-9]{2}-[0-9]{2}</small>", rules.Flat);
    }

    [Fact]
    public async Task Its_chart_has_peaks_gaps_the_forecast_and_marks()
    {
        await using var world = await StartAsync();
        var answer = await world.SendAsync(
            HttpMethod.Get,
            $"/resources/series{Path["/resources".Length..]}&range=24h&points=144",
            null,
            null,
            null
        );
        using var json = JsonDocument.Parse(answer.Body);
        var chart = json.RootElement;
        var connections = chart.GetProperty("requiredByLimit").GetProperty("connections");
        var (min, max) = (ReadValues(connections.GetProperty("min")), ReadValues(connections.GetProperty("max")));

        // 24 hours in 144 points are 10 minutes each; 3 hours without data are 18 of them. It is 08:00: no point is cut.
        Assert.Equal((600, 144), (chart.GetProperty("step").GetInt32(), chart.GetProperty("count").GetInt32()));
        Assert.Equal(18, max.Count(value => value is null));
        Assert.All(min.Zip(max).Where(pair => pair.First is not null), pair => Assert.True(pair.First < pair.Second));

        // The forecast begins at the 5.6 units required now, 20 s ago, and ends 60 minutes after that.
        var forecast = chart.GetProperty("forecast");
        Assert.Equal(5.6, forecast.GetProperty("required").GetDouble());
        Assert.Equal(
            [(10.0, 5.9), (30.0, 6.3), (60.0, 6.8)],
            forecast
                .GetProperty("horizons")
                .EnumerateArray()
                .Select(horizon => (horizon.GetProperty("minutes").GetDouble(), horizon.GetProperty("upper").GetDouble()))
        );
        var marks = chart.GetProperty("marks").EnumerateArray().ToList();
        Assert.Equal(["change", "alert"], marks.Select(mark => mark.GetProperty("kind").GetString()));
        Assert.Equal("Needs 4.4 units now; 4 are too few.", marks[0].GetProperty("text").GetString());
        Assert.Equal(
            [4, 5],
            chart
                .GetProperty("units")
                .EnumerateArray()
                .Select(step => step.TryGetProperty("units", out var units) ? units.GetInt32() : -1)
                .Where(units => units > 0)
                .Distinct()
        );
    }

    [Fact]
    public async Task Who_only_reads_gets_no_signed_link_and_who_may_act_does()
    {
        await using (var world = await StartAsync(DashboardAccess.ReadOnly))
        {
            var answer = await world.SendAsync(HttpMethod.Get, Path, null, null, "mia@example.com"); // not trusted: sign-in is off
            Assert.Equal(HttpStatusCode.OK, answer.Status);
            Assert.DoesNotMatch("[?&;]t=|name=\"t\"", answer.Body);
            Assert.DoesNotContain("<form", answer.Body, StringComparison.Ordinal);
        }

        await using var app = await ApiWorld.StartAsync(SignInMode.Record, dashboard: DashboardAccess.SignedIn);
        await app.RequestApprovalAsync();
        var chat =
            $"/resources?id={Uri.EscapeDataString("/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat")}";
        Assert.Equal(HttpStatusCode.Unauthorized, (await app.SendAsync(HttpMethod.Get, chat, null, null, null)).Status);
        var page = await app.SendAsync(HttpMethod.Get, chat, null, null, "mia@example.com");
        Assert.Contains("action=\"/open/resources/snooze\"", page.Body, StringComparison.Ordinal);
        Assert.Contains("href=\"/open/approvals/", page.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("Azure CLI", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_resource_is_not_found()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        Assert.Equal(HttpStatusCode.NotFound, (await world.SendAsync(HttpMethod.Get, Path, null, null, null)).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await world.SendAsync(HttpMethod.Get, "/resources?id=x", null, null, null)).Status);
    }

    private static async Task<ApiWorld> StartAsync(DashboardAccess access = DashboardAccess.Full)
    {
        var world = await ApiWorld.StartAsync(dashboard: access);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 2);
        return world;
    }

    private static string FormatCells(params (string Label, string Class, string Text)[] cells) =>
        string.Concat(cells.Select(cell => $"<td class=\"{cell.Class}\" data-label=\"{cell.Label}\">{cell.Text}</td>"));

    private static List<double?> ReadValues(JsonElement column) =>
        [.. column.EnumerateArray().Select(value => value.ValueKind == JsonValueKind.Null ? (double?)null : value.GetDouble())];

    [Fact]
    public async Task Scaling_is_paused_and_resumed_by_who_may_act_with_a_reason_and_by_the_page_alone()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        Task<Answer> PressAsync(string button, string? site, string reason = "load test", string shown = "") =>
            PressPauseAsync(world, button, site, reason, null, shown: shown);

        Assert.Equal(HttpStatusCode.Forbidden, (await PressAsync("pause", "cross-site")).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await PressAsync("pause", null)).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync("pause", "same-origin", " ")).Status);
        Assert.Equal(HttpStatusCode.Conflict, (await PressAsync("resume", "same-origin")).Status);
        Assert.Null(await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None));
        Assert.Equal(HttpStatusCode.OK, (await PressAsync("pause", "same-origin")).Status);

        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        Assert.Contains("Paused: scale-in.", page.Body, StringComparison.Ordinal);
        Assert.Contains("Scale-in is paused: load test", page.Body, StringComparison.Ordinal);
        Assert.Contains("Resume scaling", page.Body, StringComparison.Ordinal);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(HttpStatusCode.OK, (await PressAsync("resume", "same-origin", shown: ReadShown(page))).Status);
        Assert.Null(await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None));
        Assert.Equal(
            [AuditOutcome.Resumed, AuditOutcome.Paused],
            (await world.Service.ReadDecisionsAsync(ResourceSample.Id)).Select(line => line.Outcome)
        );

        await using var readers = await StartAsync(DashboardAccess.ReadOnly);
        Assert.Equal(HttpStatusCode.Forbidden, (await PressPauseAsync(readers, "pause", "same-origin", "x", "mia@example.com")).Status);
    }

    [Fact]
    public async Task A_pause_ends_at_the_time_that_the_form_states()
    {
        await using var world = await StartAsync();
        Task<Answer> PressAsync(string until) => PressPauseAsync(world, "pause", "same-origin", "load test", null, until);

        var past = await PressAsync("2020-01-01T00:00Z");
        Assert.Equal(HttpStatusCode.BadRequest, past.Status);
        Assert.Contains("is in the past", past.Body, StringComparison.Ordinal);

        var end = Wording.FormatEnd(world.Now.AddHours(4), world.Now);
        Assert.Contains($"until {end}, or until someone resumes it", (await PressAsync("4h")).Body, StringComparison.Ordinal);
        Assert.Contains($"Paused: scale-in, until {end}.", (await ShowAsync()).Body, StringComparison.Ordinal);
        world.Service.Clock.Advance(TimeSpan.FromHours(4));
        Assert.Contains("Scaling is not paused.", (await ShowAsync()).Body, StringComparison.Ordinal);

        Task<Answer> ShowAsync() => world.SendAsync(HttpMethod.Get, Path, null, null, null);
    }

    [Theory]
    [InlineData("both")]
    [InlineData("")]
    public async Task The_form_pauses_nothing_where_it_states_no_direction_that_is_known(string scaling)
    {
        await using var world = await StartAsync();

        var answer = await PressPauseAsync(world, "pause", "same-origin", "load test", null, "4h", scaling);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        Assert.Contains("Scaling is not paused.", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_size_is_pinned_by_the_form_if_it_can_be_kept()
    {
        await using var world = await StartAsync();
        Task<Answer> PressAsync(string units) => PressPauseAsync(world, "pause", "same-origin", "opening", null, "4h", "pin", units);

        var refused = await PressAsync("11");
        Assert.Equal(HttpStatusCode.BadRequest, refused.Status);
        Assert.Contains("Standard_S1 has no size of 11 units; use 10 or 20. Nothing was changed.", refused.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync("")).Status);

        var end = Wording.FormatEnd(world.Now.AddHours(4), world.Now);
        Assert.Contains($"keeps 20 units until {end}", (await PressAsync("20")).Body, StringComparison.Ordinal);
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        Assert.Contains($"Pinned at 20 units, until {end}.", page.Body, StringComparison.Ordinal);
        Assert.Contains("Resume scaling", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_sign_in_is_on_the_pause_has_the_name_of_who_signed_in()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record, dashboard: DashboardAccess.SignedIn);
        var state = await world.Service.OpenStateAsync();
        await ResourceSample.AddAsync(state, world.Now, days: 1);

        Assert.Equal(HttpStatusCode.Unauthorized, (await PressPauseAsync(world, "pause", "same-origin", "x", null)).Status);
        Assert.Equal(HttpStatusCode.OK, (await PressPauseAsync(world, "pause", "same-origin", "x", "mia@example.com")).Status);
        Assert.Equal("mia@example.com (5f0c)", (await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None))!.Author);
    }

    [Fact]
    public async Task A_form_of_a_page_that_showed_another_state_changes_nothing_and_names_who_paused_meanwhile()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();
        var (resource, _, _) = (await ResourceOverview.FindResourceAsync(state, ResourceSample.Id, CancellationToken.None))!.Value;
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        Task<Answer> PressAsync(string button, string shown) =>
            PressPauseAsync(world, button, "same-origin", "test", null, "30m", shown: shown);
        Task PauseAsync(string author, string reason) =>
            ScalingPauses.PauseAsync(
                state,
                resource,
                new ScalingPause
                {
                    ResourceId = resource.Id,
                    Scaling = PausedScaling.All,
                    Author = author,
                    Reason = reason,
                    At = world.Now,
                },
                CancellationToken.None
            );

        await PauseAsync("Bob", "incident, do not touch");
        var paused = await PressAsync("pause", ReadShown(page));
        page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        await PauseAsync("Ann", "the next incident");
        var resumed = await PressAsync("resume", ReadShown(page));

        Assert.Equal((HttpStatusCode.Conflict, HttpStatusCode.Conflict), (paused.Status, resumed.Status));
        Assert.Contains(
            "chat has been paused (scale-in and scale-out) by Bob since 2026-01-05 08:00 UTC: incident, do not touch.",
            paused.Body,
            StringComparison.Ordinal
        );
        Assert.Contains("by Ann since 2026-01-05 08:01 UTC: the next incident.", resumed.Body, StringComparison.Ordinal);
        Assert.Equal("Ann", (await state.FindPauseAsync(ResourceSample.Id, CancellationToken.None))!.Author);
    }

    [Fact]
    public async Task The_end_of_a_pause_names_what_the_settings_still_pause()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var chat = world.Service.Azure.Add("chat", 1, _ => 200);
        chat.Settings = chat.Settings with { Pause = new ResourcePause(PausedScaling.ScaleIn, "pause in advisor.yaml") };
        await world.Service.RunAsync(2);
        var path = $"/resources?id={Uri.EscapeDataString(chat.Id)}";

        await PressPauseAsync(world, "pause", "same-origin", "test", null, scaling: "all", id: chat.Id);
        var page = await world.SendAsync(HttpMethod.Get, path, null, null, null);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        var limited = await PressPauseAsync(world, "resume", "same-origin", "done", null, shown: ReadShown(page), id: chat.Id);
        chat.Settings = chat.Settings with { Pause = null };
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        await PressPauseAsync(world, "pause", "same-origin", "test", null, scaling: "all", id: chat.Id);
        page = await world.SendAsync(HttpMethod.Get, path, null, null, null);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        var free = await PressPauseAsync(world, "resume", "same-origin", "done", null, shown: ReadShown(page), id: chat.Id);

        Assert.Contains("<h1>Scaling stays limited</h1>", limited.Body, StringComparison.Ordinal);
        Assert.Contains("Scale-in is paused by pause in advisor.yaml until that is removed.", limited.Body, StringComparison.Ordinal);
        Assert.Contains("<h1>Scaling is resumed</h1>", free.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Pinned_under_Azure_autoscale_the_answer_says_that_Advisor_only_recommends_the_size()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var chat = world.Service.Azure.Add("chat", 1, _ => 200);
        chat.Autoscale = "by-load";
        await world.Service.RunAsync(2);

        var answer = await PressPauseAsync(world, "pause", "same-origin", "test", null, "4h", "pin", "5", id: chat.Id);

        Assert.Contains(
            "Azure autoscale (by-load) manages the size of chat: Advisor makes no change there, and recommends 5 units until",
            answer.Body,
            StringComparison.Ordinal
        );
    }

    private static string ReadShown(Answer page) =>
        page.Body.Split("name=\"shown\" value=\"") is [_, var value, ..] ? value.Split('"')[0] : "";

    private static Task<Answer> PressPauseAsync(
        ApiWorld world,
        string button,
        string? site,
        string reason,
        string? user,
        string until = "",
        string scaling = "scaleIn",
        string units = "",
        string shown = "",
        string? id = null
    ) =>
        world.SendAsync(
            HttpMethod.Post,
            "/resources/pause",
            new FormUrlEncodedContent([
                KeyValuePair.Create("id", id ?? ResourceSample.Id),
                KeyValuePair.Create("scaling", scaling),
                KeyValuePair.Create("units", units),
                KeyValuePair.Create("answer", button),
                KeyValuePair.Create("reason", reason),
                KeyValuePair.Create("author", "Mia"),
                KeyValuePair.Create("until", until),
                KeyValuePair.Create("shown", shown),
            ]),
            site,
            user
        );
}
