using System.Globalization;
using Advisor.Functions.Invocations;
using Advisor.Runtime.Service;

namespace Advisor.Functions.Triggers;

/// <summary>One batch of resources: what follows from it leaves as messages.</summary>
internal sealed class EvaluateBatchFunction(Service service, Heartbeat heartbeat, Parking parking, ILogger<EvaluateBatchFunction> logger)
{
    public async Task<InvocationAnswer> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var (job, problem) = SweepJob.Parse(invocation.Text(Bindings.Message) ?? "");
        if (job is null)
        {
            return await parking.ParkAsync("advisor-evaluate", invocation, problem!, cancellation);
        }

        var work = await service.WorkAsync(cancellation);
        using var underWay = work.Sweep.Begin(job.Tick);
        var result = await work.Evaluate.RunAsync(job, service.Now, cancellation);
        foreach (var turn in result.Turns.Where(turn => turn.Problem is not null))
        {
            logger.LogWarning("{Resource} could not be looked at: {Problem}", turn.ResourceId, FunctionRoutes.OneLine(turn.Problem!));
        }

        if (result.Held is { } held)
        {
            // Not done: the next tick has its own batches, and by then the clock may be right, or the instance another.
            logger.LogError("Batch {Batch} was held: {Problem}", job.Id, held);
            return InvocationAnswer.Said($"Batch {job.Id} was held.");
        }

        IReadOnlyList<OutboxKey> deliveries = [];
        if (underWay.End() && await work.Sweep.ConcludeAsync(job.Tick, service.Now, cancellation))
        {
            heartbeat.Beat(job.Tick);
            deliveries = await work.Gather.RunAsync(service.Now, cancellation);
        }

        var line = result.Repeated
            ? $"Batch {job.Id} was done before."
            : string.Create(CultureInfo.InvariantCulture, $"Batch {job.Id}: {result.Turns.Count} resources, {result.Calls} metric calls, {result.Messages.Count} messages.");
        return InvocationAnswer.Said(line).Sending([.. result.Messages, .. deliveries]);
    }
}
