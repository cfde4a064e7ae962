using Advisor.Functions.Invocations;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Functions.Triggers;

/// <summary>Names of the bindings in the function.json files.</summary>
internal static class Bindings
{
    public const string Timer = "timer";
    public const string Message = "message";
    public const string Evaluate = "evaluate";
    public const string Change = "change";
    public const string Deliver = "deliver";
    public const string DeadLetter = "deadLetter";

    /// <summary>
    /// Adds the keys of outbox rows as messages for the queues of their kinds. Alerts wait until their tick is complete; one key is enough
    /// for all notices, since its receiver groups them all.
    /// </summary>
    public static InvocationResponse AddMessages(this InvocationResponse answer, IReadOnlyList<OutboxKey> keys) =>
        answer
            .AddMessages(Change, [.. keys.Where(key => key.Kind == OutboxKind.Change).Select(key => key.ToJson())])
            .AddMessages(
                Deliver,
                [
                    .. keys.Where(key => key.Kind == OutboxKind.Delivery)
                        .Concat(keys.Where(key => key.Kind == OutboxKind.Notification).Take(1))
                        .Select(key => key.ToJson()),
                ]
            );
}
