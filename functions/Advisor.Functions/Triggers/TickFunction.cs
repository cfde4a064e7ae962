using System.Globalization;
using Advisor.Functions.Invocations;

namespace Advisor.Functions.Triggers;

/// <summary>The timer: a queue message for each batch of resources, and one for each outbox row that is still open.</summary>
internal sealed class TickFunction(FunctionHost functionHost, Heartbeat heartbeat, ILogger<TickFunction> logger)
{
    public async Task<InvocationResponse> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var result = await (await functionHost.OpenAsync(cancellation)).Planner.PlanAsync(functionHost.Now, cancellation);
        foreach (var failure in result.Failures)
        {
            logger.LogWarning("{Resource}: {Code}: {Problem}", failure.ResourceId, failure.Code, FunctionRoutes.OneLine(failure.Text));
        }

        if (result.CompletedTick is { } completed)
        {
            heartbeat.Beat(completed);
        }

        var late = invocation.ReadTimer(Bindings.Timer) is { IsPastDue: true } ? ", late" : "";
        var resting =
            result.SkippedIdle > 0 ? string.Create(CultureInfo.InvariantCulture, $", {result.SkippedIdle} idle resources skipped") : "";
        var line = string.Create(
            CultureInfo.InvariantCulture,
            $"Tick {result.Tick.UtcDateTime:yyyy-MM-dd HH:mm}Z{late}: {result.Batches.Count} batches, {result.Messages.Count} "
                + $"open messages, {result.Failures.Count} problems{resting}."
        );
        return InvocationResponse
            .WithLog(line)
            .AddMessages(Bindings.Evaluate, [.. result.Batches.Select(job => job.ToJson())])
            .AddMessages(result.Messages);
    }
}
