using System.Text;
using Advisor.Configuration.Routing;
using Advisor.Core.Text;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels.PagerDuty;
using Advisor.Service.Notifications.Channels.Slack;
using Advisor.Service.Notifications.Channels.Teams;
using Advisor.Service.Notifications.Channels.Webhook;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;
using static Advisor.Service.Tests.Notifications.Channels.Receiver;

namespace Advisor.Service.Tests.Notifications.Channels;

public sealed class NotificationChannelTests
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
    [Fault("channel-refuses")]
    public async Task What_will_not_pass_is_tried_once(int status, DeliveryStatus expected)
    {
        await using var receiver = await StartAsync(RespondWith(status));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Single(receiver.Posts);
        Assert.Equal(expected, report.Status);
    }

    [Fact]
    [Fault("channel-address")]
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
    [Fault("channel-cut")]
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

    [Theory]
    [InlineData("webhook")]
    [InlineData("commonAlert")]
    [InlineData("alertmanager")]
    [InlineData("eventGrid")]
    public async Task A_receiver_whose_status_says_that_it_has_the_message_gets_it_once_whatever_becomes_of_its_answer(string type)
    {
        await using var receiver = await StartAsync(EndEarlyAsync);
        using var channelFixture = new ChannelFixture(receiver.Address);
        var (channels, address) = (channelFixture.Channels, new Uri(receiver.Address));
        var channel = type switch
        {
            "webhook" => channelFixture.Webhook,
            "commonAlert" => channels.CreateCommonAlert("ops", ChannelFixture.Hook, allowPrivate: true),
            "alertmanager" => channels.CreateAlertmanager("ops", address, allowPrivate: true),
            _ => channels.CreateEventGrid("ops", address, ChannelFixture.Key, allowPrivate: true),
        };

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
        Assert.Single(receiver.Posts);
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
    [InlineData("is_archived", DeliveryStatus.ChannelUnhealthy, 1)]
    [InlineData("no_service", DeliveryStatus.ChannelUnhealthy, 1)]
    [InlineData("token_revoked", DeliveryStatus.ChannelUnhealthy, 1)]
    [InlineData("invalid_auth", DeliveryStatus.ChannelUnhealthy, 1)]
    [InlineData("internal_error", DeliveryStatus.RetryLater, 3)]
    [InlineData("", DeliveryStatus.Refused, 1)]
    [InlineData("{\"ok\":true}", DeliveryStatus.Delivered, 1)]
    [Fault("channel-lies")]
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
    [Fault("channel-lies")]
    public async Task A_success_of_Teams_that_carries_an_error_is_a_failure(string body, DeliveryStatus expected, int posts)
    {
        await using var receiver = await StartAsync(RespondWith(200, body));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Channels.CreateTeams("ops", ChannelFixture.Hook, allowPrivate: true));

        Assert.Equal((expected, posts), (report.Status, receiver.Posts.Count));
    }

    [Fact]
    [Fault("channel-fails")]
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

    [Fact]
    public async Task Teams_gets_the_card_that_was_reviewed()
    {
        await using var receiver = await StartAsync(RespondWith(202));
        using var channelFixture = new ChannelFixture(receiver.Address);

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(channelFixture.Channels.CreateTeams("ops", ChannelFixture.Hook, allowPrivate: true))
        );

        var post = Assert.Single(receiver.Posts);
        Assert.Equal(("POST", "/hooks/T0P-S3CRET-path/run?sig=T0P-S3CRET-sig"), (post.Method, post.Target));
        Assert.Equal("application/json; charset=utf-8", post.Headers["Content-Type"]);
        Assert.Equal(Encoding.UTF8.GetString(TeamsCard.Render(SampleMessages.Fired)), post.Body);
    }

    [Fact]
    public async Task Slack_gets_the_blocks_that_were_reviewed()
    {
        await using var receiver = await StartAsync(RespondWith(200, "ok"));
        using var channelFixture = new ChannelFixture(receiver.Address);

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(channelFixture.Channels.CreateSlack("ops", ChannelFixture.Hook, allowPrivate: true))
        );

        Assert.Equal(Encoding.UTF8.GetString(SlackBlocks.Render(SampleMessages.Fired)), Assert.Single(receiver.Posts).Body);
    }

    [Fact]
    public async Task PagerDuty_gets_a_trigger_and_a_resolve_with_one_key()
    {
        await using var receiver = await StartAsync(RespondWith(202, "{\"status\":\"success\"}"));
        using var channelFixture = new ChannelFixture();
        var channel = channelFixture.Channels.CreatePagerDuty(
            "ops",
            ChannelFixture.Key,
            new Uri($"http://127.0.0.1:{receiver.Port}/v2/enqueue"),
            allowPrivate: true
        );

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel, SampleMessages.All["resolved"]));

        Assert.Equal(Encoding.UTF8.GetString(PagerDutyEvent.Render(SampleMessages.Fired, "T0P-S3CRET-key")), receiver.Posts[0].Body);
        Assert.Equal(
            Encoding.UTF8.GetString(PagerDutyEvent.Render(SampleMessages.All["resolved"], "T0P-S3CRET-key")),
            receiver.Posts[1].Body
        );
    }

    [Fact]
    public async Task A_webhook_gets_an_event_that_it_can_verify()
    {
        await using var receiver = await StartAsync(RespondWith(204));
        using var channelFixture = new ChannelFixture(receiver.Address);

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channelFixture.Webhook));

        var post = Assert.Single(receiver.Posts);
        Assert.Equal("application/cloudevents+json; charset=utf-8", post.Headers["Content-Type"]);
        Assert.Equal(Encoding.UTF8.GetString(CloudEvent.Render(SampleMessages.Fired)), post.Body);
        foreach (
            var (name, value) in WebhookSignature.CreateHeaders(
                "T0P-S3CRET-key",
                "e-1",
                channelFixture.Time.GetUtcNow(),
                Encoding.UTF8.GetBytes(post.Body)
            )
        )
        {
            Assert.Equal(value, post.Headers[name]);
        }
    }

    // Firewalls before a receiver take a request without a name for one of a bot, and answer 403.
    [Fact]
    public async Task A_receiver_is_told_which_program_posts()
    {
        await using var receiver = await StartAsync(RespondWith(200));
        using var channelFixture = new ChannelFixture(receiver.Address);

        await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal($"Advisor/{ProgramVersion.Text}", Assert.Single(receiver.Posts).Headers.GetValueOrDefault("User-Agent"));
    }

    [Fact]
    public async Task A_webhook_without_a_key_to_sign_with_is_posted_to_unsigned()
    {
        await using var receiver = await StartAsync(RespondWith(204));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateWebhook("ops", ChannelFixture.Hook, signingKey: null, allowPrivate: true)
        );

        Assert.Equal(DeliveryResult.Delivered, report);
        Assert.DoesNotContain("webhook-signature", receiver.Posts[0].Headers.Keys);
        Assert.Contains("\"specversion\":\"1.0\"", receiver.Posts[0].Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_console_gets_the_lines_that_were_reviewed()
    {
        using var channelFixture = new ChannelFixture();
        await using var output = new StringWriter();

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channelFixture.Channels.CreateConsole("console", output)));

        Assert.Equal(Advisor.Service.Notifications.Channels.Console.ConsoleText.Render(SampleMessages.Fired), output.ToString());
    }

    [Fact]
    public async Task A_log_gets_no_link_that_opens_something_and_says_so_where_an_answer_is_wanted()
    {
        using var channelFixture = new ChannelFixture();
        await using var output = new StringWriter();

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(channelFixture.Channels.CreateConsole("console", output, isLog: true))
        );

        Assert.DoesNotContain("advisor.example", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("https://portal.azure.com", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("Next: Waiting for approval. The link is not written to a log", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    [Fault("channel-throttles")]
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
    [Fault("channel-throttles")]
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
        Assert.Equal((false, true), (first.IsUntried, early.IsUntried));
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
    [Fault("channel-hangs")]
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
        await using var receiver = await StartAsync([.. Enumerable.Repeat(RespondWith(500, "oops"), 6), RespondWith(200)]);
        using var channelFixture = new ChannelFixture(receiver.Address);
        var channel = channelFixture.Webhook;
        await ChannelFixture.Send(channel, CreateMessage("a"));
        await ChannelFixture.Send(channel, CreateMessage("b"));

        var resting = await ChannelFixture.Send(channel, CreateMessage("c"));
        Assert.Equal(
            (DeliveryStatus.ChannelUnhealthy, "ops: not tried for a moment after repeated failures: the receiver answered 500 (oops)."),
            (resting.Status, resting.Problem)
        );
        Assert.Equal(6, receiver.Posts.Count);
        Assert.Equal((true, TimeSpan.FromMinutes(1)), (resting.IsUntried, resting.RetryAfter));

        channelFixture.Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel, CreateMessage("c")));
    }

    [Fact]
    [Fault("process-clock")]
    public async Task A_receiver_that_failed_while_the_clock_was_ahead_is_tried_again_when_the_clock_is_set_back()
    {
        await using var receiver = await StartAsync([.. Enumerable.Repeat(RespondWith(500, "oops"), 6), RespondWith(200)]);
        using var channelFixture = new ChannelFixture(receiver.Address);
        var channel = channelFixture.Webhook;
        await ChannelFixture.Send(channel, CreateMessage("a"));
        await ChannelFixture.Send(channel, CreateMessage("b"));

        channelFixture.Time.Advance(TimeSpan.FromHours(-9));
        Assert.True((await ChannelFixture.Send(channel, CreateMessage("c"))).IsUntried);

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
