using Advisor.Functions.Invocations;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Functions.Triggers;

/// <summary>Starts one change of size; ticks follow it to completion.</summary>
internal sealed class ApplyChangeFunction(FunctionHost functionHost, ILogger<ApplyChangeFunction> logger)
{
    public async Task<InvocationResponse> RunAsync(OutboxKey key, CancellationToken cancellation)
    {
        var outcome = await (await functionHost.OpenAsync(cancellation)).ApplyChangeAsync(key, functionHost.Now, cancellation);
        if (outcome.Problem is { } unusable)
        {
            logger.LogError("{Problem}", FunctionRoutes.ToOneLine(unusable));
        }

        return outcome.Change is { } change
            ? InvocationResponse.WithLog($"{change.ResourceId}: {change.From} to {change.To} is {change.State}. {change.Text}")
            : InvocationResponse.WithLog(outcome.Problem ?? "Already done.");
    }
}
