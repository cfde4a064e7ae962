using System.Globalization;
using Advisor.Functions.Invocations;
using Advisor.Runtime.Service;

namespace Advisor.Functions.Triggers;

/// <summary>Starts one change of size; the ticks follow it.</summary>
internal sealed class ApplyChangeFunction(Service service, Parking parking, ILogger<ApplyChangeFunction> logger)
{
    public async Task<InvocationAnswer> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var (key, problem) = OutboxKey.Parse(invocation.Text(Bindings.Message) ?? "");
        if (key is null)
        {
            return await parking.ParkAsync("advisor-change", invocation, problem!, cancellation);
        }

        var outcome = await (await service.WorkAsync(cancellation)).Apply.RunAsync(key, service.Now, cancellation);
        if (outcome.Problem is { } unusable)
        {
            logger.LogError("{Problem}", FunctionRoutes.OneLine(unusable));
        }

        return outcome.Change is { } change
            ? InvocationAnswer.Said(string.Create(
                CultureInfo.InvariantCulture,
                $"{change.ResourceId}: {change.FromSku} x {change.FromUnits} to {change.ToSku} x {change.ToUnits} is {change.State}. {change.Text}"))
            : InvocationAnswer.Said(outcome.Problem ?? "Nothing left to do for this message.");
    }
}
