using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Notifications.Delivery;

/// <summary>What becomes of a dead-lettered message that a person sends again.</summary>
public sealed class DeadLetterResendTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly OutboxItem Item = new()
    {
        Scope = "/r/chat",
        Id = "change",
        CreatedAt = Start,
        Kind = OutboxKind.Change,
        DedupKey = "key",
        Payload = "{}",
        NextAttemptAt = Start.AddDays(1),
    };

    [Fact]
    public async Task A_queue_message_makes_its_row_due_and_a_second_request_changes_nothing()
    {
        var state = await OpenAsync();
        await state.Outbox.EnqueueAsync(Item, Cancel);
        var id = await AddAsync(state, OutboxKey.FromItem(Item).ToJson());

        Assert.Equal((ResendState.Resent, "dana"), await ResendAsync(state, id, "dana"));
        Assert.Null((await FindAsync(state))!.NextAttemptAt);
        Assert.Equal((ResendState.Resent, "dana"), await ResendAsync(state, id, "mia"));
    }

    [Fact]
    public async Task A_queue_message_whose_row_is_done_is_not_sent_again()
    {
        var state = await OpenAsync();
        await state.Outbox.EnqueueAsync(Item, Cancel);
        var id = await AddAsync(state, OutboxKey.FromItem(Item).ToJson());
        await state.Outbox.CompleteAsync((await FindAsync(state))!, Cancel);

        Assert.Equal((ResendState.AlreadyDone, null), await ResendAsync(state, id, "dana"));
    }

    [Theory]
    [InlineData("no JSON", 0)]
    [InlineData("", 100_000)]
    public async Task A_message_that_cannot_be_read_or_is_not_whole_is_not_sent_again(string text, int padding)
    {
        var state = await OpenAsync();
        var id = await AddAsync(
            state,
            text + new string(' ', padding),
            padding == 0 ? null : new DeadLetterDelivery("room/chat", "e1", "room", "key")
        );

        Assert.Equal((ResendState.Unreadable, null), await ResendAsync(state, id, "dana"));
    }

    [Fact]
    public async Task A_notification_is_sent_again_once_by_the_first_who_asks()
    {
        var state = await OpenAsync();
        var id = await AddAsync(state, "{}", new DeadLetterDelivery("room/chat", "e1", "room", "key"));

        Assert.Equal((ResendState.Resent, "dana"), await ResendAsync(state, id, "dana"));
        Assert.Equal((ResendState.Resent, "dana"), await ResendAsync(state, id, "mia", minute: 1));
        Assert.Equal(Start, Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).CreatedAt);
    }

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    private static Task<AdvisorState> OpenAsync() => AdvisorState.OpenAsync(new MemoryStateStore(), 1, Start, Cancel);

    private static Task<OutboxItem?> FindAsync(AdvisorState state) => state.Outbox.FindOpenAsync(OutboxKey.FromItem(Item), Cancel);

    private static Task<string> AddAsync(AdvisorState state, string text, DeadLetterDelivery? delivery = null) =>
        state.DeadLetters.AddAsync(
            new DeadLetter
            {
                Queue = "apply",
                MessageId = "1",
                At = Start,
                Problem = "It failed.",
                Text = text,
                Delivery = delivery,
            },
            Cancel
        );

    private static async Task<(ResendState, string?)> ResendAsync(AdvisorState state, string id, string by, int minute = 0)
    {
        var result = await new DeadLetterResend(state).RunAsync(id, by, Start.AddMinutes(minute), Cancel);
        return (result.State, result.Message?.ResentBy);
    }
}
