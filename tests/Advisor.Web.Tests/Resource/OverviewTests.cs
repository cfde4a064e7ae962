using System.Net;
using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Timeline;
using Advisor.Tests;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

/// <summary>The data behind the dashboard.</summary>
public sealed class OverviewTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    [Fact]
    public async Task The_fleet_has_a_row_for_each_resource_with_its_decision_its_cost_and_the_sums_of_all()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();
        world.Service.Azure.Add("unseen", 2, _ => 10);
        await (await world.Service.CreateDependenciesAsync()).State.Snapshots.SaveAsync(
            Chat + "2",
            Snapshot.Create(CreateResource(Chat + "2", 4), world.Now),
            CancellationToken.None
        );

        var fleet = await GetAsync(world, "/api/fleet");

        var row = fleet["resources"]!.AsArray().Single(row => (string)row!["id"]! == Chat)!;
        Assert.Equal(
            ("chat", "g", "s", "westeurope"),
            (ReadText(row, "name"), ReadText(row, "resourceGroup"), ReadText(row, "subscriptionId"), ReadText(row, "region"))
        );
        Assert.Equal(
            ("ok", "scaleOut", "awaitingApproval", "connections", "approve"),
            (
                ReadText(row, "state"),
                ReadText(row, "action"),
                ReadText(row, "outcome"),
                ReadText(row, "limitingFactor"),
                ReadText(row, "mode")
            )
        );
        Assert.Equal((1, 3), ((int)row["units"]!, (int)row["recommendedUnits"]!));
        Assert.NotEmpty(row["reasons"]!.AsArray());

        // 1.61 USD a day and unit: 48.30 a month now. Two more units are 96.60, and include 60 million messages at 1 USD: 36.60.
        Assert.Equal(48.30m, (decimal)row["costNow"]!["units"]!);
        Assert.Equal(36.60m, (decimal)row["costChange"]!);

        // Listed and not evaluated: what is not known is absent, not zero.
        var listed = fleet["resources"]!.AsArray().Single(row => (string)row!["id"]! == Chat + "2")!;
        Assert.Equal(("notEvaluated", 4), (ReadText(listed, "state"), (int)listed["units"]!));
        Assert.Null(listed["costNow"]);
        Assert.Null(listed["confidence"]);

        var summary = fleet["summary"]!;
        Assert.Equal((2, 1, 1), ((int)summary["resources"]!, (int)summary["atRisk"]!, (int)summary["recommendations"]!));
        Assert.Equal(
            ("USD", 1, 36.60m, 0m),
            (
                ReadText(summary["costs"]![0]!, "currency"),
                (int)summary["costs"]![0]!["resources"]!,
                (decimal)summary["costs"]![0]!["increase"]!,
                (decimal)summary["costs"]![0]!["savings"]!
            )
        );
        Assert.Equal("list price of 2022 in USD, region not stated", (string)Assert.Single(summary["costs"]![0]!["prices"]!.AsArray())!);
        Assert.Equal(("westeurope", 5), (ReadText(fleet["regions"]![0]!, "region"), (int)fleet["regions"]![0]!["units"]!));
    }

    [Fact]
    public async Task A_large_fleet_comes_in_pages_with_the_sums_of_all()
    {
        await using var world = await ApiWorld.StartAsync();
        var state = await world.Service.OpenStateAsync();
        for (var i = 0; i < 250; i++)
        {
            await FleetSample.SaveAsync(state, FleetSample.Create(i, world.Now));
        }

        // 250 in pages of 100 by default: 100, 100 and 50. A page of all has no next.
        var (sizes, ids, after) = (new List<int>(), new List<string>(), "");
        do
        {
            var page = await GetAsync(world, $"/api/fleet?after={after}");
            sizes.Add(page["resources"]!.AsArray().Count);
            ids.AddRange(page["resources"]!.AsArray().Select(row => ReadText(row!, "id")));
            after = ReadText(page, "next");
            Assert.Equal(250, (int)page["summary"]!["resources"]!);
        } while (after.Length > 0);

        var all = await GetAsync(world, "/api/fleet?limit=1000");
        Assert.Equal([100, 100, 50], sizes);
        Assert.Equal(all["resources"]!.AsArray().Select(row => ReadText(row!, "id")), ids);
        Assert.Null(all["next"]);
    }

    [Fact]
    public async Task An_empty_fleet_is_an_answer()
    {
        await using var world = await ApiWorld.StartAsync();

        var fleet = await GetAsync(world, "/api/fleet");

        Assert.Empty(fleet["resources"]!.AsArray());
        Assert.Equal(0, (int)fleet["summary"]!["resources"]!);
        Assert.Null(fleet["lastTick"]);
    }

    [Fact]
    public async Task The_same_data_have_the_same_strong_tag_and_are_not_sent_again()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();
        foreach (var path in (string[])["/api/fleet", $"/api/series?resource={Chat}", "/api/timeline"])
        {
            var first = await world.SendAsync(HttpMethod.Get, path, null, null, null);
            var tag = first.Headers["ETag"];
            Assert.StartsWith("\"", tag, StringComparison.Ordinal);
            Assert.Contains("private", first.Headers["Cache-Control"], StringComparison.Ordinal);

            foreach (var given in (string[])[tag, "W/" + tag, $"\"other\", {tag}", "*"])
            {
                var again = await GetIfNoneMatchAsync(world, path, given);
                Assert.Equal(
                    (HttpStatusCode.NotModified, ""),
                    (again.StatusCode, await again.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
                );
                Assert.Equal(tag, again.Headers.ETag!.ToString());
            }

            foreach (var given in (string[])["\"other\"", "broken", "\""])
            {
                Assert.Equal(HttpStatusCode.OK, (await GetIfNoneMatchAsync(world, path, given)).StatusCode);
            }
        }

        var before = (await world.SendAsync(HttpMethod.Get, "/api/fleet", null, null, null)).Headers["ETag"];
        await world.Service.RunAsync(1);
        Assert.NotEqual(before, (await world.SendAsync(HttpMethod.Get, "/api/fleet", null, null, null)).Headers["ETag"]);
    }

    [Theory]
    [InlineData("/api/series", 400)]
    [InlineData("/api/series?resource=chat", 400)]
    [InlineData($"/api/series?resource={Chat}x", 404)]
    [InlineData($"/api/series?resource={Chat}&points=0", 400)]
    [InlineData($"/api/series?resource={Chat}&points=4001", 400)]
    [InlineData($"/api/series?resource={Chat}&points=-1", 400)]
    [InlineData($"/api/series?resource={Chat}&from=yesterday", 400)]
    [InlineData($"/api/series?resource={Chat}&from=2026-01-01T00:00:00Z&before=2026-02-03T00:00:00Z", 400)]
    [InlineData($"/api/series?resource={Chat}&from=2026-01-02T00:00:00Z&before=2026-01-01T00:00:00Z", 400)]
    [InlineData($"/api/series?resource={Chat}&from=0001-01-01T00:00:00Z&before=0001-01-02T00:00:00Z", 200)]
    [InlineData($"/api/series?resource={Chat}&before=0001-01-01T00:00:00Z", 400)]
    [InlineData($"/api/series?resource={Chat}&before=9999-12-31T23:59:59Z", 400)]
    [InlineData("/api/fleet?limit=0", 400)]
    [InlineData("/api/fleet?after=../x", 400)]
    [InlineData("/api/timeline?limit=0", 400)]
    [InlineData("/api/timeline?limit=1001", 400)]
    [InlineData("/api/timeline?after=../x", 400)]
    [InlineData("/api/timeline?before=0001-01-01T00:00:00Z", 400)]
    [InlineData("/api/timeline?before=9999-12-31T23:59:59Z", 200)]
    public async Task What_cannot_be_answered_is_refused_in_the_words_of_the_other_routes(string path, int status)
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();

        var answer = await world.SendAsync(HttpMethod.Get, path, null, null, null);

        Assert.True(status == (int)answer.Status, $"{(int)answer.Status}: {answer.Body}");
        Assert.True(status == 200 || ReadText(JsonNode.Parse(answer.Body)!, "detail").Length > 10);
    }

    [Fact]
    public async Task Hostile_names_come_back_as_data()
    {
        const string name = "<script>alert(1)<script>'\"&\u202eevil";
        await using var world = await ApiWorld.StartAsync();
        var hostile = world.Service.Azure.Add(name, 1, _ => 2600);
        await world.Service.RunAsync(8);

        var answer = await world.SendAsync(HttpMethod.Get, "/api/fleet", null, null, null);
        var row = JsonNode.Parse(answer.Body)!["resources"]![0]!;
        var series = await GetAsync(world, $"/api/series?resource={Uri.EscapeDataString(hostile.Id)}");

        Assert.DoesNotContain("<", answer.Body, StringComparison.Ordinal);
        Assert.Equal((name, "application/json; charset=utf-8"), (ReadText(row, "name"), answer.Headers["Content-Type"]));
        Assert.Equal(hostile.Id, ReadText(series, "resourceId"));
    }

    private static Core.Fleet.FleetResource CreateResource(string id, int units) => SampleResource.CreateWithId(id, units);

    private static string ReadText(JsonNode node, string name) => node[name]?.ToString() ?? "";

    private static async Task<JsonNode> GetAsync(ApiWorld world, string path)
    {
        var answer = await world.SendAsync(HttpMethod.Get, path, null, null, null);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return JsonNode.Parse(answer.Body)!;
    }

    private static async Task<HttpResponseMessage> GetIfNoneMatchAsync(ApiWorld world, string path, string tag)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(world.Address, path));
        request.Headers.TryAddWithoutValidation("If-None-Match", tag);
        return await world.Http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    // January has 31 days of 1.61 USD a unit: 10 units are 499.10, 20 are 998.20; their messages are included. To date: four days,
    // 64.40 and 128.80, and the fifth to 08:02, 482 of 1,440 minutes, its hours before the history included: 5.39 and 10.78.
    private static async Task<ApiWorld> StartWithBudgetsAsync()
    {
        var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        world.Service.Azure.Add("chat", 10, _ => 400, new ResourceSettings { Team = "chat" });
        world.Service.Azure.Add("live", 20, _ => 400, new ResourceSettings { Team = "live" });
        world.Service.Budgets = [new(null, new Money(1400, "USD")), new("chat", new Money(400, "USD"))];
        await world.Service.RunAsync(5);
        return world;
    }

    [Fact]
    public async Task The_fleet_has_each_budget_with_its_cost_to_date_and_what_the_month_is_expected_to_cost()
    {
        await using var world = await StartWithBudgetsAsync();

        var budgets = (await GetAsync(world, "/api/fleet"))["summary"]!["budgets"]!.AsArray();

        Assert.Equal(
            [(null, 1400m, 1497.30m, 209.37m, false), ("chat", 400m, 499.10m, 69.79m, false)],
            budgets.Select(budget =>
                (
                    (string?)budget!["team"],
                    (decimal)budget["budget"]!,
                    (decimal)budget["expected"]!,
                    (decimal)budget["toDate"]!,
                    (bool)budget["isLowerBound"]!
                )
            )
        );
        Assert.All(budgets, budget => Assert.Equal(("USD", "2026-01-01"), ((string)budget!["currency"]!, (string)budget["month"]!)));
    }

    [Fact]
    public async Task A_place_that_could_not_be_listed_leaves_the_budgets_lower_bounds()
    {
        await using var world = await StartWithBudgetsAsync();
        world.Service.Options = world.Service.Options with { DiscoveryInterval = TimeSpan.FromMinutes(1) };
        world.Service.Azure.ListFailures.Add(new("/subscriptions/other", FailureCode.Forbidden, "No right."));
        world.Service.Azure.ListsDespiteFailures = true;
        await world.Service.RunAsync(2);

        var budgets = (await GetAsync(world, "/api/fleet"))["summary"]!["budgets"]!.AsArray();
        var page = await world.SendAsync(HttpMethod.Get, "/", null, null, null);

        Assert.All(budgets, budget => Assert.Equal((true, "other"), ((bool)budget!["isLowerBound"]!, (string)budget["missing"]![0]!)));
        Assert.Contains("<dt>Budget</dt><dd class=\"bad\">at least 107 %</dd>", page.Flat, StringComparison.Ordinal);
    }

    // Three lists in a row must lack it before its row goes. 499.10 of chat and 998.20 of live, and 5 units until 08:07: 4 days of 8.05,
    // and 487 of 1,440 minutes of the fifth, its hours before the history included, 2.72.
    [Fact]
    public async Task A_budget_counts_a_resource_that_the_last_list_lacks_with_its_cost_until_then()
    {
        await using var world = await StartWithBudgetsAsync();
        world.Service.Options = world.Service.Options with { DiscoveryInterval = TimeSpan.FromMinutes(1) };
        var gone = world.Service.Azure.Add("gone", 5, _ => 100);
        await world.Service.RunAsync(5);
        world.Service.Azure.Remove(gone);
        await world.Service.RunAsync(2);

        var fleet = await GetAsync(world, "/api/fleet");

        Assert.Equal(1497.30m + 32.20m + 2.72m, (decimal)fleet["summary"]!["budgets"]![0]!["expected"]!);
        Assert.Equal(3, fleet["resources"]!.AsArray().Count);
    }

    [Fact]
    public async Task The_pages_show_budgets_above_the_table_and_in_the_headings_of_teams()
    {
        await using var world = await StartWithBudgetsAsync();
        await (await world.Service.CreateDependenciesAsync()).State.Snapshots.SaveAsync(
            Chat + "2",
            Snapshot.Create(CreateResource(Chat + "2", 4), world.Now),
            CancellationToken.None
        );

        var page = await world.SendAsync(HttpMethod.Get, "/?group=team", null, null, null);

        // One that is not evaluated yet belongs to the default team: of the fleet, at least this much is known.
        Assert.Contains(
            "<dt>Budget</dt><dd class=\"bad\">at least 107 %</dd><dd class=\"tile-detail\">at least 1,497 USD expected of 1,400 USD "
                + "this month, at least 209 USD to date</dd>",
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.Contains("<dt>Budget, chat</dt><dd class=\"bad\">125 %</dd>", page.Flat, StringComparison.Ordinal);
        Assert.Contains(
            "; budget: 499 USD expected of 400 USD in January 2026, 70 USD to date</small>",
            page.Flat,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_series_has_what_is_required_the_units_as_steps_the_forecast_and_changes_and_alerts_as_marks()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve")).Status);
        await world.Service.RunAsync(6);
        await RecordAlertAsync(world, Chat);

        var series = await GetAsync(world, $"/api/series?resource={Chat}&points=4000");

        Assert.Equal((60, 1440), ((int)series["step"]!, (int)series["count"]!));
        var max = series["requiredByLimit"]!["connections"]!["max"]!.AsArray();
        Assert.Equal(1440, max.Count);
        Assert.Contains(max, point => point is null);

        // 2,600 of 1,000 a unit, whose target is 100 % in this world.
        Assert.All(max.Where(point => point is not null), point => Assert.InRange((double)point!, 2.59, 2.61));
        Assert.Equal(1, (int)series["units"]![0]!["units"]!);
        Assert.NotEmpty(series["forecast"]!["horizons"]!.AsArray());
        var change = series["marks"]!.AsArray().Single(mark => ReadText(mark!, "kind") == "change")!;
        Assert.Equal((1, 3), ((int)change["change"]!["fromUnits"]!, (int)change["change"]!["toUnits"]!));
        Assert.NotEmpty(ReadText(change, "text"));
        Assert.Contains(
            series["marks"]!.AsArray(),
            mark => ReadText(mark!, "kind") == "alert" && ReadText(mark!["alert"]!, "event") == "fired"
        );
    }

    // 44,000 connections send 22,000 msg/s to single connections, 110 % of what the guide routes at any size.
    [Fact]
    public async Task A_resource_that_no_size_carries_requires_more_than_it_has_and_has_no_forecast()
    {
        await using var world = await ApiWorld.StartAsync();
        var routed = world.Service.Azure.Add("routed", 50, _ => 44_000);
        routed.Settings = routed.Settings with { Workload = Workload.Create(UseCase.SendToConnection, 1024) };
        await world.Service.RunAsync(2);

        var series = await GetAsync(world, $"/api/series?resource={routed.Id}");

        Assert.Equal(55, (double)series["required"]!["max"]!.AsArray().Last(point => point is not null)!, 0.01);
        Assert.Null(series["forecast"]);
    }

    [Fact]
    public async Task The_timeline_has_the_events_of_the_fleet_newest_first_page_after_page()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve")).Status);
        await world.Service.RunAsync(6);
        await RecordAlertAsync(world, Chat);
        await RecordAlertAsync(world, Chat + "2");
        var all = (await GetAsync(world, "/api/timeline"))["events"]!.AsArray();
        Assert.True(all.Count >= 3);
        Assert.Equal(all.Select(e => ReadText(e!, "at")).OrderDescending(StringComparer.Ordinal), all.Select(e => ReadText(e!, "at")));

        var (seen, after) = (new List<string>(), "");
        do
        {
            var page = await GetAsync(world, $"/api/timeline?limit=1{after}");
            seen.Add(Assert.Single(page["events"]!.AsArray())!.ToJsonString());
            after = page["next"] is { } next ? $"&after={next}" : "";
        } while (after.Length > 0);

        Assert.Equal(all.Select(e => e!.ToJsonString()), seen);
    }

    private static async Task RecordAlertAsync(ApiWorld world, string id)
    {
        var alert = new TimelineEvent
        {
            Scope = id,
            At = world.Now.AddMinutes(-1),
            Alert = new TimelineAlert
            {
                DedupKey = "key",
                Kind = AlertEventKind.Fired,
                Condition = "serverLoadHigh",
                Severity = AlertSeverity.Warning,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = "chat",
                Since = world.Now.AddMinutes(-5),
                Text = "Server load is 91 %.",
            },
        };
        var state = await world.Service.OpenStateAsync();
        Assert.True((await state.BeginCommit(id).Record(alert, "event").RunAsync(CancellationToken.None)).IsCommitted);
    }
}
