using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.World;

/// <summary>Teams, channels that keep what they are sent, and alerts to put into the outbox of a store.</summary>
internal sealed class RoutedWorld(IStateStore? store = null, int buckets = 4)
{
    public static DateTimeOffset Start { get; } = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    /// <summary>Limit of every channel; far above what a test sends unless it is about the limit.</summary>
    public MessageLimit MaxMessages { get; set; } = new(10_000, TimeSpan.FromMinutes(1));

    public IStateStore Store { get; } = store ?? new MemoryStateStore();

    public IReadOnlyList<RecordingChannel> Channels { get; } = [new("room"), new("mail"), new("pager")];

    /// <summary>chat: room for all, pager from critical on. live: room and mail. platform, the default: mail.</summary>
    public static RoutingSettings Settings { get; } =
        new()
        {
            Channels =
            [
                new ChannelSettings { Name = "room", Type = ChannelType.Teams },
                new ChannelSettings { Name = "mail", Type = ChannelType.Email },
                new ChannelSettings { Name = "pager", Type = ChannelType.PagerDuty },
            ],
            Teams =
            [
                new TeamSettings("chat", [new TeamChannel("room"), new TeamChannel("pager", AlertSeverity.Critical)]),
                new TeamSettings("live", [new TeamChannel("room"), new TeamChannel("mail")]),
                new TeamSettings("platform", [new TeamChannel("mail")]),
            ],
            DefaultTeam = "platform",
        };

    public IReadOnlyList<Notification> ListSentTo(string channel) => Channels.Single(c => c.Name == channel).Sent;

    public async Task<ServiceSetup> CreateDependenciesAsync(IStateStore? through = null) =>
        new()
        {
            Options = new ServiceOptions { Scope = new() },
            State = await AdvisorState.OpenAsync(through ?? Store, buckets, Start, CancellationToken.None),
            Fleet = new FakeAzure(TimeProvider.System),
            Metrics = new FakeAzure(TimeProvider.System),
            Rules = RuleSetLoader.Embedded,
            Routing = new NotificationRouting(Settings with { Notifications = new NotificationSettings { MaxMessages = MaxMessages } }),
        };

    public async Task NotifyAsync(params AlertEvent[] reports)
    {
        var state = (await CreateDependenciesAsync()).State;
        foreach (var report in reports)
        {
            await state.Outbox.EnqueueAsync(report.ToItem(), CancellationToken.None);
        }
    }

    /// <summary>Groups, and delivers what is due.</summary>
    public async Task DeliverAsync(DateTimeOffset now, IStateStore? through = null)
    {
        var dependencies = await CreateDependenciesAsync(through);
        await new AdvisorService(dependencies, []).Grouping.RunAsync(now, CancellationToken.None);
        var notificationDelivery = new AdvisorService(dependencies, Channels).Delivery;
        foreach (var item in await dependencies.State.ListDueAsync(now, 1000, CancellationToken.None))
        {
            await notificationDelivery.RunAsync(OutboxKey.FromItem(item), now, CancellationToken.None);
        }
    }

    public static AlertEvent CreateAlert(
        string name,
        AlertEventKind kind = AlertEventKind.Fired,
        AlertSeverity severity = AlertSeverity.Warning,
        AlertSeverity? before = null,
        string team = "chat",
        int minute = 0
    )
    {
        var subject = new AlertSubject(AlertSubjectKind.Resource, "/r/" + name, name, team, "westeurope");
        return new AlertEvent
        {
            Kind = kind,
            DedupKey = subject.ComputeDedupKey("serverLoad"),
            EventId = FormattableString.Invariant($"{name}-{kind}-{minute}"),
            Subject = subject,
            Condition = "serverLoad",
            Severity = severity,
            PreviousSeverity = before,
            Since = Start,
            At = Start.AddMinutes(minute),
            Text = "It is 78 %.",
        };
    }
}
