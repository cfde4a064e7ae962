using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable with receivers that fail in every way; <see cref="ChannelRun"/> says what happens when.</summary>
public sealed class ChannelFaultsTests(PublishedApp package, ChannelRunFixture fixture)
    : IClassFixture<PublishedApp>,
        IClassFixture<ChannelRunFixture>
{
    [Fact]
    [Fault("channel-refuses")]
    public async Task The_app_dead_letters_what_a_receiver_refuses_reports_it_and_sends_the_same_event_again_on_request()
    {
        var run = await StartAsync();

        // Refused at first and at two requests of a person; the third is after the receiver works again.
        AssertSent(run, "refuses", 4, 5, 6, 8);
        var dead = run.DeadLetters.Where(message => message.Delivery?.Target == "refuses").ToList();
        Assert.Equal(3, dead.Count);
        Assert.All(
            dead,
            message =>
                Assert.Equal(
                    ("refuses did not accept it in 1 attempt: refuses: the receiver answered 400 (no).", "dana"),
                    (message.Problem, message.ResentBy)
                )
        );
        Assert.Equal(
            3,
            run.Log.Count(line => line.EndsWith("was dead-lettered: refuses: the receiver answered 400 (no).", StringComparison.Ordinal))
        );
        Assert.EndsWith(
            "Last attempt: refuses: the receiver answered 400 (no).",
            Assert.Single(run.ListReports("refuses")),
            StringComparison.Ordinal
        );
        Assert.Equal((true, false), (run.Kept[89], run.Kept[91]));
    }

    [Fact]
    [Fault("channel-fails")]
    public async Task The_app_sends_the_same_event_later_to_a_receiver_that_fails_and_reports_it_by_the_other_channels_which_go_on()
    {
        var run = await StartAsync();

        // Three tries of each attempt; the last of the second is the sixth failure, which opens the circuit for a minute, so that the third
        // attempt is one try.
        AssertSent(run, "fails", 4, 4, 4, 5, 5, 5, 6, 8);
        Assert.Equal(["RetryLater", "RetryLater", "RetryLater", "Delivered"], run.ListDeliveries("fails"));
        Assert.EndsWith("the receiver answered 503 (busy).", Assert.Single(run.ListReports("fails")), StringComparison.Ordinal);
        Assert.Equal("""{"status":"degraded"}""", run.Health);

        // Whatever the other channels do, the working one has the message of each change in the minute of the change.
        Assert.All(ChannelRun.Teams, team => Assert.Equal(ChannelRun.Changed, run.FindSafe(team).At));
        Assert.Equal(ChannelRun.Teams.Count, run.Patches);
    }

    [Fact]
    [Fault("channel-throttles")]
    public async Task The_app_leaves_a_receiver_alone_for_the_pause_that_it_asks_for_and_sends_it_the_same_event_then()
    {
        var run = await StartAsync();

        // 180 s; its own wait would be 30.
        AssertSent(run, "throttles", 4, 7);
        AssertUnnoticed(run, "throttles", "RetryLater", "Delivered");
    }

    [Theory]
    [InlineData("hangs")]
    [InlineData("cut")]
    [Fault("channel-hangs")]
    [Fault("channel-cut")]
    public async Task The_app_gives_up_an_answer_that_does_not_come_or_breaks_off_and_sends_the_same_event_at_once(string channel)
    {
        var run = await StartAsync();

        AssertSent(run, channel, 4, 4);
        AssertUnnoticed(run, channel, "Delivered");
    }

    [Theory]
    [InlineData("slack", "Slack answered 200 with \"invalid_blocks\".")]
    [InlineData("teams", "Teams reported success with the text \"Webhook message delivery failed with error: HTTP error 413\".")]
    [Fault("channel-lies")]
    public async Task The_app_takes_a_success_that_carries_an_error_for_a_failure_and_keeps_the_message(string channel, string problem)
    {
        var run = await StartAsync();

        var dead = Assert.Single(run.DeadLetters, message => message.Delivery?.Target == channel);
        Assert.EndsWith(problem, dead.Problem, StringComparison.Ordinal);
        Assert.Single(run.Log, line => line.EndsWith($"was dead-lettered: {channel}: {problem}", StringComparison.Ordinal));

        // Sent again on request.
        var posts = run.ListPosts(channel);
        Assert.Equal([ChannelRun.Changed, ChannelRun.Changed.AddMinutes(4)], posts.Select(post => post.At));
        Assert.Equal(posts[0].Body, posts[1].Body);
        Assert.Equal(["DeadLettered", "Delivered"], run.ListDeliveries(channel));
    }

    [Theory]
    [InlineData("port", "nothing listens at the receiver's address; check host and port in env:PORT_URL.")]
    [InlineData("certificate", "the receiver's certificate is for another name; correct the address in env:CERTIFICATE_URL, or let ")]
    [InlineData("redirect", "the receiver answered 307; redirects are not followed: set the target of the redirect as the address.")]
    [Fault("channel-address")]
    public async Task The_app_says_in_the_other_channel_what_is_wrong_with_an_address_tries_again_and_sends_nothing_elsewhere(
        string channel,
        string cause
    )
    {
        var run = await StartAsync();

        Assert.Contains(cause, Assert.Single(run.ListReports(channel)), StringComparison.Ordinal);

        // At 12:04, 05, 06, 08 and 12.
        var open = Assert.Single(run.Open, item => item.Target == channel);
        Assert.Equal(5, open.Attempts);
        Assert.Contains(cause, open.LastError, StringComparison.Ordinal);
        Assert.Equal((0, 0), (run.Strays, run.ListPosts("elsewhere").Count));
    }

    [Fact]
    [Fault("channel-secret")]
    public async Task The_app_says_in_the_other_channel_why_a_secret_cannot_be_read_tries_again_and_writes_it_nowhere()
    {
        var run = await StartAsync();

        Assert.Contains(
            "secret: keyvault:https://planted.vault.azure.net/secrets/secret does not exist in the vault; put the secret there, or correct",
            Assert.Single(run.ListReports("secret")),
            StringComparison.Ordinal
        );

        // In the vault since 12:06; the receiver's first answer repeats it.
        AssertSent(run, "secret", 8, 12);
        Assert.Contains(run.Log, line => line.Contains("secret: the receiver answered 404 (there is no ", StringComparison.Ordinal));
        Assert.Empty(run.Log.SelectMany(run.FindLeaks));
    }

    [Fact]
    [Fault("channel-removed")]
    public async Task The_app_dead_letters_and_reports_what_waits_for_a_channel_that_is_no_longer_configured()
    {
        var run = await StartAsync();

        // Removed after 12:08; due at 12:12.
        AssertSent(run, "removed", 4, 5, 6, 8);
        var dead = Assert.Single(run.DeadLetters, message => message.Delivery?.Target == "removed");
        Assert.Equal("removed did not accept it in 5 attempts: Channel removed is no longer configured.", dead.Problem);
        Assert.Contains(run.FindSafe("removed").EventId!, dead.Text, StringComparison.Ordinal);
        Assert.Single(
            run.Log,
            line => line.EndsWith("was dead-lettered: Channel removed is no longer configured.", StringComparison.Ordinal)
        );
        Assert.DoesNotContain(run.Open, item => item.Target == "removed");
    }

    private Task<ChannelRun> StartAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only there does a variable name the certificates that are trusted");
        return fixture.GetAsync(package.Folder);
    }

    /// <summary>One event, the same as in the working channel, at these minutes after 12:00.</summary>
    private static void AssertSent(ChannelRun run, string channel, params int[] minutes)
    {
        var posts = run.ListPosts(channel);
        Assert.Equal(minutes, posts.Select(post => (int)(post.At - Crashes.Installation.Start).TotalMinutes));
        Assert.Equal([run.FindSafe(channel).EventId], posts.Select(post => post.EventId).Distinct());
    }

    /// <summary>No report, no dead letter, no line of a higher level; a message has these ends and is done.</summary>
    private static void AssertUnnoticed(ChannelRun run, string channel, params string[] deliveries)
    {
        Assert.Equal(deliveries, run.ListDeliveries(channel));
        Assert.Empty(run.ListReports(channel));
        Assert.DoesNotContain(run.DeadLetters, message => message.Delivery?.Target == channel);
        Assert.DoesNotContain(run.Open, item => item.Target == channel);
        Assert.DoesNotContain(
            run.Log,
            line => !line.StartsWith("[Information]", StringComparison.Ordinal) && line.Contains($" {channel}", StringComparison.Ordinal)
        );
    }
}
