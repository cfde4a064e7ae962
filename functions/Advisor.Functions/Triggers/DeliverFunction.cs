using Advisor.Core.Quantities;
using Advisor.Functions.Invocations;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Functions.Triggers;

/// <summary>Delivers one message, and those that waited for it; for the key of a notice, groups the notices first.</summary>
internal sealed class DeliverFunction(FunctionHost functionHost, ILogger<DeliverFunction> logger)
{
    // An invocation has a few minutes; one attempt can take up to half a minute.
    private const int MaxMessagesInRow = 5;

    public async Task<InvocationResponse> RunAsync(OutboxKey key, CancellationToken cancellation)
    {
        var service = await functionHost.OpenAsync(cancellation);
        if (key.Kind == OutboxKind.Notification)
        {
            var deliveries = await service.GroupNoticesAsync(functionHost.Now, cancellation);
            return InvocationResponse
                .WithLog($"Grouped: {Wording.FormatCount(deliveries.Count, "delivery", "deliveries")}.")
                .AddMessages(deliveries);
        }

        var line = "";
        for (var (next, count) = ((OutboxKey?)key, 0); next is not null && count < MaxMessagesInRow; count++)
        {
            var outcome = await service.DeliverAsync(next, functionHost.Now, cancellation);
            var sent = outcome.Earlier ?? next;
            line = $"Message {sent.Id} of {sent.Scope}: {outcome.State}. {outcome.Problem}".TrimEnd();
            if (outcome.State == DeliveryState.DeadLettered)
            {
                logger.LogError(
                    "Message {Id} of {Scope} was dead-lettered: {Problem}",
                    sent.Id,
                    sent.Scope,
                    FunctionRoutes.ToOneLine(outcome.Problem ?? "")
                );
            }

            next = outcome.Next;
        }

        return InvocationResponse.WithLog(line);
    }
}
