using System.Net;
using Advisor.Api.Tests.World;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.State.Timeline;

namespace Advisor.Api.Tests.Overview;

/// <content>A resource over time, and the events of the fleet.</content>
public sealed partial class OverviewTests
{
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
