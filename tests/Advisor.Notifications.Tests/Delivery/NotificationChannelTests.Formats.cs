using System.Text;
using Advisor.Notifications.PagerDuty;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Notifications.Webhook;
using Advisor.Service.Notify;
using static Advisor.Notifications.Tests.Delivery.Receiver;

namespace Advisor.Notifications.Tests.Delivery;

public sealed partial class NotificationChannelTests
{
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

        Assert.Equal(Advisor.Notifications.Console.ConsoleText.Render(SampleMessages.Fired), output.ToString());
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
}
