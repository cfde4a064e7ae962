using System.Globalization;
using Advisor.Functions.Invocations;
using Advisor.Runtime.Fleet;

namespace Advisor.Functions.Triggers;

/// <summary>The timer: a queue message for each batch of resources, and one for each outbox row that is still open.</summary>
internal sealed class SweepFunction(Service service, Heartbeat heartbeat, ILogger<SweepFunction> logger)
{
    public async Task<InvocationAnswer> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var result = await (await service.WorkAsync(cancellation)).Sweep.RunAsync(service.Now, cancellation);
        foreach (var failure in result.Failures)
        {
            logger.LogWarning("{Resource}: {Code}: {Problem}", failure.ResourceId, failure.Code, FunctionRoutes.OneLine(failure.Text));
        }

        if (result.Completed is { } completed)
        {
            heartbeat.Beat(completed);
        }

        var late = invocation.Timer(Bindings.Timer) is { IsPastDue: true } ? ", late" : "";
        var resting = result.Resting > 0 ? string.Create(CultureInfo.InvariantCulture, $", {result.Resting} idle resources passed over") : "";
        var line = string.Create(
            CultureInfo.InvariantCulture,
            $"Tick {result.Tick.UtcDateTime:yyyy-MM-dd HH:mm}Z{late}: {result.Jobs.Count} batches, {result.Messages.Count} open messages, {result.Failures.Count} problems{resting}.");
        return InvocationAnswer.Said(line).Sending(Bindings.Evaluate, [.. result.Jobs.Select(job => job.ToJson())]).Sending(result.Messages);
    }
}
