using System.Net;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;
using Advisor.Service.Store;
using Advisor.Service.Tick;
using Advisor.Web.Dashboard;
using Advisor.Web.Fleet;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Fleet;

public sealed class FleetPagesTests
{
    [Fact]
    public async Task The_address_holds_search_filters_and_order()
    {
        await using var world = await StartAsync(40);

        // Of 0 to 39 the names are chat-, orders-, alerts- ... in turns of eight: alerts are 2, 10, 18, 26, 34.
        var found = await GetAsync(world, "/?q=alerts&sort=-name");
        Assert.Equal(["alerts-0034", "alerts-0026", "alerts-0018", "alerts-0010", "alerts-0002"], ReadNames(found));
        Assert.Contains(">5 of 40 resources<", found.Flat, StringComparison.Ordinal);
        Assert.Contains("aria-sort=\"descending\"", found.Body, StringComparison.Ordinal);

        // At risk: 3, 13, 23, 33. The third subscription has those that leave 2 by 3: 23 alone.
        Assert.Equal(
            ["support-0023"],
            ReadNames(await GetAsync(world, "/?state=atRisk&subscription=00000002-1111-2222-3333-444444444444"))
        );
        Assert.Equal(40, ReadNames(await GetAsync(world, "/?sort=nonsense&state=nonsense")).Count);
        Assert.Empty(ReadNames(await GetAsync(world, "/?q=nothing")));
        Assert.Empty(ReadNames(await GetAsync(world, "/?q=" + new string('x', 2000))));
    }

    [Fact]
    public async Task Names_groups_regions_and_teams_are_searched_and_an_id_is_found_whole()
    {
        await using var world = await StartAsync(40);

        // Each id has these words.
        Assert.Empty(ReadNames(await GetAsync(world, "/?q=signalr")));
        Assert.Empty(ReadNames(await GetAsync(world, "/?q=providers")));

        // The third of four regions; of these, alerts are every second one.
        Assert.Equal(10, ReadNames(await GetAsync(world, "/?q=eastus")).Count);
        Assert.Equal(5, ReadNames(await GetAsync(world, "/?q=rg-realtime EASTUS alerts")).Count);
        Assert.Equal(["alerts-0002"], ReadNames(await GetAsync(world, "/?q=" + FleetSample.CreateId("alerts-0002", 2).ToUpperInvariant())));
    }

    [Fact]
    public async Task The_table_is_a_file_too_with_the_same_rows_and_figures_that_programs_read()
    {
        await using var world = await StartAsync(40);

        var answer = await GetAsync(world, "/fleet.csv?q=alerts&sort=-name");

        Assert.Equal("text/csv; charset=utf-8", answer.Headers["Content-Type"]);
        Assert.Equal("attachment; filename=\"fleet.csv\"", answer.Headers["Content-Disposition"]);
        Assert.True(answer.Headers.TryGetValue("Cache-Control", out var caching), "a proxy may keep it for others");
        Assert.Equal("no-cache, private", string.Join(", ", caching.Split(", ").Order(StringComparer.Ordinal)));
        var lines = answer.Body.TrimEnd('\n').Split('\n').Select(line => line.Split(',')).ToList();
        Assert.Equal(["alerts-0034", "alerts-0026", "alerts-0018", "alerts-0010", "alerts-0002"], lines.Skip(1).Select(line => line[1]));
        Assert.All(lines, line => Assert.Equal(lines[0].Length, line.Length));

        // Resource 2 has 1 + 14 % 20 = 15 units of 48.30, and 7 of them would do: 724.50 and 338.10.
        var last = lines[0].Zip(lines[^1]).ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.Ordinal);
        Assert.Equal(("15", "7", "USD"), (last["units"], last["recommendedUnits"], last["currency"]));
        Assert.Equal((724.5m, 338.1m), (Parse(last["costNow"]), Parse(last["costAfter"])));
        Assert.Contains(">CSV</a>", (await GetAsync(world, "/")).Body, StringComparison.Ordinal);

        static decimal Parse(string text) => decimal.Parse(text);
    }

    [Fact]
    public async Task Units_whose_quota_Azure_does_not_limit_are_not_said_to_have_others_outside_the_scope()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        world.Service.Azure.Add("chat", 3, _ => 2000);
        world.Service.Azure.ReportedQuotas.Add(new ReportedQuota("s", "westeurope", QuotaOrigin.Unlimited, 0, world.Now));
        await world.Service.RunAsync(1);

        var page = await GetAsync(world, "/");

        Assert.Contains("westeurope: 3 units, Azure states no limit", page.Flat, StringComparison.Ordinal);
        Assert.DoesNotContain("isUnlimited", (await GetAsync(world, "/api/fleet")).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_that_wait_for_a_person_are_listed_in_the_order_of_the_first_five()
    {
        await using var world = await StartAsync(9);
        var state = await world.Service.OpenStateAsync();

        // The higher the number, the less it saves; 5 and 7 are overloaded, 5 at 0.45 + 0.05 = 50 % of its target and 7 at 52 %.
        for (var i = 0; i < 8; i++)
        {
            var record = FleetSample.Create(i, world.Now);
            var overloaded = i is 5 or 7;
            var open = new ActiveRecommendation
            {
                Action = overloaded ? ScalingAction.ScaleOut : ScalingAction.ScaleIn,
                FromSku = record.Sku,
                FromUnits = 20,
                Sku = record.Sku,
                Units = overloaded ? 30 : 10,
                IsUrgent = overloaded,
                IsWorthSaying = true,
                CostChange = overloaded ? 483 + i : -483 + i,
                Since = world.Now,
                SeenAt = world.Now,
            };
            await FleetSample.SaveAsync(state, record with { Units = 20, RecommendedUnits = open.Units, Recommendation = open });
        }

        Assert.Contains(
            "href=\"/?sort=waiting\" rel=\"noreferrer\">All 8 resources</a>",
            (await GetAsync(world, "/")).Body,
            StringComparison.Ordinal
        );
        var names = ReadNames(await GetAsync(world, "/?sort=waiting")).Select(name => int.Parse(name[^4..])).ToList();
        Assert.Equal([7, 5, 0, 1, 2], names[..^9]);
        Assert.Equal([7, 5, 0, 1, 2, 3, 4, 6, 8], names[^9..]);
    }

    [Fact]
    public async Task What_needs_attention_stands_first_and_its_figures_add_up()
    {
        await using var world = await StartAsync(8);
        var page = await GetAsync(world, "/");

        // Resource 3 has 1 + 21 % 20 = 2 units at 1.02 + 0.3 = 132 % of its target: 2.6 units required. It would scale out to 4.
        Assert.Equal("telemetry-0003", ReadNames(page)[0]);
        Assert.Contains("<td class=\"u u50 bad limiting\">132<span class=\"unseen\"> limiting factor", page.Flat, StringComparison.Ordinal);
        Assert.Matches(
            ">2.6</td><td class=\"week\">.*?</td>\\s*<td class=\"do\" title=\"Needs 2.64 units now.\">Scale out to 4<",
            page.Flat
        );

        // Units 1, 8, 15, 2, 9, 16, 3, 10 = 64 at 48.30 are 3,091.20; resource 2 would go from 15 to 7: 8 x 48.30 = 386.40 saved.
        Assert.Contains("<dt>Cost a month</dt><dd>3,091 USD<", page.Flat, StringComparison.Ordinal);
        Assert.Contains("<dt>Open savings</dt><dd class=\"good\">386 USD<", page.Flat, StringComparison.Ordinal);
    }

    // Resource 2 is the one of eight that would save, 386.40.
    [Theory]
    [InlineData(true, AuditOutcome.Snoozed)]
    [InlineData(false, AuditOutcome.Declined)]
    public async Task A_saving_that_a_person_has_set_aside_is_not_open(bool isSnoozed, AuditOutcome outcome)
    {
        await using var world = await StartAsync(8);
        var record = FleetSample.Create(2, world.Now) with { IsSnoozed = isSnoozed, Outcome = outcome };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);

        var page = await GetAsync(world, "/");

        Assert.Contains(
            "<dt>Open savings</dt><dd>0 USD</dd><dd class=\"tile-detail\">a month, by 0 recommendations<",
            page.Flat,
            StringComparison.Ordinal
        );
    }

    // Of eight resources 3 is at risk, with a recommendation; 2 has one too.
    [Theory]
    [InlineData("changing", "Changing (1)", "telemetry-0003")]
    [InlineData("recommendation", "Recommendation (2)", "telemetry-0003", "alerts-0002")]
    [InlineData("atRisk", "At risk (1)", "telemetry-0003")]
    public async Task A_filter_finds_what_changes_or_is_recommended_in_a_more_urgent_state_too(
        string state,
        string choice,
        params string[] names
    )
    {
        await using var world = await StartAsync(8);
        var record = FleetSample.Create(3, world.Now) with { IsChanging = true };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);

        var page = await GetAsync(world, $"/?state={state}");

        Assert.Contains(choice, page.Flat, StringComparison.Ordinal);
        Assert.Equal(names, ReadNames(page));
    }

    [Fact]
    public async Task A_resource_that_no_tick_has_evaluated_yet_is_not_one_without_a_price()
    {
        await using var world = await StartAsync(8);
        var state = (await world.Service.CreateDependenciesAsync()).State;
        var listed = new FleetResource
        {
            Id = FleetSample.CreateId("new"),
            Name = "new",
            SubscriptionId = "00000000-1111-2222-3333-444444444444",
            ResourceGroup = "rg-realtime",
            Service = ServiceKind.SignalR,
            Region = "eastus",
            Sku = "Standard_S1",
            Units = 4,
            ProvisioningState = "Succeeded",
        };
        await state.Snapshots.SaveAsync(listed.Id, Snapshot.Create(listed, world.Now), CancellationToken.None);
        var unpriced = FleetSample.Create(1, world.Now);
        await FleetSample.SaveAsync(state, unpriced with { CostNow = null });

        var page = await GetAsync(world, "/");

        Assert.Contains("1 resource without a price, 1 resource not evaluated yet", page.Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Endpoints_of_a_group_are_shown_under_its_totals()
    {
        await using var world = await StartAsync(8);
        var state = await world.Service.OpenStateAsync();
        foreach (var i in new[] { 0, 1 })
        {
            await FleetSample.SaveAsync(state, FleetSample.Create(i, world.Now) with { EndpointGroup = "front" });
        }

        var page = await GetAsync(world, "/?group=endpointGroup");

        // 1 + 8 units at 48.30.
        Assert.Matches("<bdi>front</bdi>\\s*<small>2 resources</small></th><td class=\"n\">9</td>.*?<td class=\"n\">435</td>", page.Flat);
        Assert.Contains("<bdi>No endpoint group</bdi>", page.Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Groups_have_subtotals_of_all_their_resources()
    {
        await using var world = await StartAsync(8);
        var page = await GetAsync(world, "/?group=team");

        // Team orders: resources 1, 3, 5, 7 with 8, 2, 16, 10 = 36 units at 48.30 = 1,738.80; 3 would go from 2 to 4 units: 1,835.40.
        Assert.Matches(
            "<bdi>orders</bdi>\\s*<small>4 resources, 1 at risk, 1 recommendation</small></th><td class=\"n\">36</td>.*?"
                + "<td class=\"n\">1,739</td><td class=\"n\">1,835</td>",
            page.Flat
        );
        Assert.Equal(
            [
                "orders",
                "telemetry-0003",
                "support-0007",
                "maps-0005",
                "orders-0001",
                "realtime",
                "alerts-0002",
                "bids-0006",
                "presence-0004",
                "chat-0000",
            ],
            ReadNames(page)
        );
        Assert.Contains("sort=cost&amp;group=team", page.Body, StringComparison.Ordinal);
        Assert.Equal(8, ReadNames(await GetAsync(world, "/?group=nonsense")).Count);
        Assert.DoesNotContain("group-row", (await GetAsync(world, "/?group=nonsense")).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_last_seven_days_of_a_resource_are_a_chart_with_the_current_size()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var state = await world.Service.OpenStateAsync();

        // 4 units of 16 steps of height, so 1 unit is 12 from the top of 16 and 4 are 1: 16 - 15 x 1 / 4 = 12.25.
        var units = new EvaluationCost(193, 0, 193, "USD");
        var record = FleetSample.Create(0, world.Now) with { Units = 4, CostNow = units, Week = [1, null, 4, 4] };
        await FleetSample.SaveAsync(state, record);
        await FleetSample.SaveAsync(state, FleetSample.Create(1, world.Now));
        var page = await GetAsync(world, "/");

        Assert.Contains("aria-label=\"1 to 4 units required in 7 days, 4 in use\"", page.Flat, StringComparison.Ordinal);
        Assert.Contains("<path d=\"M38 16V12H39V16ZM40 16V1H42V16Z\"", page.Flat, StringComparison.Ordinal);
        Assert.Equal(1, page.Body.Split("<svg viewBox=\"0 0 42 16\"").Length - 1);
    }

    // A tick a minute: three may be missing.
    [Theory]
    [InlineData(3, false, null)]
    [InlineData(4, false, "Advisor has completed no tick since 2026-01-05 07:56 UTC: what this page shows is of then.")]
    [InlineData(1, true, "Changes have been stopped since 2026-01-05 08:00 UTC, by advisor: 3 changes failed.")]
    public async Task What_concerns_all_resources_stands_above_them(int minutes, bool isStopped, string? notice)
    {
        await using var world = await StartAsync(3);
        var state = await world.Service.OpenStateAsync();
        var ended = world.Now.AddMinutes(-minutes);
        await state.Fleet.RecordHeartbeatAsync(new HeartbeatMark(ended, ended) { Ticks = 1 }, CancellationToken.None);
        if (isStopped)
        {
            await state.Fleet.PauseAsync(new PauseMark("advisor", "3 changes failed.", world.Now), CancellationToken.None);
        }

        var page = await GetAsync(world, "/");

        Assert.Contains(
            notice is null
                ? "<div id=\"notices\" data-live></div>"
                : $"<div id=\"notices\" data-live><p class=\"notice bad\">{notice} <a href=\"/service\">Open Service</a></p></div>",
            page.Flat,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_reading_that_the_decision_does_not_believe_puts_nothing_at_risk()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var record = FleetSample.Create(0, world.Now) with
        {
            State = EvaluationState.SuspectMetric,
            Utilization = new Dictionary<Limit, double> { [Limit.ServerLoad] = 1.31, [Limit.Outbound] = 0.12 },
            RequiredUnits = new Dictionary<Limit, double> { [Limit.ServerLoad] = 6.56, [Limit.Outbound] = 0.59 },
            LimitingFactor = Limit.Outbound,
            Reasons = [new Reason(ReasonCodes.MonthlyBudget, "Kept."), new Reason(ReasonCodes.SuspectReading, "Server load lies.")],
        };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);
        var page = await GetAsync(world, "/");

        Assert.Contains("Server load lies.", page.Flat, StringComparison.Ordinal);
        Assert.Contains("<span class=\"state warning\">Data problem</span>", page.Flat, StringComparison.Ordinal);
        Assert.Contains("<dt>At risk</dt><dd>0<", page.Flat, StringComparison.Ordinal);
        Assert.Contains("<td class=\"n\">0.6</td>", page.Flat, StringComparison.Ordinal);
    }

    // A cooldown ends by itself; a budget does not.
    [Theory]
    [InlineData(ReasonCodes.MonthlyBudget, true)]
    [InlineData(ReasonCodes.CoolingDown, false)]
    public async Task A_resource_at_risk_that_only_a_person_can_help_waits_for_one(string code, bool waits)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var record = FleetSample.Create(3, world.Now) with { Reasons = [new Reason(code, "Kept.")], RecommendedUnits = 2, Units = 2 };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);

        var page = await GetAsync(world, "/");

        Assert.Contains("<dt>At risk</dt><dd class=\"bad\">1<", page.Flat, StringComparison.Ordinal);
        Assert.Equal(
            waits,
            page.Flat.Contains("<span class=\"state bad\">Overload</span>", StringComparison.Ordinal)
                && page.Flat.Contains("<span class=\"what\">No change: budget</span>", StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData(AuditOutcome.Suppressed, "RestingAfterRefusal", true)]
    [InlineData(AuditOutcome.Applying, "SustainedOverload", false)]
    [InlineData(AuditOutcome.Snoozed, ReasonCodes.NoSizeSuffices, false)]
    public async Task An_overload_waits_for_a_person_where_Azure_refused_its_change_and_not_where_somebody_snoozed_it(
        AuditOutcome outcome,
        string code,
        bool waits
    )
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);

        // Resource 3 has 2 units at 132 % of its target, and 4 are recommended.
        var record = FleetSample.Create(3, world.Now) with
        {
            Action = ScalingAction.ScaleOut,
            Outcome = outcome,
            Reasons = [new Reason(code, "Needs 4 units.")],
        };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);

        var page = await GetAsync(world, "/");

        Assert.Equal(waits, page.Flat.Contains("<span class=\"state bad\">Overload</span>", StringComparison.Ordinal));
        Assert.Equal(waits, page.Flat.Contains("<span class=\"what\">Scale out to 4 (suppressed)</span>", StringComparison.Ordinal));
    }

    // What messages repeat still is the size of some minutes ago.
    [Theory]
    [InlineData(4)]
    [InlineData(9)]
    public async Task An_overload_that_waits_for_an_approval_is_called_one_with_the_size_of_the_newest_decision(int repeated)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);

        // Resource 3 has 2 units at 132 % of its target, and 4 are recommended: 2 x 48.30 = 96.60 more.
        var record = FleetSample.Create(3, world.Now);
        var open = new ActiveRecommendation
        {
            Action = ScalingAction.ScaleOut,
            FromSku = record.Sku,
            FromUnits = record.Units,
            Sku = record.Sku,
            Units = repeated,
            CostChange = (repeated - record.Units) * 48.30m,
            Currency = "USD",
            Since = world.Now,
            SeenAt = world.Now,
            IsUrgent = true,
            ApproveLink = new Uri("https://app.example.com/open/approvals/a?t=1"),
        };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record with { Recommendation = open });

        var page = await GetAsync(world, "/");

        Assert.Matches(
            "<span class=\"state bad\">Overload</span>.*"
                + "<span class=\"what\">Standard_S1 x 2 to Standard_S1 x 4, waiting for approval</span>"
                + "\\s*<strong class=\"n\">[^<]*97 USD a month",
            page.Flat
        );
        Assert.Contains("Answer 1 approval", page.Body, StringComparison.Ordinal);
    }

    // The evaluation before it recommended 3 units and found an overload.
    [Theory]
    [InlineData(null, false)]
    [InlineData("https://app.example.com/open/approvals/a?t=1", true)]
    public async Task After_a_failed_evaluation_only_a_pending_approval_waits_on_every_page(string? link, bool waits)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var record = FleetSample.Create(3, world.Now) with
        {
            State = EvaluationState.Failed,
            Action = null,
            RecommendedSku = null,
            RecommendedUnits = null,
            CostAfter = null,
            Utilization = new Dictionary<Limit, double>(),
            Recommendation = new ActiveRecommendation
            {
                Action = ScalingAction.ScaleOut,
                FromSku = "Standard_S1",
                FromUnits = 2,
                Sku = "Standard_S1",
                Units = 3,
                Since = world.Now.AddMinutes(-5),
                SeenAt = world.Now.AddMinutes(-2),
                IsUrgent = true,
                IsWorthSaying = true,
                ApproveLink = link is null ? null : new Uri(link),
            },
        };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);

        var page = await GetAsync(world, "/");
        var lines = (await GetAsync(world, "/fleet.csv")).Body.TrimEnd('\n').Split('\n').Select(line => line.Split(',')).ToList();

        Assert.Equal(waits, page.Body.Contains("Waiting for a person", StringComparison.Ordinal));
        Assert.Equal(waits, page.Body.Contains("Answer 1 approval", StringComparison.Ordinal));
        Assert.DoesNotContain("<span class=\"state bad\">Overload</span>", page.Flat, StringComparison.Ordinal);
        var file = lines[0].Zip(lines[1]).ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.Ordinal);
        Assert.Equal(("failed", "", ""), (file["state"], file["recommendedUnits"], file["recommendedSince"]));
    }

    [Fact]
    public async Task A_full_size_requires_at_least_what_it_serves()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var record = FleetSample.Create(0, world.Now) with
        {
            Reasons = [new Reason(ReasonCodes.FullSize, "The unit is full.")],
            RequiredUnits = new Dictionary<Limit, double> { [Limit.Connections] = 1.11 },
            Utilization = new Dictionary<Limit, double> { [Limit.Connections] = 1.11 },
            LimitingFactor = Limit.Connections,
        };
        await FleetSample.SaveAsync(await world.Service.OpenStateAsync(), record);

        Assert.Contains("<td class=\"n\">at least 1.1</td>", (await GetAsync(world, "/")).Flat, StringComparison.Ordinal);
        var detail = await GetAsync(world, $"/resources?id={Uri.EscapeDataString(record.ResourceId)}");
        Assert.Contains("<dt>Units required</dt><dd", detail.Flat, StringComparison.Ordinal);
        Assert.Contains(">at least 1.1<", detail.Flat, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ReasonCodes.SteadySize, "Scale in to 3 as the load falls (7.7 required now)")]
    [InlineData(ReasonCodes.Pinned, "Scale in to 3: pinned (7.7 required now)")] // the load need not fall
    public void A_scale_in_below_the_requirement_says_what_leads_to_it(string code, string expected)
    {
        var now = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);
        var record = FleetSample.Create(0, now) with
        {
            Units = 8,
            RecommendedUnits = 3,
            Action = ScalingAction.ScaleIn,
            Reasons = [new Reason(code, "One sentence.")],
            RequiredUnits = new Dictionary<Limit, double> { [Limit.Connections] = 7.68 },
            Utilization = new Dictionary<Limit, double> { [Limit.Connections] = 0.96 },
            LimitingFactor = Limit.Connections,
        };

        Assert.Equal(expected, FleetPages.DescribeRecommendation(FleetEntry.Create(record, now)));
    }

    [Fact]
    public async Task The_same_page_again_is_not_sent_twice()
    {
        await using var world = await StartAsync(3);
        var first = await GetAsync(world, "/");
        using var again = new HttpRequestMessage(HttpMethod.Get, new Uri(world.Address, "/"));
        again.Headers.TryAddWithoutValidation("If-None-Match", first.Headers["ETag"]);
        using var answer = await world.Http.SendAsync(again, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.NotModified, answer.StatusCode);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.NotEqual(first.Headers["ETag"], (await GetAsync(world, "/")).Headers["ETag"]);
    }

    [Theory]
    [InlineData(DashboardAccess.Off, SignInMode.Require, "mia@example.com", HttpStatusCode.NotFound)]
    [InlineData(DashboardAccess.SignedIn, SignInMode.Off, "mia@example.com", HttpStatusCode.NotFound)] // the header is anybody's
    [InlineData(DashboardAccess.SignedIn, SignInMode.Record, null, HttpStatusCode.Unauthorized)]
    [InlineData(DashboardAccess.SignedIn, SignInMode.Record, "mia@example.com", HttpStatusCode.OK)]
    [InlineData(DashboardAccess.SignedIn, SignInMode.Require, null, HttpStatusCode.Unauthorized)]
    [InlineData(DashboardAccess.ReadOnly, SignInMode.Off, null, HttpStatusCode.OK)]
    [InlineData(DashboardAccess.Full, SignInMode.Off, null, HttpStatusCode.OK)]
    public async Task Who_sees_the_fleet(DashboardAccess access, SignInMode signIn, string? user, HttpStatusCode status)
    {
        await using var world = await ApiWorld.StartAsync(signIn, dashboard: access);
        await FleetSample.AddAsync(await world.Service.OpenStateAsync(), 1, world.Now);
        var answer = await world.SendAsync(HttpMethod.Get, "/", null, null, user);

        Assert.Equal(status, answer.Status);
        Assert.Equal(status == HttpStatusCode.OK, answer.Body.Contains("chat-0000", StringComparison.Ordinal));
    }

    private static async Task<ApiWorld> StartAsync(int count)
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await FleetSample.AddAsync(await world.Service.OpenStateAsync(), count, world.Now);
        return world;
    }

    private static Task<Answer> GetAsync(ApiWorld world, string path) => world.SendAsync(HttpMethod.Get, path, null, null, null);

    private static List<string> ReadNames(Answer page) =>
        [.. page.Body.Split("<bdi>").Skip(1).Select(part => part[..part.IndexOf('<', StringComparison.Ordinal)])];
}
