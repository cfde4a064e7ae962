using Advisor.Configuration.Reports;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Schedules;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.World;

/// <summary>Two resources of two teams, and reports of them by a channel that keeps its mails, from Monday 2026-01-05, 08:00 UTC.</summary>
internal sealed class ReportWorld
{
    public ReportWorld(IStateStore? store = null)
    {
        World = new ServiceWorld(store);
        World.Azure.Add("chat", 2, _ => 500, new ResourceSettings { Team = "chat" });
        World.Azure.Add("other", 2, _ => 500, new ResourceSettings());
    }

    public static DateTimeOffset Start => ServiceWorld.Start;

    public ServiceWorld World { get; }

    public RecordingChannel Mail { get; } = new("mail");

    public IReadOnlyList<ReportSettings> Reports { get; set; } = [CreateReport()];

    /// <summary>What the host makes of a report.</summary>
    public Func<RenderedReport> Render { get; set; } = () => new RenderedReport("text", "<p>html", "<p>file");

    /// <summary>What a report waits for until it is rendered.</summary>
    public Task Rendering { get; set; } = Task.CompletedTask;

    /// <summary>Takes the part of the host: what it was given last.</summary>
    public PeriodReport? Rendered { get; private set; }

    public static ReportSettings CreateReport(string day = "mon", string at = "08:30", string zone = "UTC", string? team = null) =>
        new()
        {
            Name = "weekly",
            Team = team,
            Day = ReportDay.Parse(day, out _)!,
            At = TimeSpan.Parse(at),
            TimeZone = IanaTimeZones.Find(zone)!,
            Channel = "mail",
            Since = TimeSpan.FromDays(1),
        };

    public async Task<AdvisorService> CreateServiceAsync(CrashPoint? point = null)
    {
        var parts = (await World.CreateDependenciesAsync(point)) with
        {
            Reports = Reports,
            Routing = new NotificationRouting(
                new RoutingSettings
                {
                    Channels = [new ChannelSettings { Name = "mail", Type = ChannelType.Email }],
                    Teams = [new TeamSettings("chat", [new TeamChannel("mail")]), new TeamSettings("platform", [new TeamChannel("mail")])],
                    DefaultTeam = "platform",
                }
            ),
            RenderReport = async report =>
            {
                Rendered = report;
                await Rendering;
                return Render();
            },
        };
        return new AdvisorService(parts, [point is null ? Mail : new CrashingChannel(Mail, point)]);
    }

    /// <summary>What a tick does about reports: enqueues, and delivers what is due.</summary>
    public async Task TickAsync(DateTimeOffset now, AdvisorService? service = null)
    {
        service ??= await CreateServiceAsync();
        await service.EnqueueReportsAsync(now, CancellationToken.None);
        foreach (var item in await service.Setup.State.ListDueAsync(now, 1000, CancellationToken.None))
        {
            await service.DeliverAsync(OutboxKey.FromItem(item), now, CancellationToken.None);
        }
    }
}
