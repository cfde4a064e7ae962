using System.Globalization;
using Advisor.Functions.Invocations;
using Advisor.Service;
using Advisor.Service.Evaluate;

namespace Advisor.Functions.Triggers;

/// <summary>One batch of resources: what follows from it leaves as messages.</summary>
internal sealed class EvaluateBatchFunction(
    FunctionHost functionHost,
    Heartbeat heartbeat,
    DeadLetterQueue deadLetterQueue,
    ILogger<EvaluateBatchFunction> logger
)
{
    public async Task<InvocationResponse> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var (job, problem) = EvaluationBatch.Parse(invocation.ReadText(Bindings.Message) ?? "");
        if (job is null)
        {
            return await deadLetterQueue.AddAsync("advisor-evaluate", invocation, problem!, cancellation);
        }

        var functionHandlers = await functionHost.OpenAsync(cancellation);
        using var underWay = functionHandlers.Planner.BeginBatch(job.Tick);
        var result = await functionHandlers.Evaluator.RunAsync(job, functionHost.Now, cancellation);
        foreach (var turn in result.Evaluations.Where(turn => turn.Problem is not null))
        {
            logger.LogWarning("{Resource} could not be evaluated: {Problem}", turn.ResourceId, FunctionRoutes.OneLine(turn.Problem!));
        }

        if (result.HoldReason is { } held)
        {
            // Not done: the next tick has its own batches, and by then the clock may be right, or the instance another.
            logger.LogError("Batch {Batch} was not evaluated: {Problem}", job.Id, held);
            return InvocationResponse.WithLog($"Batch {job.Id} was not evaluated: the clock is wrong.");
        }

        IReadOnlyList<OutboxKey> deliveries = [];
        if (underWay.End() && await functionHandlers.Planner.CompleteAsync(job.Tick, functionHost.Now, cancellation))
        {
            heartbeat.Beat(job.Tick);
            deliveries = await functionHandlers.Grouping.RunAsync(functionHost.Now, cancellation);
        }

        var line = result.IsRepeated
            ? $"Batch {job.Id} is already complete."
            : string.Create(
                CultureInfo.InvariantCulture,
                $"Batch {job.Id}: {result.Evaluations.Count} resources, {result.MetricCalls} metric calls, "
                    + $"{result.Messages.Count} messages."
            );
        return InvocationResponse.WithLog(line).AddMessages([.. result.Messages, .. deliveries]);
    }
}
