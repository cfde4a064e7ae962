using Advisor.Core.Rules;
using Advisor.Functions.Invocations;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Functions.Triggers;

/// <summary>
/// Dead-letters messages that cannot be processed: stored unchanged in the state, reported by a notification and logged as errors, so that
/// they are neither lost nor retried forever. While the state is not available, they are logged and kept in the queue
/// <c>advisor-dead-letter</c>, for the queue's retention of seven days.
/// </summary>
internal sealed class DeadLetterQueue(FunctionHost functionHost, ILogger<DeadLetterQueue> logger)
{
    private const int MaxTextLength = 1000;

    /// <summary>Stores a message that a queue function cannot read.</summary>
    public async Task<InvocationResponse> AddAsync(string queue, Invocation invocation, string problem, CancellationToken cancellation)
    {
        var message = new DeadLetter
        {
            Queue = queue,
            MessageId = invocation.MessageId ?? invocation.Id,
            At = invocation.InsertedAt ?? functionHost.Now,
            Problem = problem,
            Text = invocation.ReadText(Bindings.Message) ?? "",
        };
        var title = $"A message of {queue} was dead-lettered";
        try
        {
            var state = await functionHost.GetStateAsync(cancellation);
            var id = await state.DeadLetters.AddAsync(message, cancellation);
            var notice = CreateNotice(
                message,
                title,
                $"GET /api/dead-letters/{id} shows the full message for {RetentionPolicy.Default.DeadLetters.TotalDays:0} days."
            );
            logger.LogError("{Title}: {Text}", title, notice.Text);
            var item = notice.ToItem();
            await state.Outbox.EnqueueAsync(item, cancellation);
            return InvocationResponse.WithLog(title).AddMessages([OutboxKey.FromItem(item)]);
        }
        catch (StateStoreException e)
        {
            logger.LogError(
                "{Title}: {Text}",
                title,
                CreateNotice(message, title, "The queue advisor-dead-letter keeps it for 7 days.").Text
            );
            logger.LogCritical("{Title}, and no notification could be sent: {Problem}", title, FunctionRoutes.ToOneLine(e.Message));
            return InvocationResponse.WithLog(title).AddMessages(Bindings.DeadLetter, [message.Text]);
        }
    }

    private static Notification CreateNotice(DeadLetter message, string title, string where) =>
        NoticeItems.Create(
            "messageDeadLettered",
            AlertSeverity.Error,
            $"messageDeadLettered/{message.Queue}/{message.MessageId}",
            message.At,
            title,
            $"{message.Problem} {where} Message: "
                + $"{FunctionRoutes.ToOneLine(message.Text.Length > MaxTextLength ? message.Text[..MaxTextLength] : message.Text)}"
        );
}
