using Advisor.Service.Notify;
using static Advisor.Notifications.Tests.Delivery.Receiver;

namespace Advisor.Notifications.Tests.Delivery;

public sealed partial class NotificationChannelTests
{
    [Fact]
    public async Task A_retry_waits_as_long_as_the_receiver_asks_and_sends_the_same_event()
    {
        await using var receiver = await StartAsync(RespondWith(429, "slow down", retryAfter: "7"), RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channelFixture.Webhook));

        Assert.Equal([TimeSpan.FromSeconds(7)], channelFixture.Time.Waits);
        Assert.Equal(receiver.Posts[0].Body, receiver.Posts[1].Body);
        Assert.Equal(receiver.Posts[0].Headers["webhook-id"], receiver.Posts[1].Headers["webhook-id"]);
    }

    [Fact]
    public async Task A_long_wait_is_left_to_the_caller_and_the_receiver_is_left_alone_until_then()
    {
        await using var receiver = await StartAsync(RespondWith(429, retryAfter: "120"), RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);
        var channel = channelFixture.Webhook;

        var first = await ChannelFixture.Send(channel);
        channelFixture.Time.Advance(TimeSpan.FromSeconds(119));
        var early = await ChannelFixture.Send(channel);
        Assert.Equal((DeliveryStatus.RetryLater, TimeSpan.FromSeconds(120)), (first.Status, first.RetryAfter));
        Assert.Equal((DeliveryStatus.RetryLater, TimeSpan.FromSeconds(1)), (early.Status, early.RetryAfter));
        Assert.Single(receiver.Posts);

        channelFixture.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
    }

    [Theory]
    [InlineData("86400000")]
    [InlineData("Fri, 31 Dec 9999 23:59:59 GMT")]
    public async Task A_wait_without_measure_is_one_of_15_minutes(string retryAfter)
    {
        await using var receiver = await StartAsync(RespondWith(429, retryAfter: retryAfter), RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);
        var channel = channelFixture.Webhook;

        var first = await ChannelFixture.Send(channel);
        channelFixture.Time.Advance(TimeSpan.FromMinutes(15));

        Assert.Equal((DeliveryStatus.RetryLater, TimeSpan.FromMinutes(15)), (first.Status, first.RetryAfter));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
    }

    [Fact]
    public async Task A_clock_that_was_set_back_does_not_keep_a_channel_silent()
    {
        await using var receiver = await StartAsync(RespondWith(429, retryAfter: "120"), RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);
        var channel = channelFixture.Webhook;
        channelFixture.Time.Advance(TimeSpan.FromDays(365));
        await ChannelFixture.Send(channel);
        channelFixture.Time.Advance(TimeSpan.FromDays(-365));

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
    }

    [Fact]
    public async Task A_receiver_that_says_nothing_is_given_up_in_time_and_tried_again()
    {
        await using var receiver = await StartAsync(HangAsync, RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var sending = ChannelFixture.Send(channelFixture.Webhook);
        await receiver.WaitForArrivalAsync();
        channelFixture.Time.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal(DeliveryResult.Delivered, await sending);
        Assert.Equal(2, receiver.Posts.Count);
    }

    [Fact]
    public async Task A_slow_answer_within_the_time_is_waited_for()
    {
        var slow = new TaskCompletionSource();
        await using var receiver = await StartAsync(async context =>
        {
            await slow.Task;
            await RespondWith(200)(context);
        });
        using var channelFixture = new ChannelFixture(receiver.Address);

        var sending = ChannelFixture.Send(channelFixture.Webhook);
        await receiver.WaitForArrivalAsync();
        channelFixture.Time.Advance(TimeSpan.FromSeconds(29));
        slow.SetResult();

        Assert.Equal(DeliveryResult.Delivered, await sending);
        Assert.Single(receiver.Posts);
    }

    [Fact]
    public async Task A_failing_receiver_is_paused_and_tried_again_after_a_while()
    {
        // Six failed attempts open the circuit: two messages of three attempts.
        await using var receiver = await StartAsync([.. Enumerable.Repeat(RespondWith(500), 6), RespondWith(200)]);
        using var channelFixture = new ChannelFixture(receiver.Address);
        var channel = channelFixture.Webhook;
        await ChannelFixture.Send(channel, CreateMessage("a"));
        await ChannelFixture.Send(channel, CreateMessage("b"));

        var resting = await ChannelFixture.Send(channel, CreateMessage("c"));
        Assert.Equal(DeliveryStatus.ChannelUnhealthy, resting.Status);
        Assert.Equal(6, receiver.Posts.Count);

        channelFixture.Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel, CreateMessage("c")));
    }

    private static Notification CreateMessage(string incident) =>
        SampleMessages.Fired with
        {
            DedupKey = incident,
            EventId = incident + "-1",
        };
}
