using Advisor.Functions.Invocations;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Functions.Triggers;

/// <summary>
/// Messages that cannot be worked on: kept in the state word by word, told to people through the outbox and written to the log as errors, so that nothing is
/// lost and nothing is tried for ever. Where the state cannot be reached, the log has them and the queue <c>advisor-parked</c> keeps them, for the seven days
/// after which queues forget.
/// </summary>
internal sealed class Parking(Service service, ILogger<Parking> logger)
{
    private const int MostShown = 1000;

    /// <summary>Parks what a queue's function cannot read.</summary>
    public async Task<InvocationAnswer> ParkAsync(string queue, Invocation invocation, string problem, CancellationToken cancellation)
    {
        var message = new ParkedMessage
        {
            Queue = queue,
            MessageId = invocation.MessageId ?? invocation.Id,
            At = invocation.InsertedAt ?? service.Now,
            Problem = problem,
            Text = invocation.Text(Bindings.Message) ?? "",
        };
        var title = $"A message of {queue} was parked";
        try
        {
            var state = await service.StateAsync(cancellation);
            var id = await state.Parked.AddAsync(message, cancellation);
            var notification = NotificationOf(message, title, $"GET /api/parked/{id} shows all of it for {RetentionPolicy.Default.Parked.TotalDays:0} days.");
            logger.LogError("{Title}: {Text}", title, notification.Text);
            var item = ItemOf(notification);
            await state.Outbox.EnqueueAsync(item, cancellation);
            return InvocationAnswer.Said(title).Sending([OutboxKey.Of(item)]);
        }
        catch (StateStoreException e)
        {
            logger.LogError("{Title}: {Text}", title, NotificationOf(message, title, "The queue advisor-parked keeps it for 7 days.").Text);
            logger.LogCritical("{Title}, and nobody could be told: {Problem}", title, FunctionRoutes.OneLine(e.Message));
            return InvocationAnswer.Said(title).Sending(Bindings.Parked, [message.Text]);
        }
    }

    private static Notification NotificationOf(ParkedMessage message, string title, string where) => new()
    {
        Kind = "messageParked",
        Severity = "error",
        Title = title,
        Text = $"{message.Problem} {where} Message: {FunctionRoutes.OneLine(message.Text.Length > MostShown ? message.Text[..MostShown] : message.Text)}",
        At = message.At,
        DedupKey = $"messageParked/{message.Queue}/{message.MessageId}",
    };

    private static OutboxItem ItemOf(Notification notification) => new()
    {
        Scope = OutboxItem.FleetScope,
        Id = notification.DedupKey,
        CreatedAt = notification.At,
        Kind = OutboxKind.Notification,
        DedupKey = notification.DedupKey,
        Payload = notification.ToJson(),
    };
}
