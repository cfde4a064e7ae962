using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Delivery;

/// <summary>From the outbox to a channel.</summary>
public sealed class NotificationDeliveryTests
{
    private readonly ServiceWorld world = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("channel-fails")]
    public async Task What_a_receiver_could_not_take_comes_again_later_with_the_same_event_id()
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(CreateMessage("a"));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("busy"));

        Assert.Equal(DeliveryState.RetryLater, (await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel)).State);
        Assert.Equal(DeliveryState.NothingToDo, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(29), Cancel)).State);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(30), Cancel)).State);
        Assert.Equal(DeliveryState.NothingToDo, (await notificationDelivery.RunAsync(keys[0], GetNow().AddHours(1), Cancel)).State);
        Assert.Equal([("load", "a"), ("load", "a")], world.Channel.Sent.Select(message => (message.DedupKey, message.EventId)));
        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
    }

    [Fact]
    public async Task A_receiver_that_requests_a_longer_pause_gets_it()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("a"));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("busy", TimeSpan.FromMinutes(5)));
        await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel);

        Assert.Equal(DeliveryState.NothingToDo, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(299), Cancel)).State);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(300), Cancel)).State);
    }

    [Fact]
    [Fault("channel-refuses")]
    public async Task What_the_receiver_refuses_is_dead_lettered_and_reported()
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(CreateMessage("a"));
        world.Channel.Answers.Enqueue(DeliveryResult.Refused("too long"));
        Assert.Equal(
            new DeliveryOutcome(DeliveryState.DeadLettered, "too long"),
            await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel)
        );
        Assert.Null(await state.Outbox.FindOpenAsync(keys[0], Cancel));
        Assert.Equal(
            "console did not accept it in 1 attempt: too long",
            Assert.Single((await state.DeadLetters.ListAsync(10, Cancel)).Records).Problem
        );
    }

    [Fact]
    public async Task What_waits_for_one_channel_crowds_out_no_other()
    {
        var dependencies = await world.CreateDependenciesAsync();
        OutboxItem[] items =
        [
            .. Enumerable.Range(0, 30).Select(i => CreateItem("down", i)),
            .. Enumerable.Range(30, 3).Select(i => CreateItem("works", i)),
        ];
        await dependencies.State.Outbox.EnqueueAsync(items, Cancel);

        var due = await new AdvisorService(dependencies, [world.Channel]).Delivery.ListDueAsync(GetNow(), 10, Cancel);

        // The oldest 10 of 30, and all 3 of the other channel, which are younger.
        Assert.Equal(
            items.Take(10).Concat(items.Skip(30)).Select(OutboxKey.FromItem),
            due.OrderBy(item => item.CreatedAt).Select(OutboxKey.FromItem)
        );

        static OutboxItem CreateItem(string channel, int i) =>
            DeliveryItems.CreateItem(channel, $"incident {i}", CreateMessage($"event {i}"), ServiceWorld.Start.AddTicks(i));
    }

    [Fact]
    public async Task A_channel_that_a_person_must_fix_is_tried_again_since_it_may_be_fixed()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("a"));
        world.Channel.Answers.Enqueue(DeliveryResult.ChannelUnhealthy("no address"));
        Assert.Equal(DeliveryState.RetryLater, (await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel)).State);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(30), Cancel)).State);
    }

    [Fact]
    public async Task After_ten_attempts_it_is_given_up()
    {
        world.Options = world.Options with { DeliveryWindow = TimeSpan.FromDays(9) };
        Assert.Equal([.. Enumerable.Repeat(DeliveryState.RetryLater, 9), DeliveryState.DeadLettered], await RunAttemptsAsync(10));
    }

    [Fact]
    public async Task An_old_message_is_given_up_at_its_second_failure()
    {
        // 4 hours by default; the first attempt is after 5, the next an hour later.
        world.Clock.Advance(TimeSpan.FromHours(5));
        Assert.Equal([DeliveryState.RetryLater, DeliveryState.DeadLettered], await RunAttemptsAsync(2));
    }

    // With 'watch --once' once a day: the second attempt was due on the first day, in the window of 4 hours; the third was not.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Where_each_attempt_is_a_day_late_the_third_failure_gives_it_up(bool isPaused)
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("a"));
        var states = new List<DeliveryState>();
        for (var day = 0; day < 3; day++)
        {
            world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("down") with { IsUntried = isPaused });
            states.Add((await notificationDelivery.RunAsync(keys[0], GetNow().AddDays(day), Cancel)).State);
        }

        var tried = isPaused ? DeliveryState.Waiting : DeliveryState.RetryLater;
        Assert.Equal([tried, tried, DeliveryState.DeadLettered], states);
    }

    // The receiver is down. The second attempt, due after 30 s, is made by a clock five hours ahead, more than the four of the window.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_clock_that_is_hours_ahead_for_a_moment_gives_up_no_message(bool isPaused)
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(CreateMessage("a"));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("busy"));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("busy") with { IsUntried = isPaused });

        await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel);
        await notificationDelivery.RunAsync(keys[0], GetNow().AddHours(5), Cancel);

        Assert.Empty((await state.DeadLetters.ListAsync(10, Cancel)).Records);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[0], GetNow().AddMinutes(1), Cancel)).State);
    }

    [Fact]
    public async Task A_later_message_of_an_incident_waits_for_the_earlier_one_whichever_process_has_it()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("fired"), CreateMessage("resolved"));
        var other = new AdvisorService(await world.CreateDependenciesAsync(), [world.Channel]).Delivery;
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("busy"));

        Assert.Equal(DeliveryState.RetryLater, (await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel)).State);
        Assert.Equal(DeliveryState.Waiting, (await other.RunAsync(keys[1], GetNow(), Cancel)).State);
        Assert.Equal(
            new DeliveryOutcome(DeliveryState.Delivered, null, keys[1]),
            await other.RunAsync(keys[0], GetNow().AddSeconds(30), Cancel)
        );
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[1], GetNow().AddSeconds(30), Cancel)).State);
        Assert.Equal(["fired", "fired", "resolved"], world.Channel.Sent.Select(message => message.EventId));
    }

    [Fact]
    public async Task A_recipient_that_is_put_off_delays_its_own_messages_of_the_incident_and_no_others()
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(
            "chat",
            CreateMessage("begin"),
            CreateMessage("end"),
            CreateMessage("other") with
            {
                DedupKey = "memory",
            }
        );
        var partial = DeliveryResult.RetryLater("not grey@example.com") with { MustWait = true, IsPartial = true };
        world.Channel.Answers.Enqueue(partial);
        world.Channel.Answers.Enqueue(partial);
        Assert.Equal(DeliveryState.RetryLater, (await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel)).State);

        // Begin and end reached some; who lacks the begin may have the end, and who lacks the end gets it alone.
        Assert.Equal(DeliveryState.RetryLater, (await notificationDelivery.RunAsync(keys[1], GetNow().AddSeconds(1), Cancel)).State);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[2], GetNow().AddSeconds(2), Cancel)).State);
        Assert.Equal(DeliveryState.NothingToDo, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(31), Cancel)).State);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[1], GetNow().AddSeconds(32), Cancel)).State);
        Assert.Equal(["begin", "end", "other", "end"], world.Channel.Sent.Select(message => message.EventId));
        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
    }

    [Fact]
    public async Task What_follows_a_delivered_message_is_found_behind_one_that_waits_for_a_single_recipient()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(
            "chat",
            [.. new[] { "a", "b", "c" }.Select(id => CreateMessage(id) with { DedupKey = id })]
        );
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("not grey@example.com") with { MustWait = true, IsPartial = true });
        await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel);

        Assert.Equal(
            new DeliveryOutcome(DeliveryState.Delivered, null, keys[2]),
            await notificationDelivery.RunAsync(keys[1], GetNow(), Cancel)
        );
    }

    [Fact]
    [Fault("channel-throttles")]
    public async Task What_a_channel_that_pauses_was_not_asked_to_send_is_no_failure_and_waits_for_the_end_of_the_pause()
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(CreateMessage("a"), CreateMessage("b") with { DedupKey = "memory" });
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("429", TimeSpan.FromMinutes(2)));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("asked to wait", TimeSpan.FromSeconds(110)) with { IsUntried = true });
        await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel);
        var outcome = await notificationDelivery.RunAsync(keys[1], GetNow().AddSeconds(10), Cancel);

        Assert.Equal(new DeliveryOutcome(DeliveryState.Waiting), outcome);
        Assert.Equal(1, Assert.Single(await state.Fleet.ListChannelHealthAsync(Cancel)).FailedInARow);
        var waiting = (await state.Outbox.ListOpenAsync(10, Cancel)).Single(item => item.Id == "b");
        Assert.Equal((0, GetNow().AddMinutes(2), "asked to wait"), (waiting.Attempts, waiting.NextAttemptAt, waiting.LastError));
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[1], GetNow().AddMinutes(2), Cancel)).State);
    }

    [Fact]
    public async Task A_message_that_one_recipient_lacks_delays_nobody_after_an_attempt_that_reached_nobody()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(
            "chat",
            [.. new[] { "a", "b" }.Select(id => CreateMessage(id) with { DedupKey = id })]
        );
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("not grey@example.com") with { IsPartial = true });
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("no answer in time."));
        await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel);
        await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(31), Cancel);

        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[1], GetNow().AddSeconds(32), Cancel)).State);
    }

    [Fact]
    public async Task What_a_channel_that_always_pauses_was_never_asked_to_send_is_dead_lettered_after_the_window()
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(CreateMessage("a"));
        var pause = DeliveryResult.RetryLater("asked to wait", TimeSpan.FromMinutes(15)) with { IsUntried = true };
        world.Channel.Answers.Enqueue(pause);
        world.Channel.Answers.Enqueue(pause);

        var window = world.Options.DeliveryWindow;
        Assert.Equal(DeliveryState.Waiting, (await notificationDelivery.RunAsync(keys[0], GetNow() + window, Cancel)).State);
        var next = GetNow() + window + TimeSpan.FromMinutes(15);
        Assert.Equal(DeliveryState.DeadLettered, (await notificationDelivery.RunAsync(keys[0], next, Cancel)).State);
        Assert.Single((await state.DeadLetters.ListAsync(10, Cancel)).Records);
    }

    [Fact]
    public async Task It_waits_for_an_hour_at_most()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("stuck"), CreateMessage("next"));
        Assert.Equal(DeliveryState.Waiting, (await notificationDelivery.RunAsync(keys[1], GetNow().AddMinutes(59), Cancel)).State);
        Assert.Equal(DeliveryState.Delivered, (await notificationDelivery.RunAsync(keys[1], GetNow().AddMinutes(60), Cancel)).State);
    }

    [Fact]
    public async Task A_delivery_in_progress_elsewhere_is_not_started_again_before_its_lease_ends()
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("a"));
        var slow = new SlowChannel();
        var first = new AdvisorService(await world.CreateDependenciesAsync(), [slow]).Delivery.RunAsync(keys[0], GetNow(), Cancel);
        await slow.Begun;

        // Taken for two minutes.
        Assert.Equal(DeliveryState.NothingToDo, (await notificationDelivery.RunAsync(keys[0], GetNow().AddSeconds(119), Cancel)).State);
        slow.Answer();
        Assert.Equal(DeliveryState.Delivered, (await first).State);
        Assert.Empty(world.Channel.Sent);
    }

    [Fact]
    [Fault("channel-removed")]
    public async Task A_message_for_a_removed_channel_is_dead_lettered_and_says_so()
    {
        var dependencies = await world.CreateDependenciesAsync();
        var item = DeliveryItems.CreateItem("pager", "load", CreateMessage("a"), GetNow());
        await dependencies.State.Outbox.EnqueueAsync(item, Cancel);
        Assert.Equal(
            new DeliveryOutcome(DeliveryState.DeadLettered, "Channel pager is no longer configured."),
            await new AdvisorService(dependencies, [world.Channel]).Delivery.RunAsync(OutboxKey.FromItem(item), GetNow(), Cancel)
        );
    }

    [Fact]
    public async Task Failures_in_a_row_are_counted_for_all_processes_and_end_with_a_success()
    {
        var (notificationDelivery, state, keys) = await EnqueueAsync(CreateMessage("a"));
        var other = new AdvisorService(await world.CreateDependenciesAsync(), [world.Channel]).Delivery;
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("busy"));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("still busy"));
        await notificationDelivery.RunAsync(keys[0], GetNow(), Cancel);
        await other.RunAsync(keys[0], GetNow().AddMinutes(1), Cancel);
        Assert.Equal(
            new ChannelHealth("console", 2, "still busy", GetNow().AddMinutes(1)),
            Assert.Single(await state.Fleet.ListChannelHealthAsync(Cancel))
        );
        await notificationDelivery.RunAsync(keys[0], GetNow().AddMinutes(5), Cancel);
        Assert.Equal(0, Assert.Single(await state.Fleet.ListChannelHealthAsync(Cancel)).FailedInARow);
    }

    [Fact]
    [Fault("channel-fails")]
    public async Task What_was_overtaken_by_a_later_message_of_its_incident_is_not_sent_after_it()
    {
        // The end may overtake what waited for an hour; PagerDuty would open the incident again at the begin that follows it.
        var end = CreateMessage("end") with
        {
            Kind = AlertEventKind.Resolved,
        };
        var dependencies = await world.CreateDependenciesAsync();
        var (state, deliver) = (dependencies.State, new AdvisorService(dependencies, [world.Channel]).Delivery);
        OutboxItem[] items =
        [
            DeliveryItems.CreateItem("console", "chat", CreateMessage("begin"), GetNow()),
            DeliveryItems.CreateItem("console", "chat", CreateMessage("other") with { DedupKey = "memory" }, GetNow().AddTicks(1)),
            DeliveryItems.CreateItem("console", "chat", end, GetNow().AddMinutes(30)),
        ];
        await state.Outbox.EnqueueAsync(items, Cancel);
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("down"));
        Assert.Equal(DeliveryState.RetryLater, (await deliver.RunAsync(OutboxKey.FromItem(items[0]), GetNow(), Cancel)).State);

        var later = GetNow().AddMinutes(61);
        var other = await deliver.RunAsync(OutboxKey.FromItem(items[2]), later, Cancel);
        Assert.Equal((OutboxKey.FromItem(items[1]), OutboxKey.FromItem(items[2])), (other.Earlier, other.Next));
        Assert.Equal(DeliveryState.Delivered, (await deliver.RunAsync(OutboxKey.FromItem(items[2]), later, Cancel)).State);
        Assert.Equal(DeliveryState.NothingToDo, (await deliver.RunAsync(OutboxKey.FromItem(items[0]), later, Cancel)).State);
        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
        Assert.Equal(["begin", "other", "end"], world.Channel.Sent.Select(message => message.EventId)); // the first was not accepted
    }

    [Fact]
    [Fault("channel-fails")]
    public async Task After_an_outage_of_hours_the_messages_of_a_team_come_in_their_order()
    {
        var (deliver, state, items) = await FailFirstOfTeamAsync();

        // 91 minutes after the first and 61 after the second, neither delays the third; the first is due again in 29 minutes. Each call
        // sends one and names the third as the next.
        var later = GetNow().AddMinutes(91);
        DeliveryOutcome[] outcomes =
        [
            await deliver.RunAsync(items[2], later, Cancel),
            await deliver.RunAsync(items[2], later, Cancel),
            await deliver.RunAsync(items[2], later, Cancel),
        ];
        Assert.Equal(
            [
                new DeliveryOutcome(DeliveryState.Delivered, null, items[2]) { Earlier = items[0] },
                new DeliveryOutcome(DeliveryState.Delivered, null, items[2]) { Earlier = items[1] },
                new DeliveryOutcome(DeliveryState.Delivered),
            ],
            outcomes
        );

        // The first attempt was not accepted.
        Assert.Equal(["begin", "begin", "more", "end"], world.Channel.Sent.Select(message => message.EventId));
        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
    }

    [Fact]
    [Fault("process-two")]
    public async Task After_an_outage_a_receiver_that_answers_slowly_gets_each_message_once_from_two_processes()
    {
        var dependencies = await world.CreateDependenciesAsync();
        OutboxItem[] items =
        [
            .. Enumerable
                .Range(0, 6)
                .Select(i =>
                    DeliveryItems.CreateItem("console", "chat", CreateMessage($"{i}") with { DedupKey = $"{i}" }, GetNow().AddTicks(i))
                ),
        ];
        var outbox = dependencies.State.Outbox;
        await outbox.EnqueueAsync(items, Cancel);
        world.Clock.Advance(TimeSpan.FromHours(2));

        // All but the last have failed, and are due again in half an hour.
        foreach (var item in (await outbox.ListOpenAsync(10, Cancel)).Where(item => item.Id != "5"))
        {
            await outbox.SaveAsync(item with { Attempts = 8, NextAttemptAt = GetNow().AddMinutes(30) }, Cancel);
        }

        var other = new AdvisorService(dependencies, [world.Channel]).Delivery;
        var last = OutboxKey.FromItem(items[^1]);

        // 50 s an answer: the third would end after the two minutes of a lease that began with the first. Meanwhile the other process tries
        // what is due.
        var slow = new BusyChannel(
            world.Channel,
            async () =>
            {
                world.Clock.Advance(TimeSpan.FromSeconds(50));
                await other.RunAsync(last, GetNow(), Cancel);
            }
        );
        var loop = new WatchLoop(new AdvisorService(dependencies, [slow]), world.Clock, _ => { });
        await loop.RunOnceAsync(Cancel);

        Assert.Equal(items.Select(item => item.Id), world.Channel.Sent.Select(message => message.EventId));
    }

    [Fact]
    [Fault("channel-fails")]
    public async Task A_message_that_fails_alone_delays_the_others_of_its_team_no_longer_than_an_hour_and_keeps_its_retries()
    {
        var (deliver, state, items) = await FailFirstOfTeamAsync();
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("cannot take this one"));

        // After ten attempts it would be dead-lettered; the ninth is over, and the tenth is at two hours.
        await state.Outbox.SaveAsync(await FindFirstAsync() with { Attempts = 9 }, Cancel);
        Assert.Equal(DeliveryState.Delivered, (await deliver.RunAsync(items[1], GetNow().AddMinutes(91), Cancel)).State);

        Assert.Equal(["begin", "begin", "more"], world.Channel.Sent.Select(message => message.EventId));
        var first = await FindFirstAsync();
        Assert.Equal((9, GetNow().AddHours(2)), (first.Attempts, first.NextAttemptAt));

        // The attempt of another process would last two minutes at most.
        Assert.Equal(DeliveryState.Waiting, (await deliver.RunAsync(items[2], GetNow().AddMinutes(92), Cancel)).State);
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("cannot take this one"));
        Assert.Equal(DeliveryState.Delivered, (await deliver.RunAsync(items[2], GetNow().AddMinutes(93), Cancel)).State);

        async Task<OutboxItem> FindFirstAsync() => (await state.Outbox.ListOpenAsync(10, Cancel)).Single(item => item.Id == "begin");
    }

    [Fact]
    public async Task A_report_that_another_process_makes_is_not_begun_again_before_a_later_one()
    {
        var dependencies = await world.CreateDependenciesAsync();
        var outbox = dependencies.State.Outbox;
        OutboxItem[] items =
        [
            DeliveryItems.CreateItem("console", "report/daily", CreateMessage("first") with { Report = "daily" }, GetNow()),
            DeliveryItems.CreateItem(
                "console",
                "report/daily",
                CreateMessage("second") with
                {
                    DedupKey = "second",
                },
                GetNow().AddMinutes(30)
            ),
        ];
        await outbox.EnqueueAsync(items, Cancel);
        var first = (await outbox.ListOpenAsync(10, Cancel)).Single(item => item.Id == "first");
        var begun = GetNow().AddMinutes(91);
        Assert.NotNull(await outbox.LeaseAsync(first, begun, begun.AddMinutes(15), Cancel));

        // Its file may take 15 minutes, and no message takes more than two.
        var deliver = new AdvisorService(dependencies, [world.Channel]).Delivery;
        var outcome = await deliver.RunAsync(OutboxKey.FromItem(items[1]), begun.AddMinutes(5), Cancel);

        Assert.Equal(DeliveryState.Waiting, outcome.State);
        Assert.Empty(world.Channel.Sent);
    }

    /// <summary>Three messages of a team, at 0, 30 and 31 minutes; the first was not accepted and is due again after two hours.</summary>
    private async Task<(NotificationDelivery Deliver, AdvisorState State, IReadOnlyList<OutboxKey> Keys)> FailFirstOfTeamAsync()
    {
        var dependencies = await world.CreateDependenciesAsync();
        var deliver = new AdvisorService(dependencies, [world.Channel]).Delivery;
        OutboxItem[] items =
        [
            DeliveryItems.CreateItem("console", "chat", CreateMessage("begin"), GetNow()),
            DeliveryItems.CreateItem("console", "chat", CreateMessage("more") with { DedupKey = "memory" }, GetNow().AddMinutes(30)),
            DeliveryItems.CreateItem("console", "chat", CreateMessage("end") with { DedupKey = "several" }, GetNow().AddMinutes(31)),
        ];
        await dependencies.State.Outbox.EnqueueAsync(items, Cancel);
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("down", TimeSpan.FromHours(2)));
        Assert.Equal(DeliveryState.RetryLater, (await deliver.RunAsync(OutboxKey.FromItem(items[0]), GetNow(), Cancel)).State);
        return (deliver, dependencies.State, [.. items.Select(OutboxKey.FromItem)]);
    }

    [Fact]
    public async Task A_process_asked_to_end_while_it_sends_records_what_it_sent()
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        var dependencies = await world.CreateDependenciesAsync();
        var item = DeliveryItems.CreateItem("console", "load", CreateMessage("a"), GetNow());
        await dependencies.State.Outbox.EnqueueAsync(item, Cancel);

        var outcome = await new AdvisorService(dependencies, [new EndingChannel(ending)]).Delivery.RunAsync(
            OutboxKey.FromItem(item),
            GetNow(),
            ending.Token
        );

        Assert.Equal(DeliveryState.Delivered, outcome.State);
        Assert.Empty(await dependencies.State.Outbox.ListOpenAsync(10, Cancel));
    }

    private DateTimeOffset GetNow() => world.Clock.GetUtcNow();

    private async Task<IReadOnlyList<DeliveryState>> RunAttemptsAsync(int count)
    {
        var (notificationDelivery, _, keys) = await EnqueueAsync(CreateMessage("a"));
        var states = new List<DeliveryState>();
        for (var attempt = 1; attempt <= count; attempt++)
        {
            world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("down"));
            states.Add((await notificationDelivery.RunAsync(keys[0], ServiceWorld.Start.AddHours(4 + attempt), Cancel)).State);
        }

        return states;
    }

    private Task<(NotificationDelivery Deliver, AdvisorState State, IReadOnlyList<OutboxKey> Keys)> EnqueueAsync(
        params Notification[] messages
    ) => EnqueueAsync(null, messages);

    /// <param name="order">The ordering key; null = that of each message's incident.</param>
    private async Task<(NotificationDelivery Deliver, AdvisorState State, IReadOnlyList<OutboxKey> Keys)> EnqueueAsync(
        string? order,
        params Notification[] messages
    )
    {
        var dependencies = await world.CreateDependenciesAsync();
        OutboxItem[] items =
        [
            .. messages.Select(
                (message, i) => DeliveryItems.CreateItem("console", order ?? message.DedupKey, message, ServiceWorld.Start.AddTicks(i))
            ),
        ];
        await dependencies.State.Outbox.EnqueueAsync(items, Cancel);
        return (new AdvisorService(dependencies, [world.Channel]).Delivery, dependencies.State, [.. items.Select(OutboxKey.FromItem)]);
    }

    private static Notification CreateMessage(string eventId) =>
        new()
        {
            Kind = AlertEventKind.Fired,
            Severity = AlertSeverity.Warning,
            DedupKey = "load",
            EventId = eventId,
            Title = "Server load: chat",
            Text = "It is 78 %.",
            Since = ServiceWorld.Start,
            At = ServiceWorld.Start,
        };

    /// <summary>The process is asked to end while the receiver has the message.</summary>
    private sealed class EndingChannel(CancellationTokenSource ending) : INotificationChannel
    {
        public string Name => "console";

        public async Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
        {
            await ending.CancelAsync();
            cancellation.ThrowIfCancellationRequested();
            return DeliveryResult.Delivered;
        }
    }

    /// <summary>Hands each message to another channel, and lets something happen before it answers.</summary>
    private sealed class BusyChannel(INotificationChannel receiver, Func<Task> meanwhile) : INotificationChannel
    {
        public string Name => receiver.Name;

        public async Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
        {
            var answer = await receiver.SendAsync(message, cancellation);
            await meanwhile();
            return answer;
        }
    }

    private sealed class SlowChannel : INotificationChannel
    {
        private readonly TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource<DeliveryResult> answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public string Name => "console";

        public Task Begun => begun.Task;

        public void Answer() => answer.SetResult(DeliveryResult.Delivered);

        public Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
        {
            begun.SetResult();
            return answer.Task;
        }
    }
}
