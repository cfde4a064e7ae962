using Advisor.Configuration.Routing;
using Advisor.Configuration.Schedules;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Alerts;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Recommendations;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Recommendations;

/// <summary>Digests of teams: once for each due time, whatever ends, comes late or runs beside another.</summary>
public sealed class ScheduledDigestsTests
{
    // Monday 08:00. Ten units for a load that one carries: a scale-in is recommended from the first day on.
    private static DateTimeOffset Start => ServiceWorld.Start;

    private readonly ServiceWorld world = new();
    private readonly RecordingChannel room = new("room");

    public ScheduledDigestsTests()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend, HistoryBackfill = TimeSpan.FromDays(2) };
        world.Azure.Add("chat", 10, _ => 300, new ResourceSettings { Team = "chat" });
    }

    [Fact]
    public async Task A_digest_is_sent_at_its_time_and_nothing_about_a_saving_before()
    {
        await RunAsync(TimeSpan.FromHours(26));

        // Daily at 08:00: that of the first day is the start itself, when nothing had been evaluated; the next is a day later.
        var digest = Assert.Single(room.Sent);
        Assert.Equal(("digest", Start.AddDays(1)), (digest.Topic, digest.At));
        Assert.StartsWith("chat: Standard_S1 x 10 to Standard_S1 x 1, -", Assert.Single(digest.Lines!).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_was_off_sends_the_last_one_late()
    {
        await RunAsync(TimeSpan.FromHours(1));
        world.Clock.Advance(TimeSpan.FromDays(3));
        await RunAsync(TimeSpan.FromMinutes(20));

        Assert.Equal([Start.AddDays(3)], room.Sent.Where(m => m.Topic == "digest").Select(m => m.At));
    }

    // The steps of a tick that send it, ended before or after each call of the store, and a tick of a new process after that.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Ended_at_any_call_it_is_sent_once(bool after)
    {
        var calls = 0;
        for (var at = 0; at <= calls; at++)
        {
            var store = new MemoryStateStore();
            var prepared = await OpenAsync(store, null);
            await prepared.State.BeginCommit(Record.ResourceId).Save(Record).RunAsync(CancellationToken.None);
            await prepared.State.Digests.SaveAsync(
                new DigestMark("chat", "daily (UTC)", Start.AddDays(-1), [], Start.AddDays(-1)),
                CancellationToken.None
            );
            var receiver = new RecordingChannel("room");
            var point = new CrashPoint { At = at, After = after };
            try
            {
                await SendAsync(await OpenAsync(store, point), new CrashingChannel(receiver, point), Start);
            }
            catch (CrashException)
            {
                // As intended; what is left is done below.
            }

            var wasSent = receiver.Sent.Count > 0;
            calls = Math.Max(calls, point.Steps.Count);
            await SendAsync(await OpenAsync(store, null), receiver, Start.AddMinutes(30));

            // As any message: again, under the same id, only where the process ended between the channel's answer and its record.
            var ids = receiver.Sent.Select(message => message.EventId).ToList();
            Assert.Equal(["digest/chat/2026-01-05T08:00"], ids.Distinct());
            Assert.True(wasSent || ids.Count == 1, $"sent {ids.Count} times after an end at call {at}");
        }

        Assert.InRange(calls, 10, 100);
    }

    [Theory]
    [Fault("process-clock")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_digest_of_a_clock_that_was_ahead_keeps_back_none_of_the_right_time(bool restarts)
    {
        var store = new MemoryStateStore();
        var prepared = await OpenAsync(store, null);
        await prepared.State.BeginCommit(Record.ResourceId).Save(Record).RunAsync(CancellationToken.None);
        await prepared.State.Digests.SaveAsync(
            new DigestMark("chat", "daily (UTC)", Start.AddDays(-1), [], Start.AddDays(-1)),
            CancellationToken.None
        );

        // Azure does not answer: that the clock is two years ahead is not known. It is right again a tick later.
        DateTimeOffset[] ticks = [Start.AddYears(2), Start.AddMinutes(1), Start.AddMinutes(2), Start.AddDays(1), Start.AddDays(2)];
        var service = new AdvisorService(prepared, [room]);
        foreach (var now in ticks)
        {
            service = restarts ? new AdvisorService(await OpenAsync(store, null), [room]) : service;
            await SendAsync(service, now);
        }

        Assert.Equal([Start.AddYears(2), Start, Start.AddDays(1), Start.AddDays(2)], room.Sent.Select(message => message.At));
        Assert.DoesNotContain("Since the digest", room.Sent[1].Text, StringComparison.Ordinal);
    }

    private static EvaluationRecord Record { get; } =
        new()
        {
            ResourceId = "/r/chat",
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 10,
            At = Start,
            Team = "chat",
            Recommendation = new ActiveRecommendation
            {
                Action = ScalingAction.ScaleIn,
                FromSku = "Standard_S1",
                FromUnits = 10,
                Sku = "Standard_S1",
                Units = 1,
                Since = Start,
                SeenAt = Start,
                IsWorthSaying = true,
            },
        };

    private async Task<ServiceSetup> OpenAsync(IStateStore store, CrashPoint? point) =>
        (await world.CreateDependenciesAsync()) with
        {
            State = await AdvisorState.OpenAsync(point is null ? store : new CrashingStore(store, point), 1, Start, CancellationToken.None),
            Routing = CreateRouting(),
        };

    private static Task SendAsync(ServiceSetup dependencies, INotificationChannel channel, DateTimeOffset now) =>
        SendAsync(new AdvisorService(dependencies, [channel]), now);

    private static async Task SendAsync(AdvisorService service, DateTimeOffset now)
    {
        await service.EnqueueDigestsAsync(now, CancellationToken.None);
        await service.GroupNotificationsAsync(now, CancellationToken.None);
        foreach (var item in await service.Setup.State.ListDueAsync(now, 100, CancellationToken.None))
        {
            await service.DeliverAsync(OutboxKey.FromItem(item), now, CancellationToken.None);
        }
    }

    private async Task RunAsync(TimeSpan time)
    {
        var loop = await CreateLoopAsync();
        for (var end = world.Clock.GetUtcNow() + time; world.Clock.GetUtcNow() < end; world.Clock.Advance(TimeSpan.FromMinutes(5)))
        {
            await loop.TickAsync(CancellationToken.None);
        }
    }

    private async Task<WatchLoop> CreateLoopAsync()
    {
        var dependencies = (await world.CreateDependenciesAsync()) with { Routing = CreateRouting() };
        return new WatchLoop(new AdvisorService(dependencies, [room]), world.Clock, world.Lines.Add);
    }

    private static NotificationRouting CreateRouting() =>
        new(
            new RoutingSettings
            {
                Channels = [new ChannelSettings { Name = "room", Type = ChannelType.Teams }],
                Teams = [new TeamSettings("chat", [new TeamChannel("room")]) { Digest = DigestSchedule.Parse("daily", out _) }],
                DefaultTeam = "chat",
            }
        );
}
