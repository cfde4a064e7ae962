using Advisor.Configuration.Routing;
using Advisor.Service.Notify;
using static Advisor.Notifications.Tests.Delivery.Receiver;

namespace Advisor.Notifications.Tests.Delivery;

public sealed partial class NotificationChannelTests
{
    [Theory]
    [InlineData(408)]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(502)]
    [InlineData(503)]
    public async Task A_passing_failure_is_tried_three_times_and_then_left_for_later(int status)
    {
        await using var receiver = await StartAsync(RespondWith(status, "oops"));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal(3, receiver.Posts.Count);
        Assert.Equal(DeliveryStatus.RetryLater, report.Status);
        Assert.Equal($"ops: the receiver answered {status} (oops).", report.Problem);
    }

    [Theory]
    [InlineData(400, DeliveryStatus.Refused)]
    [InlineData(413, DeliveryStatus.Refused)]
    [InlineData(401, DeliveryStatus.ChannelUnhealthy)]
    [InlineData(403, DeliveryStatus.ChannelUnhealthy)]
    [InlineData(404, DeliveryStatus.ChannelUnhealthy)]
    [InlineData(410, DeliveryStatus.ChannelUnhealthy)]
    public async Task What_will_not_pass_is_tried_once(int status, DeliveryStatus expected)
    {
        await using var receiver = await StartAsync(RespondWith(status));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Single(receiver.Posts);
        Assert.Equal(expected, report.Status);
    }

    [Fact]
    public async Task A_redirect_is_not_followed()
    {
        await using var elsewhere = await StartAsync(RespondWith(200));
        await using var receiver = await StartAsync(RespondWith(307, location: elsewhere.Address));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Empty(elsewhere.Posts);
        Assert.Equal(DeliveryStatus.ChannelUnhealthy, report.Status);
    }

    [Fact]
    public async Task A_connection_that_is_cut_in_the_middle_is_tried_again()
    {
        await using var receiver = await StartAsync(CutAsync, RespondWith(200, "ok"));
        using var channelFixture = new ChannelFixture(receiver.Address);

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(channelFixture.Channels.CreateSlack("ops", ChannelFixture.Hook, allowPrivate: true))
        );
        Assert.Equal(2, receiver.Posts.Count);
    }

    [Fact]
    public async Task No_message_is_sent_on_a_connection_that_stood_idle()
    {
        await using var receiver = await StartAsync();
        using var channelFixture = new ChannelFixture(receiver.Address);

        await ChannelFixture.Send(channelFixture.Webhook);
        await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal(2, receiver.Posts.Count);
        Assert.Distinct(receiver.Posts.Select(post => post.Connection));
    }

    [Theory]
    [InlineData("invalid_blocks", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":false,\"error\":\"invalid_blocks\"}", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":false,\"error\":\"ratelimited\"}", DeliveryStatus.RetryLater, 3)]
    [InlineData("{\"ok\":false,\"error\":\"channel_is_archived\"}", DeliveryStatus.ChannelUnhealthy, 1)]
    [InlineData("", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":true}", DeliveryStatus.Delivered, 1)]
    public async Task A_success_of_Slack_that_is_not_ok_is_a_failure(string body, DeliveryStatus expected, int posts)
    {
        await using var receiver = await StartAsync(RespondWith(200, body));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Channels.CreateSlack("ops", ChannelFixture.Hook, allowPrivate: true));

        Assert.Equal((expected, posts), (report.Status, receiver.Posts.Count));
    }

    [Theory]
    [InlineData(
        "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId x",
        DeliveryStatus.Refused,
        1
    )]
    [InlineData(
        "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x",
        DeliveryStatus.RetryLater,
        3
    )]
    [InlineData("{\"error\":{\"code\":\"WorkflowRunFailed\"}}", DeliveryStatus.RetryLater, 3)]
    [InlineData("1", DeliveryStatus.Delivered, 1)]
    public async Task A_success_of_Teams_that_carries_an_error_is_a_failure(string body, DeliveryStatus expected, int posts)
    {
        await using var receiver = await StartAsync(RespondWith(200, body));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Channels.CreateTeams("ops", ChannelFixture.Hook, allowPrivate: true));

        Assert.Equal((expected, posts), (report.Status, receiver.Posts.Count));
    }

    [Fact]
    public async Task One_unhealthy_channel_does_not_hold_up_another()
    {
        await using var dead = await StartAsync(RespondWith(404));
        await using var alive = await StartAsync(RespondWith(200, "ok"));
        using var channelFixture = new ChannelFixture(dead.Address);
        channelFixture.Set("OTHER", alive.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);
        Assert.Equal(DeliveryStatus.ChannelUnhealthy, report.Status);
        var other = channelFixture.Channels.CreateSlack("second", SecretReference.Parse("env:OTHER")!, allowPrivate: true);
        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(other, SampleMessages.Fired with { Title = "messages do not arrive", Text = report.Problem! })
        );
    }
}
