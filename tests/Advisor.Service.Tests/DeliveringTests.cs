using System.Net;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests;

/// <summary>From the outbox to a channel.</summary>
public sealed class DeliveringTests
{
    private static readonly Notification Notice = new()
    {
        Kind = "changed",
        Severity = "info",
        Title = "chat: 1 to 3",
        Text = "In effect.\nReally.",
        At = ServiceWorld.Start,
        DedupKey = "changed/1",
    };

    private readonly ServiceWorld world = new();

    [Fact]
    public async Task What_a_receiver_could_not_take_comes_again_later_with_the_same_dedup_key()
    {
        var (deliver, key, state) = await EnqueuedAsync();
        world.Channel.Answers.Enqueue(DeliveryResult.Later("busy"));

        Assert.Equal(DeliveryState.Later, (await deliver.RunAsync(key, world.Clock.GetUtcNow(), CancellationToken.None)).State);
        Assert.Equal(DeliveryState.NothingToDo, (await deliver.RunAsync(key, world.Clock.GetUtcNow().AddSeconds(29), CancellationToken.None)).State);
        Assert.Equal(DeliveryState.Delivered, (await deliver.RunAsync(key, world.Clock.GetUtcNow().AddSeconds(30), CancellationToken.None)).State);
        Assert.Equal(DeliveryState.NothingToDo, (await deliver.RunAsync(key, world.Clock.GetUtcNow().AddHours(1), CancellationToken.None)).State);
        Assert.Equal(["changed/1", "changed/1"], world.Channel.Sent.Select(n => n.DedupKey));
        Assert.Empty(await state.Outbox.ListOpenAsync(10, CancellationToken.None));
    }

    [Fact]
    public async Task What_no_retry_cures_is_parked_and_said()
    {
        var (deliver, key, state) = await EnqueuedAsync();
        world.Channel.Answers.Enqueue(DeliveryResult.Never("wrong address"));
        Assert.Equal(new DeliveryOutcome(DeliveryState.Parked, "wrong address"), await deliver.RunAsync(key, world.Clock.GetUtcNow(), CancellationToken.None));
        Assert.Equal("parked", (await state.Outbox.FindMarkAsync(key.Scope, key.CreatedAt, key.Id, CancellationToken.None))!.Outcome);
    }

    [Fact]
    public async Task After_ten_attempts_it_is_given_up()
    {
        var (deliver, key, _) = await EnqueuedAsync();
        var states = new List<DeliveryState>();
        for (var attempt = 1; attempt <= 10; attempt++)
        {
            world.Channel.Answers.Enqueue(DeliveryResult.Later("down"));
            states.Add((await deliver.RunAsync(key, world.Clock.GetUtcNow().AddHours(attempt * 2), CancellationToken.None)).State);
        }

        Assert.Equal([.. Enumerable.Repeat(DeliveryState.Later, 9), DeliveryState.Parked], states);
    }

    [Theory]
    [InlineData(HttpStatusCode.OK, true, false)]
    [InlineData(HttpStatusCode.Accepted, true, false)]
    [InlineData(HttpStatusCode.TooManyRequests, false, true)]
    [InlineData(HttpStatusCode.ServiceUnavailable, false, true)]
    [InlineData(HttpStatusCode.NotFound, false, false)]
    public async Task A_webhook_gets_JSON_with_the_dedup_key_and_its_answer_says_whether_to_retry(HttpStatusCode status, bool delivered, bool mayRetry)
    {
        using var receiver = new Receiver(status);
        using var http = new HttpClient(receiver);
        var result = await new WebhookChannel(http, new Uri("https://hooks.example.com/secret-token")).SendAsync(Notice, CancellationToken.None);

        Assert.Equal((delivered, mayRetry), (result.Delivered, result.MayRetry));
        Assert.DoesNotContain("secret-token", result.Problem ?? "", StringComparison.Ordinal);
        Assert.Contains("\"dedupKey\":\"changed/1\"", receiver.Body, StringComparison.Ordinal);
        Assert.Equal(64, receiver.Key!.Length);
    }

    [Fact]
    public async Task The_console_gets_one_line_without_control_characters()
    {
        await using var output = new StringWriter { NewLine = "\n" };
        await new ConsoleChannel(output).SendAsync(Notice with { Title = "\u001b[31mchat" }, CancellationToken.None);
        Assert.Equal("2026-01-05 08:00Z  info      [31mchat. In effect. Really.\n", output.ToString());
    }

    private async Task<(Deliver Deliver, OutboxKey Key, AdvisorState State)> EnqueuedAsync()
    {
        var parts = await world.PartsAsync();
        var item = new OutboxItem
        {
            Scope = OutboxItem.FleetScope,
            Id = "changed-1",
            CreatedAt = Notice.At,
            Kind = OutboxKind.Notification,
            DedupKey = Notice.DedupKey,
            Payload = Notice.ToJson(),
        };
        Assert.True(await parts.State.Outbox.EnqueueAsync(item, CancellationToken.None));
        return (new Deliver(parts, world.Channel), OutboxKey.Of(item), parts.State);
    }

    private sealed class Receiver(HttpStatusCode status) : HttpMessageHandler
    {
        public string Body { get; private set; } = "";

        public string? Key { get; private set; }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Body = await request.Content!.ReadAsStringAsync(cancellationToken);
            Key = request.Headers.GetValues("Idempotency-Key").Single();
            return new HttpResponseMessage(status);
        }
    }
}
