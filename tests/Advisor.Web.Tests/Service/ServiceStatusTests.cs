using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Service;

/// <summary>Advisor itself, and its dead-letter queue.</summary>
public sealed class ServiceStatusTests
{
    private static readonly DateTimeOffset At = new(2026, 1, 5, 7, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task The_last_tick_the_totals_the_outbox_and_the_dead_letters_are_shown()
    {
        await using var world = await ApiWorld.StartAsync();
        Assert.Null((await GetAsync(world))["lastTick"]);
        world.Service.Azure.Add("chat", 1, _ => 500);
        await world.Service.RunAsync(3);
        var state = await world.Service.OpenStateAsync();
        await state.DeadLetters.AddAsync(CreateDeadLetter("m1") with { Text = new string('x', 5000) }, CancellationToken.None);
        await state.Outbox.EnqueueAsync(CreateItem(), CancellationToken.None);

        var status = await GetAsync(world);

        Assert.Equal(
            (60, 1, 1, 0),
            (
                (int)status["interval"]!,
                (int)status["lastTick"]!["batches"]!,
                (int)status["lastTick"]!["resources"]!,
                (int)status["lastTick"]!["failures"]!
            )
        );
        Assert.True((double)status["lastTick"]!["duration"]! >= 0);
        Assert.Equal((3, 3), ((int)status["totals"]!["ticks"]!, (int)status["totals"]!["evaluations"]!));
        Assert.Equal((1, "2026-01-05T07:00:00+00:00"), ((int)status["outbox"]!["deliveries"]!, (string)status["outbox"]!["oldestAt"]!));
        var letter = status["deadLetters"]![0]!;
        Assert.Equal((4000, 5000), (((string)letter["text"]!).Length, (int)letter["length"]!));
        Assert.Equal("no-store", (await world.SendAsync(HttpMethod.Get, "/api/service", null, null, null)).Headers["Cache-Control"]);
    }

    [Fact]
    public async Task A_message_that_is_retried_is_listed_with_its_last_error_and_both_times()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        await (await world.Service.OpenStateAsync()).Outbox.EnqueueAsync(CreateItem(), CancellationToken.None);
        world.Service.Channel.Answers.Enqueue(DeliveryResult.RetryLater("503: <b>overloaded</b>"));
        var at = world.Now;
        await world.Service.RunAsync(1);

        var message = Assert.Single((await GetAsync(world))["openMessages"]!.AsArray())!;

        // The first retry follows after 30 s.
        Assert.Equal(
            ("delivery", "console", 1, "503: <b>overloaded</b>"),
            ((string)message["kind"]!, (string)message["channel"]!, (int)message["attempts"]!, (string)message["lastError"]!)
        );
        Assert.Equal((at, at.AddSeconds(30)), ((DateTimeOffset)message["lastAttemptAt"]!, (DateTimeOffset)message["nextAttemptAt"]!));
        var page = await world.SendAsync(HttpMethod.Get, "/service", null, null, null);
        Assert.Matches(
            "(?s)<h2>Outbox</h2>.*Notification to console</span>.*1 attempt, last .*08:00.*, next .*08:00"
                + ".*503: &lt;b&gt;overloaded&lt;/b&gt;.*<section class=\"card\" id=\"dead-letters\"",
            page.Flat
        );
    }

    [Fact]
    public async Task A_notification_that_was_given_up_is_sent_again_once_however_often_it_is_asked_for()
    {
        await using var world = await ApiWorld.StartAsync();
        var state = await world.Service.OpenStateAsync();
        await state.Outbox.EnqueueAsync(CreateItem(), CancellationToken.None);
        world.Service.Channel.Answers.Enqueue(DeliveryResult.Refused("gone"));
        await world.Service.RunAsync(1);
        var id = (string)(await GetAsync(world))["deadLetters"]![0]!["id"]!;
        var sent = world.Service.Channel.Sent.Count;

        var first = await PostAsync(world, id, """{"by":"dana"}""");
        var again = await PostAsync(world, id, """{"by":"mia"}""");
        await world.Service.RunAsync(3);
        var late = await PostAsync(world, id, """{"by":"mia"}""");
        await world.Service.RunAsync(3);

        Assert.All((Answer[])[first, again, late], answer => Assert.Equal((HttpStatusCode.OK, first.Body), (answer.Status, answer.Body)));
        Assert.Equal("dana", (string)JsonNode.Parse(first.Body)!["resentBy"]!);
        Assert.Equal(sent + 1, world.Service.Channel.Sent.Count);
        Assert.Equal("event", world.Service.Channel.Sent[^1].EventId);
    }

    // The page has the newest 50 of the queue; one that a person has sent again stays in it.
    [Theory]
    [InlineData(1, 0, "<dd class=\"warning\">1</dd><dd class=\"tile-detail\">could not be processed</dd>")]
    [InlineData(1, 1, "<dd class=\"good\">0</dd><dd class=\"tile-detail\">none</dd>")]
    [InlineData(51, 1, "<dd class=\"warning\">49&#x2B;</dd><dd class=\"tile-detail\">could not be processed</dd>")]
    [InlineData(51, 50, "<dd>0</dd><dd class=\"tile-detail\">of the newest 50</dd>")]
    public async Task The_page_counts_the_dead_letters_that_nobody_has_sent_again(int all, int resent, string tile)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        var letters = (await world.Service.OpenStateAsync()).DeadLetters;
        for (var i = 0; i < all; i++)
        {
            var letter = CreateDeadLetter($"m{i}") with { At = At.AddMinutes(-i) };
            var id = await letters.AddAsync(letter, CancellationToken.None);
            if (i < resent)
            {
                await letters.MarkResentAsync(id, "dana", At, CancellationToken.None);
            }
        }

        var page = await world.SendAsync(HttpMethod.Get, "/service", null, null, null);

        Assert.Contains("<dt>Dead letters</dt>" + tile, page.Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_queue_message_whose_row_is_still_open_becomes_due_and_one_that_is_done_or_no_message_is_refused()
    {
        await using var world = await ApiWorld.StartAsync();
        var state = await world.Service.OpenStateAsync();
        var item = CreateItem() with { NextAttemptAt = world.Now.AddHours(5) };
        await state.Outbox.EnqueueAsync(item, CancellationToken.None);
        var key = Advisor.Service.Notifications.Delivery.OutboxKey.FromItem(item);
        var open = await state.DeadLetters.AddAsync(CreateDeadLetter("m1") with { Text = key.ToJson() }, CancellationToken.None);
        var done = await state.DeadLetters.AddAsync(
            CreateDeadLetter("m2") with
            {
                Text = (key with { Id = "other" }).ToJson(),
            },
            CancellationToken.None
        );
        var broken = await state.DeadLetters.AddAsync(CreateDeadLetter("m3") with { Text = "<script>" }, CancellationToken.None);

        Assert.Equal(HttpStatusCode.OK, (await PostAsync(world, open, """{"by":"dana"}""")).Status);
        Assert.Equal((HttpStatusCode.Conflict, "AlreadyDone"), ReadCode(await PostAsync(world, done, """{"by":"dana"}""")));
        Assert.Equal((HttpStatusCode.Conflict, "Unreadable"), ReadCode(await PostAsync(world, broken, """{"by":"dana"}""")));
        await world.Service.RunAsync(1);

        Assert.Equal("event", Assert.Single(world.Service.Channel.Sent).EventId);
    }

    [Theory]
    [InlineData("none", """{"by":"dana"}""", HttpStatusCode.NotFound)]
    [InlineData("a%2Fb", """{"by":"dana"}""", HttpStatusCode.NotFound)]
    [InlineData("none", "{}", HttpStatusCode.BadRequest)]
    [InlineData("none", """{"by":" "}""", HttpStatusCode.BadRequest)]
    [InlineData("none", "[]", HttpStatusCode.BadRequest)]
    [InlineData("none", "{", HttpStatusCode.BadRequest)]
    public async Task What_cannot_be_sent_again_is_refused(string id, string body, HttpStatusCode status)
    {
        await using var world = await ApiWorld.StartAsync();

        Assert.Equal(status, (await PostAsync(world, id, body)).Status);
    }

    [Fact]
    public async Task Where_sign_in_is_on_only_a_person_who_has_signed_in_sends_again_and_a_form_of_another_site_never()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Require);
        var id = await (await world.Service.OpenStateAsync()).DeadLetters.AddAsync(CreateDeadLetter("m1"), CancellationToken.None);

        Assert.Equal((HttpStatusCode.Unauthorized, "SignInFirst"), ReadCode(await PostAsync(world, id, """{"by":"dana"}""")));

        using var form = new FormUrlEncodedContent([KeyValuePair.Create("by", "dana")]);
        var answer = await world.SendAsync(HttpMethod.Post, $"/api/dead-letters/{id}/resend", form, "cross-site", "mia@example.com");
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, answer.Status);
    }

    private static DeadLetter CreateDeadLetter(string id) =>
        new()
        {
            Queue = "advisor-deliver",
            MessageId = id,
            At = At,
            Problem = "It failed five times.",
            Text = "{}",
        };

    private static OutboxItem CreateItem()
    {
        var message = new Notification
        {
            EventId = "event",
            DedupKey = "key",
            Title = "Title",
            Kind = AlertEventKind.Fired,
            Severity = AlertSeverity.Warning,
            Since = At,
            Text = "Text.",
            At = At,
        };
        return DeliveryItems.CreateItem("console", "order", message, At);
    }

    private static async Task<JsonNode> GetAsync(ApiWorld world)
    {
        var answer = await world.SendAsync(HttpMethod.Get, "/api/service", null, null, null);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return JsonNode.Parse(answer.Body)!;
    }

    private static async Task<Answer> PostAsync(ApiWorld world, string id, string body)
    {
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        return await world.SendAsync(HttpMethod.Post, $"/api/dead-letters/{id}/resend", content, null, null);
    }

    private static (HttpStatusCode, string) ReadCode(Answer answer) => (answer.Status, (string)JsonNode.Parse(answer.Body)!["code"]!);
}
