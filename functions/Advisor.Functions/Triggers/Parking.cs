using Advisor.Functions.Invocations;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Functions.Triggers;

/// <summary>
/// Messages that cannot be worked on: told to people through the outbox, written to the log as errors, and kept on the queue <c>advisor-parked</c>, so that
/// nothing is lost and nothing is tried for ever. Where the state cannot be reached, the log and the queue still have them.
/// </summary>
internal sealed class Parking(Service service, ILogger<Parking> logger)
{
    private const int MostShown = 1000;

    /// <summary>Parks what a queue's function cannot read.</summary>
    public async Task<InvocationAnswer> ParkAsync(string queue, Invocation invocation, string problem, CancellationToken cancellation)
    {
        var text = invocation.Text(Bindings.Message) ?? "";
        var notification = new Notification
        {
            Kind = "messageParked",
            Severity = "error",
            Title = $"A message of {queue} was parked",
            Text = $"{problem} It is kept on the queue advisor-parked. Message: {FunctionRoutes.OneLine(text.Length > MostShown ? text[..MostShown] : text)}",
            At = invocation.InsertedAt ?? service.Now,
            DedupKey = $"messageParked/{queue}/{invocation.MessageId ?? invocation.Id}",
        };
        logger.LogError("{Title}: {Text}", notification.Title, notification.Text);
        var answer = InvocationAnswer.Said(notification.Title).Sending(Bindings.Parked, [text]);
        return await TellAsync(notification, cancellation) is { } key ? answer.Sending([key]) : answer;
    }

    private async Task<OutboxKey?> TellAsync(Notification notification, CancellationToken cancellation)
    {
        var item = new OutboxItem
        {
            Scope = OutboxItem.FleetScope,
            Id = notification.DedupKey,
            CreatedAt = notification.At,
            Kind = OutboxKind.Notification,
            DedupKey = notification.DedupKey,
            Payload = notification.ToJson(),
        };
        try
        {
            await (await service.StateAsync(cancellation)).Outbox.EnqueueAsync(item, cancellation);
            return OutboxKey.Of(item);
        }
        catch (StateStoreException e)
        {
            logger.LogCritical("{Title}, and nobody could be told: {Problem}", notification.Title, FunctionRoutes.OneLine(e.Message));
            return null;
        }
    }
}
