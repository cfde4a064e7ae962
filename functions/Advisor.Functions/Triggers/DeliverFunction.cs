using System.Globalization;
using Advisor.Functions.Invocations;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Functions.Triggers;

/// <summary>Delivers one message, and those that waited for it; where the key is a notice's, gathers the notices first.</summary>
internal sealed class DeliverFunction(Service service, Parking parking, ILogger<DeliverFunction> logger)
{
    // The host gives an invocation minutes; an attempt takes up to half of one.
    private const int MostOfRow = 5;

    public async Task<InvocationAnswer> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var (key, problem) = OutboxKey.Parse(invocation.Text(Bindings.Message) ?? "");
        if (key is null)
        {
            return await parking.ParkAsync("advisor-deliver", invocation, problem!, cancellation);
        }

        var work = await service.WorkAsync(cancellation);
        if (key.Kind == OutboxKind.Notification)
        {
            var deliveries = await work.Gather.NoticesAsync(service.Now, cancellation);
            return InvocationAnswer.Said(string.Create(CultureInfo.InvariantCulture, $"Notices gathered: {deliveries.Count} deliveries.")).Sending(deliveries);
        }

        var line = "";
        for (var (next, sent) = (key, 0); next is not null && sent < MostOfRow; sent++)
        {
            var outcome = await work.Deliver.RunAsync(next, service.Now, cancellation);
            line = $"Message {next.Id} of {next.Scope}: {outcome.State}. {outcome.Problem}".TrimEnd();
            if (outcome.State == DeliveryState.Parked)
            {
                logger.LogError("Message {Id} of {Scope} was given up: {Problem}", next.Id, next.Scope, FunctionRoutes.OneLine(outcome.Problem ?? ""));
            }

            next = outcome.Next;
        }

        return InvocationAnswer.Said(line);
    }
}
