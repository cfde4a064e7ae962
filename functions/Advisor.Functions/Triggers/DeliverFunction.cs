using Advisor.Functions.Invocations;
using Advisor.Runtime.Service;

namespace Advisor.Functions.Triggers;

/// <summary>Delivers one notification.</summary>
internal sealed class DeliverFunction(Service service, Parking parking, ILogger<DeliverFunction> logger)
{
    public async Task<InvocationAnswer> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var (key, problem) = OutboxKey.Parse(invocation.Text(Bindings.Message) ?? "");
        if (key is null)
        {
            return await parking.ParkAsync("advisor-deliver", invocation, problem!, cancellation);
        }

        var outcome = await (await service.WorkAsync(cancellation)).Deliver.RunAsync(key, service.Now, cancellation);
        if (outcome.State == DeliveryState.Parked)
        {
            logger.LogError("Notification {Id} of {Scope} was given up: {Problem}", key.Id, key.Scope, FunctionRoutes.OneLine(outcome.Problem ?? ""));
        }

        return InvocationAnswer.Said($"Notification {key.Id} of {key.Scope}: {outcome.State}. {outcome.Problem}".TrimEnd());
    }
}
