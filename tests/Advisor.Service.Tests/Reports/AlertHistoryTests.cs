using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Reports;
using Advisor.Service.Silences;
using Advisor.Service.Tests.World;
using Advisor.Service.Timeline;

namespace Advisor.Service.Tests.Reports;

/// <summary>Which alerts a window had: from the events of the timeline and what holds now.</summary>
public sealed class AlertHistoryTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 9, 8, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task Alerts_of_a_service_that_ran_stand_in_the_report_with_begin_end_and_reason()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 10, _ => 5000);
        world.Azure.Add("other", 10, _ => 5000);
        await world.RunAsync(5);
        world.Azure.MetricFailures.UnionWith(["chat", "other"]);
        await world.RunAsync(40);
        world.Azure.MetricFailures.Remove("chat");
        await world.RunAsync(40);
        var now = world.Clock.GetUtcNow();

        var report = await ReportAsync(world);

        var alerts = report.Alerts.Where(alert => alert.Condition == "noData").ToList();
        Assert.Equal([("other", AlertPhase.Firing), ("chat", AlertPhase.Quiet)], alerts.Select(alert => (alert.ResourceName, alert.Phase)));
        Assert.All(alerts, alert => Assert.EndsWith(".", alert.Text!, StringComparison.Ordinal));
        Assert.Null(alerts[0].Until);

        // Metrics were missing from minute 5 to 45: the alert ends when they are back.
        Assert.InRange(alerts[1].Until!.Value, ServiceWorld.Start.AddMinutes(45), ServiceWorld.Start.AddMinutes(60));
        Assert.InRange(alerts[1].ComputeDuration(now)!.Value, TimeSpan.FromMinutes(30), TimeSpan.FromMinutes(55));
    }

    [Fact]
    public async Task An_alert_that_fires_while_it_is_silenced_stands_in_the_report_with_what_suppresses_it()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 1, _ => 930, new ResourceSettings { Targets = new(Connections: new Ratio(0.9)) });
        await (await world.OpenStateAsync()).Silences.AddAsync(
            new Silence
            {
                Id = "one",
                Matchers = new Dictionary<string, string>(StringComparer.Ordinal) { ["alert"] = "connections" },
                Author = "sam",
                Reason = "load test",
                Start = ServiceWorld.Start,
                End = ServiceWorld.Start.AddHours(1),
            },
            CancellationToken.None
        );
        await world.RunAsync(10);

        var alert = Assert.Single((await ReportAsync(world)).Alerts);

        Assert.Equal(
            ("connections", AlertPhase.Firing, null, "silenced by sam: load test"),
            (alert.Condition, alert.Phase, alert.Text, alert.SuppressedBy)
        );
    }

    [Fact]
    public void An_alert_that_got_worse_has_its_highest_severity_and_why()
    {
        var alert = Assert.Single(
            Create(
                [],
                CreateEvent("chat", AlertEventKind.Fired, -60, AlertSeverity.Warning, "75 %."),
                CreateEvent("chat", AlertEventKind.Updated, -50, AlertSeverity.Critical, "98 %."),
                CreateEvent("chat", AlertEventKind.Updated, -40, AlertSeverity.Warning, "76 %."),
                CreateEvent("chat", AlertEventKind.Resolved, -30, AlertSeverity.Warning, "Over.")
            )
        );

        Assert.Equal((AlertSeverity.Critical, "98 %.", AlertPhase.Quiet), (alert.Severity, alert.Text, alert.Phase));
        Assert.Equal((Now.AddMinutes(-65), Now.AddMinutes(-30)), (alert.Since, alert.Until));
    }

    [Fact]
    public void An_alert_that_fires_again_is_two()
    {
        var alerts = Create(
            [],
            CreateEvent("chat", AlertEventKind.Fired, -60),
            CreateEvent("chat", AlertEventKind.Resolved, -50),
            CreateEvent("chat", AlertEventKind.Fired, -40),
            CreateEvent("chat", AlertEventKind.Resolved, -20)
        );

        Assert.Equal([Now.AddMinutes(-50), Now.AddMinutes(-20)], alerts.Select(alert => alert.Until));
    }

    [Fact]
    public void One_that_began_before_the_window_and_ended_in_it_has_its_begin_and_no_reason()
    {
        var alert = Assert.Single(Create([], CreateEvent("chat", AlertEventKind.Resolved, -20, text: "Resolved after 9 days.")));

        Assert.Equal((AlertPhase.Quiet, null), (alert.Phase, alert.Text));
        Assert.Equal(Now.AddMinutes(-25), alert.Since);
    }

    [Fact]
    public void What_fires_now_counts_once_whether_it_began_in_the_window_or_before()
    {
        var alerts = Create(
            [
                (CreateId("chat"), new ReportedAlert("chat", "serverLoad", AlertSeverity.Warning, AlertPhase.Firing, Now.AddMinutes(-65))),
                (CreateId("live"), new ReportedAlert("live", "serverLoad", AlertSeverity.Warning, AlertPhase.Firing, Now.AddDays(-40))),
                (CreateId("live"), new ReportedAlert("live", "noData", AlertSeverity.Warning, AlertPhase.Pending, Now.AddMinutes(-1))),
            ],
            CreateEvent("chat", AlertEventKind.Fired, -60, text: "75 %.")
        );

        Assert.Equal(
            [("chat", AlertPhase.Firing, "75 %."), ("live", AlertPhase.Firing, null), ("live", AlertPhase.Pending, null)],
            alerts.Select(a => (a.ResourceName, a.Phase, a.Text))
        );
    }

    [Fact]
    public void Alerts_of_other_resources_and_regions_are_left_out()
    {
        var here = CreateEvent("westeurope", AlertEventKind.Fired, -9) with { Scope = "region:s/westeurope" };
        var there = CreateEvent("eastus", AlertEventKind.Fired, -9) with { Scope = "region:s/eastus" };
        var channel = CreateEvent("mail", AlertEventKind.Fired, -9) with { Scope = "channel:mail" };

        Assert.Equal(
            ["westeurope"],
            Create(
                    [],
                    CreateEvent("foreign", AlertEventKind.Fired, -9),
                    WithKind(here, AlertSubjectKind.Region),
                    WithKind(there, AlertSubjectKind.Region),
                    WithKind(channel, AlertSubjectKind.Channel)
                )
                .Select(alert => alert.ResourceName)
        );
    }

    // Of the last day.
    [Fact]
    public async Task Budget_alerts_that_began_before_the_window_and_still_fire_stand_in_the_report()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 10, _ => 400, new ResourceSettings { Team = "chat" });
        world.Azure.Add("live", 20, _ => 400, new ResourceSettings { Team = "live" });
        world.Budgets = [new(null, new Money(1400, "USD")), new("chat", new Money(400, "USD"))];
        await world.RunAsync(195);

        // 30 units of 48.30 USD a month are 1,449, 10 of them 483: both fire from 09:10 on, and it is 11:15.
        var report = await ReportAsync(world, TimeSpan.FromHours(1));

        Assert.Equal(
            [("all resources", "fleetBudget"), ("chat", "teamBudget")],
            report.Alerts.Where(alert => alert.Phase == AlertPhase.Firing).Select(alert => (alert.ResourceName, alert.Condition)).Order()
        );
    }

    private static async Task<PeriodReport> ReportAsync(ServiceWorld world, TimeSpan? window = null)
    {
        var parts = await world.CreateDependenciesAsync();
        var evaluation = await new Advisor.Service.Evaluation.FleetEvaluator(parts.Fleet, parts.Metrics, parts.Rules).RunAsync(
            parts.Options.Scope,
            TimeSpan.FromDays(1),
            world.Clock.GetUtcNow(),
            null,
            CancellationToken.None
        );
        return await PeriodReportBuilder.AddHistoryAsync(
            PeriodReportBuilder.Create(evaluation, window ?? TimeSpan.FromDays(1), null, budgets: world.Budgets),
            parts.State,
            parts.Rules,
            CancellationToken.None
        );
    }

    private static TimelineEvent WithKind(TimelineEvent found, AlertSubjectKind kind) =>
        found with
        {
            Alert = found.Alert! with { SubjectKind = kind },
        };

    private static string CreateId(string name) => $"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}";

    // Five minutes after the condition began to hold.
    private static TimelineEvent CreateEvent(
        string name,
        AlertEventKind kind,
        int minute,
        AlertSeverity severity = AlertSeverity.Warning,
        string text = "It is high."
    ) =>
        new()
        {
            Scope = CreateId(name),
            At = Now.AddMinutes(minute),
            Alert = new TimelineAlert
            {
                DedupKey = name,
                Kind = kind,
                Condition = "serverLoad",
                Severity = severity,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = name,
                Since =
                    kind == AlertEventKind.Fired ? Now.AddMinutes(minute - 5) : Now.AddMinutes(kind == AlertEventKind.Resolved ? -25 : -65),
                Text = text,
            },
        };

    private static IReadOnlyList<ReportedAlert> Create(IReadOnlyList<(string, ReportedAlert)> current, params TimelineEvent[] oldestFirst)
    {
        var resources = new[] { "chat", "live" }.Select(name => new ResourceReport
        {
            Id = CreateId(name),
            Name = name,
            Region = "westeurope",
            Service = Advisor.Core.Capacity.ServiceKind.SignalR,
            Sku = "Standard_S1",
            Units = 2,
            State = ReportState.Ok,
        });
        var report = new PeriodReport
        {
            Evaluation = new EvaluationReport { Time = Now, Resources = [.. resources] },
            Period = TimeSpan.FromDays(7),
        };
        return new AlertHistory(report, current).Create([.. oldestFirst.Reverse()]);
    }
}
