using Advisor.Core.Quantities;
using Advisor.Functions.Invocations;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tick;

namespace Advisor.Functions.Triggers;

/// <summary>Evaluates one batch of resources and enqueues the resulting messages.</summary>
internal sealed class EvaluateBatchFunction(
    FunctionHost functionHost,
    Heartbeat heartbeat,
    NoteFilter notes,
    ILogger<EvaluateBatchFunction> logger
)
{
    public async Task<InvocationResponse> RunAsync(EvaluationBatch job, CancellationToken cancellation)
    {
        var service = await functionHost.OpenAsync(cancellation);
        using var inProgress = service.BeginBatch(job.Tick);
        var result = await service.EvaluateBatchAsync(job, functionHost.Now, cancellation);
        foreach (var evaluation in result.Evaluations.Where(evaluation => evaluation.Problem is not null))
        {
            logger.LogWarning(
                "{Resource} could not be evaluated: {Problem}",
                evaluation.ResourceId,
                FunctionRoutes.ToOneLine(evaluation.Problem!)
            );
        }

        foreach (var note in notes.TakeDue(result.Notes, functionHost.Now))
        {
            logger.LogWarning("{Note}", FunctionRoutes.ToOneLine(note));
        }

        if (result.HoldReason is { } held)
        {
            // Not retried: the next tick has its own batches, and its clock may be right or the instance another.
            logger.LogError("Batch {Batch} was not evaluated: {Problem}", job.Id, held);
            return InvocationResponse.WithLog($"Batch {job.Id} was not evaluated: the clock is wrong.");
        }

        IReadOnlyList<OutboxKey> deliveries = [];
        if (inProgress.End() && await service.CompleteTickAsync(job.Tick, functionHost.Now, cancellation))
        {
            heartbeat.Beat(job.Tick);
            deliveries = await service.GroupNotificationsAsync(functionHost.Now, cancellation);
        }

        var line = result.IsRepeated
            ? $"Batch {job.Id} is already complete."
            : $"Batch {job.Id}: {Wording.FormatCount(result.Evaluations.Count, "resource")}, "
                + $"{Wording.FormatCount(result.MetricCalls, "metric call")}, "
                + $"{Wording.FormatCount(result.Messages.Count, "message")}.";
        return InvocationResponse.WithLog(line).AddMessages([.. result.Messages, .. deliveries]);
    }
}
