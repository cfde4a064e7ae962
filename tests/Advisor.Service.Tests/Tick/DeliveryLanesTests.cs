using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

/// <summary>What a tick waits for when it delivers.</summary>
public sealed class DeliveryLanesTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private readonly TaskCompletionSource answer = new();
    private readonly List<string> begun = [];
    private readonly SemaphoreSlim arrivals = new(0);

    [Fact]
    public async Task A_channel_that_does_not_answer_holds_up_neither_the_tick_nor_other_channels()
    {
        var lanes = new DeliveryLanes(waits: false);

        // "room" does not answer: it is asked once, and the reports, which go through it too, have a lane of their own.
        await lanes.RunAsync([Create("room"), Create("mail")], DeliverAsync);
        await WaitAsync(2);
        await lanes.RunAsync([Create("room"), Create("room", report: "weekly")], DeliverAsync);
        await WaitAsync(1);
        Assert.Equal(["mail", "room", "weekly"], begun.Order());

        answer.SetResult();
        await lanes.EndAsync();

        // What failed is told by the next tick, which asks again.
        Assert.Equal(["room"], (await lanes.RunAsync([Create("room")], DeliverAsync)).Select(outcome => outcome.Problem).Distinct());
        await lanes.EndAsync();
        Assert.Equal(["mail", "room", "room", "weekly"], begun.Order());
    }

    [Fact]
    public async Task On_a_stepped_clock_a_tick_waits_for_all_channels_and_tells_what_failed()
    {
        var lanes = new DeliveryLanes(waits: true);
        answer.SetResult();

        var failed = await lanes.RunAsync([Create("room"), Create("mail"), Create("room", report: "weekly")], DeliverAsync);

        // The reports of a channel come after its other notifications, in one lane.
        Assert.Equal(["room"], failed.Select(outcome => outcome.Problem));
        Assert.Equal(["mail", "room"], begun.Order());
    }

    private static OutboxItem Create(string channel, string? report = null) =>
        DeliveryItems.CreateItem(
            channel,
            report ?? "incident",
            new Notification
            {
                Kind = AlertEventKind.Fired,
                Severity = AlertSeverity.Warning,
                DedupKey = "d",
                EventId = "e",
                Title = "Title",
                Text = "Text.",
                Since = Start,
                At = Start,
                Report = report,
            },
            Start
        );

    /// <summary>Delivers a lane: "mail" at once, "room" and reports when there is an answer, which "room" fails with.</summary>
    private async Task<IReadOnlyList<DeliveryOutcome>> DeliverAsync(IEnumerable<OutboxItem> items)
    {
        var item = items.First();
        var name = DeliveryItems.ReadNotification(item)!.Report ?? item.Target;
        lock (begun)
        {
            begun.Add(name);
        }

        arrivals.Release();

        if (name != "mail")
        {
            await answer.Task;
        }

        return name == "room" ? [new DeliveryOutcome(DeliveryState.RetryLater, name)] : [];
    }

    private async Task WaitAsync(int lanes)
    {
        for (var i = 0; i < lanes; i++)
        {
            Assert.True(await arrivals.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken), "no lane begins");
        }
    }
}
