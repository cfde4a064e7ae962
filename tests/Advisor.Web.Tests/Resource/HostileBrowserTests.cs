using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tick;
using Advisor.Service.Timeline;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.Shared;
using Advisor.Web.Tests.World;
using Microsoft.Playwright;

namespace Advisor.Web.Tests.Resource;

/// <summary>Markup, quotes, addresses of scripts and text that turns the direction, in every field that the dashboard shows.</summary>
public sealed class HostileBrowserTests
{
    // No slash: it also stands in places of a resource id.
    private const string Evil = "\"'><img src=x onerror=alert(1)><script>alert(1)<!--javascript:alert(1)\u202E\u2066\u200F";

    private static readonly string Long = Evil + new string('x', 200);

    // As long as the pages accept.
    private const string Id = $"/subscriptions/{Evil}/resourceGroups/{Evil}/providers/Microsoft.SignalRService/SignalR/{Evil}";

    [Theory]
    [InlineData(ColorScheme.Light, PageBrowser.Desktop, "light")]
    [InlineData(ColorScheme.Dark, PageBrowser.Phone, "phone")]
    public async Task Nothing_of_it_runs_turns_the_text_or_overflows(ColorScheme scheme, int width, string view)
    {
        await using var browser = await PageBrowser.StartAsync();
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await FillAsync(await world.Service.OpenStateAsync(), world.Now);
        var visit = await browser.VisitAsync(scheme, width);
        (string Name, string Path, string Ready, int Shown)[] pages =
        [
            // Name and group of the resource, region and group again in the filters' tooltips or not: at least these.
            ("fleet", "/", "document.documentElement.dataset.ready !== undefined", 3),
            ("resource", $"/resources?id={Uri.EscapeDataString(Id)}", "document.getElementById('chart').dataset.shown === '24h'", 15),
            ("activity", "/activity", "true", 5),
            ("service", "/service", "true", 6),
            ("rules", "/rules", "true", 0),
        ];
        foreach (var (name, path, ready, shown) in pages)
        {
            await visit.OpenAsync(new Uri(world.Address, path));
            await visit.Page.WaitForFunctionAsync("() => " + ready);
            await visit.Page.EvaluateAsync("document.querySelectorAll('details').forEach(detail => { detail.open = true; })");
            await visit.CheckAsync($"hostile-{name}-{view}");
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
        await visit.CheckAsync($"hostile-mark-{view}");
    }

    private static async Task FillAsync(AdvisorState state, DateTimeOffset now)
    {
        var cost = new EvaluationCost(48.3m, 12m, 60.3m, Evil);
        var record = FleetSample.Create(3, now) with
        {
            ResourceId = Id,
            Region = Evil,
            Sku = "Standard_S1",
            RecommendedSku = Evil,
            Reasons = [new(Evil, Long), new(Evil, Long)],
            Alerts = [new(Long, AlertSeverity.Critical, AlertPhase.Firing)],
            CostNow = cost,
            CostAfter = cost,
            Team = Long,
            Outcome = Long,
            State = EvaluationState.Failed,
            Problem = Long,
        };
        var details = ResourceSample.CreateDetails(now) with
        {
            ResourceId = Id,
            Limits = [new(Limit.Outbound, 4_800_000, 10_000_000, 1, false, [Long], false)],
            Alternatives = [new(Long, Long, Evil, 100, 1, Long, cost), new("split", Long, null, null, 3, "", null)],
            ConfidenceFactors = [Long],
        };
        var decision = new DecisionRecord
        {
            ResourceId = Id,
            Tick = now.AddHours(-2),
            Action = ScalingAction.ScaleOut,
            Outcome = Evil,
            FromSku = Evil,
            FromUnits = 1,
            Sku = Evil,
            Units = 2,
            Actor = Long,
            Reasons = [new(Evil, Long)],
        };
        var change = new ChangeRecord
        {
            ResourceId = Id,
            DecidedAt = now.AddHours(-3),
            FromSku = Evil,
            FromUnits = 4,
            ToSku = Evil,
            ToUnits = 5,
            Reason = Long,
            Cost = Long,
            Text = Long,
        };
        var alert = new TimelineEvent
        {
            Scope = Id,
            At = now.AddHours(-1),
            Alert = new TimelineAlert
            {
                DedupKey = "a",
                Kind = AlertEventKind.Fired,
                Condition = Long,
                Severity = AlertSeverity.Critical,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = Long,
                Team = Long,
                Since = now.AddHours(-1),
                Text = Long,
            },
        };
        var pause = new ScalingPause
        {
            ResourceId = Id,
            Scaling = PausedScaling.All,
            Author = Long,
            Reason = Long,
            At = now,
        };
        var commit = state.BeginCommit(Id).Save(record).Save(details).Append(decision).Record(alert, "1").Save(pause);
        Assert.True((await commit.RunAsync(CancellationToken.None)).IsCommitted);
        await state.Changes.OpenAsync(change, CancellationToken.None);
        await state.Fleet.PauseAsync(new PauseMark(Long, Long, now), CancellationToken.None);
        await state.Fleet.RecordDeliveryAsync(Long, Long, now, CancellationToken.None);
        await state.DeadLetters.AddAsync(
            new DeadLetter
            {
                Queue = Long,
                MessageId = Evil,
                At = now,
                Problem = Long,
                Text = Long,
            },
            CancellationToken.None
        );
    }
}
