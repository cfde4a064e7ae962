using System.Text;
using Advisor.Notifications.Delivery;
using Advisor.Notifications.PagerDuty;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Notifications.Webhook;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Configuration;
using static Advisor.Notifications.Tests.Delivery.Receiver;

namespace Advisor.Notifications.Tests.Delivery;

public sealed class AlertChannelTests
{
    [Fact]
    public async Task Teams_gets_the_card_that_was_reviewed()
    {
        await using var receiver = await StartAsync(Says(202));
        using var world = new World(receiver.Address);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Channels.Teams("ops", World.Hook, allowPrivate: true)));

        var post = Assert.Single(receiver.Posts);
        Assert.Equal(("POST", "/hooks/T0P-S3CRET-path/run?sig=T0P-S3CRET-sig"), (post.Method, post.Target));
        Assert.Equal("application/json; charset=utf-8", post.Headers["Content-Type"]);
        Assert.Equal(Encoding.UTF8.GetString(TeamsCard.Render(Samples.Fired)), post.Body);
    }

    [Fact]
    public async Task Slack_gets_the_blocks_that_were_reviewed()
    {
        await using var receiver = await StartAsync(Says(200, "ok"));
        using var world = new World(receiver.Address);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Channels.Slack("ops", World.Hook, allowPrivate: true)));

        Assert.Equal(Encoding.UTF8.GetString(SlackBlocks.Render(Samples.Fired)), Assert.Single(receiver.Posts).Body);
    }

    [Fact]
    public async Task PagerDuty_gets_a_trigger_and_a_resolve_with_one_key()
    {
        await using var receiver = await StartAsync(Says(202, "{\"status\":\"success\"}"));
        using var world = new World();
        var channel = world.Channels.PagerDuty("ops", World.Key, new Uri($"http://127.0.0.1:{receiver.Port}/v2/enqueue"), allowPrivate: true);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel));
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel, Samples.All["resolved"]));

        Assert.Equal(Encoding.UTF8.GetString(PagerDutyEvent.Render(Samples.Fired, "T0P-S3CRET-key")), receiver.Posts[0].Body);
        Assert.Equal(Encoding.UTF8.GetString(PagerDutyEvent.Render(Samples.All["resolved"], "T0P-S3CRET-key")), receiver.Posts[1].Body);
    }

    [Fact]
    public async Task A_webhook_gets_an_event_that_it_can_verify()
    {
        await using var receiver = await StartAsync(Says(204));
        using var world = new World(receiver.Address);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Webhook));

        var post = Assert.Single(receiver.Posts);
        Assert.Equal("application/cloudevents+json; charset=utf-8", post.Headers["Content-Type"]);
        Assert.Equal(Encoding.UTF8.GetString(CloudEvent.Render(Samples.Fired)), post.Body);
        foreach (var (name, value) in WebhookSignature.Headers("T0P-S3CRET-key", "e-1", world.Time.GetUtcNow(), Encoding.UTF8.GetBytes(post.Body)))
        {
            Assert.Equal(value, post.Headers[name]);
        }
    }

    [Fact]
    public async Task A_retry_waits_as_long_as_the_receiver_asks_and_sends_the_same_event()
    {
        await using var receiver = await StartAsync(Says(429, "slow down", retryAfter: "7"), Says(200));
        using var world = new World(receiver.Address);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Webhook));

        Assert.Equal([TimeSpan.FromSeconds(7)], world.Time.Waits);
        Assert.Equal(receiver.Posts[0].Body, receiver.Posts[1].Body);
        Assert.Equal(receiver.Posts[0].Headers["webhook-id"], receiver.Posts[1].Headers["webhook-id"]);
    }

    [Fact]
    public async Task A_long_wait_is_left_to_the_caller_and_the_receiver_is_left_alone_until_then()
    {
        await using var receiver = await StartAsync(Says(429, retryAfter: "120"), Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;

        var first = await World.Send(channel);
        world.Time.Advance(TimeSpan.FromSeconds(119));
        var early = await World.Send(channel);
        Assert.Equal((DeliveryStatus.Later, TimeSpan.FromSeconds(120)), (first.Status, first.RetryAfter));
        Assert.Equal((DeliveryStatus.Later, TimeSpan.FromSeconds(1)), (early.Status, early.RetryAfter));
        Assert.Single(receiver.Posts);

        world.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel));
    }

    [Theory]
    [InlineData("86400000")]
    [InlineData("Fri, 31 Dec 9999 23:59:59 GMT")]
    public async Task A_wait_without_measure_is_one_of_15_minutes(string retryAfter)
    {
        await using var receiver = await StartAsync(Says(429, retryAfter: retryAfter), Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;

        var first = await World.Send(channel);
        world.Time.Advance(TimeSpan.FromMinutes(15));

        Assert.Equal((DeliveryStatus.Later, TimeSpan.FromMinutes(15)), (first.Status, first.RetryAfter));
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel));
    }

    [Fact]
    public async Task A_clock_that_was_set_back_does_not_keep_a_channel_silent()
    {
        await using var receiver = await StartAsync(Says(429, retryAfter: "120"), Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;
        world.Time.Advance(TimeSpan.FromDays(365));
        await World.Send(channel);
        world.Time.Advance(TimeSpan.FromDays(-365));

        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel));
    }

    [Theory]
    [InlineData(408)]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(502)]
    [InlineData(503)]
    public async Task A_passing_failure_is_tried_three_times_and_then_left_for_later(int status)
    {
        await using var receiver = await StartAsync(Says(status, "oops"));
        using var world = new World(receiver.Address);

        var report = await World.Send(world.Webhook);

        Assert.Equal(3, receiver.Posts.Count);
        Assert.Equal((DeliveryStatus.Later, true), (report.Status, report.MayRetry));
        Assert.Equal($"ops: the receiver answered {status} (oops).", report.Problem);
    }

    [Theory]
    [InlineData(400, DeliveryStatus.Refused)]
    [InlineData(413, DeliveryStatus.Refused)]
    [InlineData(401, DeliveryStatus.ChannelDown)]
    [InlineData(403, DeliveryStatus.ChannelDown)]
    [InlineData(404, DeliveryStatus.ChannelDown)]
    [InlineData(410, DeliveryStatus.ChannelDown)]
    public async Task What_will_not_pass_is_tried_once(int status, DeliveryStatus expected)
    {
        await using var receiver = await StartAsync(Says(status));
        using var world = new World(receiver.Address);

        var report = await World.Send(world.Webhook);

        Assert.Single(receiver.Posts);
        Assert.Equal((expected, false), (report.Status, report.MayRetry));
    }

    [Fact]
    public async Task A_redirect_is_not_followed()
    {
        await using var elsewhere = await StartAsync(Says(200));
        await using var receiver = await StartAsync(Says(307, location: elsewhere.Address));
        using var world = new World(receiver.Address);

        var report = await World.Send(world.Webhook);

        Assert.Empty(elsewhere.Posts);
        Assert.Equal((DeliveryStatus.ChannelDown, false), (report.Status, report.MayRetry));
    }

    [Fact]
    public async Task A_receiver_that_says_nothing_is_given_up_in_time_and_tried_again()
    {
        await using var receiver = await StartAsync(Hangs, Says(200));
        using var world = new World(receiver.Address);

        var sending = World.Send(world.Webhook);
        await receiver.ArrivalAsync();
        world.Time.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal(DeliveryReport.Delivered, await sending);
        Assert.Equal(2, receiver.Posts.Count);
    }

    [Fact]
    public async Task A_slow_answer_within_the_time_is_waited_for()
    {
        var slow = new TaskCompletionSource();
        await using var receiver = await StartAsync(async context =>
        {
            await slow.Task;
            await Says(200)(context);
        });
        using var world = new World(receiver.Address);

        var sending = World.Send(world.Webhook);
        await receiver.ArrivalAsync();
        world.Time.Advance(TimeSpan.FromSeconds(29));
        slow.SetResult();

        Assert.Equal(DeliveryReport.Delivered, await sending);
        Assert.Single(receiver.Posts);
    }

    [Fact]
    public async Task A_connection_that_is_cut_in_the_middle_is_tried_again()
    {
        await using var receiver = await StartAsync(Cuts, Says(200, "ok"));
        using var world = new World(receiver.Address);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Channels.Slack("ops", World.Hook, allowPrivate: true)));
        Assert.Equal(2, receiver.Posts.Count);
    }

    [Theory]
    [InlineData("invalid_blocks", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":false,\"error\":\"invalid_blocks\"}", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":false,\"error\":\"ratelimited\"}", DeliveryStatus.Later, 3)]
    [InlineData("{\"ok\":false,\"error\":\"channel_is_archived\"}", DeliveryStatus.ChannelDown, 1)]
    [InlineData("", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":true}", DeliveryStatus.Delivered, 1)]
    public async Task A_success_of_Slack_that_is_not_ok_is_a_failure(string body, DeliveryStatus expected, int posts)
    {
        await using var receiver = await StartAsync(Says(200, body));
        using var world = new World(receiver.Address);

        var report = await World.Send(world.Channels.Slack("ops", World.Hook, allowPrivate: true));

        Assert.Equal((expected, posts), (report.Status, receiver.Posts.Count));
    }

    [Theory]
    [InlineData("Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId x", DeliveryStatus.Refused, 1)]
    [InlineData("Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x", DeliveryStatus.Later, 3)]
    [InlineData("{\"error\":{\"code\":\"WorkflowRunFailed\"}}", DeliveryStatus.Later, 3)]
    [InlineData("1", DeliveryStatus.Delivered, 1)]
    public async Task A_success_of_Teams_that_carries_an_error_is_a_failure(string body, DeliveryStatus expected, int posts)
    {
        await using var receiver = await StartAsync(Says(200, body));
        using var world = new World(receiver.Address);

        var report = await World.Send(world.Channels.Teams("ops", World.Hook, allowPrivate: true));

        Assert.Equal((expected, posts), (report.Status, receiver.Posts.Count));
    }

    [Fact]
    public async Task A_dead_receiver_rests_and_is_tried_again_after_a_while()
    {
        // Six failed attempts open the circuit: two messages of three attempts.
        await using var receiver = await StartAsync([.. Enumerable.Repeat(Says(500), 6), Says(200)]);
        using var world = new World(receiver.Address);
        var channel = world.Webhook;
        await World.Send(channel, Of("a"));
        await World.Send(channel, Of("b"));

        var resting = await World.Send(channel, Of("c"));
        Assert.Equal((DeliveryStatus.ChannelDown, true), (resting.Status, resting.MayRetry));
        Assert.Equal(6, receiver.Posts.Count);

        world.Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel, Of("c")));
    }

    [Fact]
    public async Task One_dead_channel_does_not_hold_up_another()
    {
        await using var dead = await StartAsync(Says(404));
        await using var alive = await StartAsync(Says(200, "ok"));
        using var world = new World(dead.Address);
        world.Set("OTHER", alive.Address);

        var report = await World.Send(world.Webhook);
        Assert.Equal(DeliveryStatus.ChannelDown, report.Status);
        var other = world.Channels.Slack("second", SecretReference.Parse("env:OTHER")!, allowPrivate: true);
        Assert.Equal(DeliveryReport.Delivered, await World.Send(other, Samples.Fired with { Title = "messages do not arrive", Text = report.Problem! }));
    }

    [Fact]
    public async Task A_webhook_without_a_key_to_sign_with_is_posted_to_unsigned()
    {
        await using var receiver = await StartAsync(Says(204));
        using var world = new World(receiver.Address);

        var report = await World.Send(world.Channels.Webhook("ops", World.Hook, signingKey: null, allowPrivate: true));

        Assert.Equal(DeliveryReport.Delivered, report);
        Assert.DoesNotContain("webhook-signature", receiver.Posts[0].Headers.Keys);
        Assert.Contains("\"specversion\":\"1.0\"", receiver.Posts[0].Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_console_gets_the_lines_that_were_reviewed()
    {
        using var world = new World();
        await using var output = new StringWriter();

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Channels.Console("console", output)));

        Assert.Equal(Advisor.Notifications.Console.ConsoleText.Render(Samples.Fired), output.ToString());
    }

    [Fact]
    public async Task A_log_gets_no_link_that_opens_something_and_says_so_where_an_answer_is_wanted()
    {
        using var world = new World();
        await using var output = new StringWriter();

        Assert.Equal(DeliveryReport.Delivered, await World.Send(world.Channels.Console("console", output, isLog: true)));

        Assert.DoesNotContain("advisor.example", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("https://portal.azure.com", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("Next: Waiting for approval. Its link opens the answer and is not written to a log", output.ToString(), StringComparison.Ordinal);
    }

    private static AlertMessage Of(string incident) => Samples.Fired with { DedupKey = incident, EventId = incident + "-1" };
}
