using Advisor.Core.Quantities;
using Advisor.Functions.Invocations;
using Advisor.Service.Tick;

namespace Advisor.Functions.Triggers;

/// <summary>The timer: enqueues one message per batch of resources and one per open outbox row.</summary>
internal sealed class TickFunction(FunctionHost functionHost, Heartbeat heartbeat, NoteFilter notes, ILogger<TickFunction> logger)
{
    public async Task<InvocationResponse> RunAsync(Invocation invocation, CancellationToken cancellation)
    {
        var service = await functionHost.OpenAsync(cancellation);
        await service.EnqueueDigestsAsync(functionHost.Now, cancellation);
        var result = await service.PlanTickAsync(functionHost.Now, cancellation);
        var reports = await service.EnqueueReportsAsync(functionHost.Now, cancellation);
        foreach (var failure in result.Failures)
        {
            logger.LogWarning("{Resource}: {Code}: {Problem}", failure.ResourceId, failure.Code, FunctionRoutes.ToOneLine(failure.Text));
        }

        foreach (var note in notes.TakeDue(result.Notes, functionHost.Now))
        {
            logger.LogWarning("{Note}", FunctionRoutes.ToOneLine(note));
        }

        if (result.CompletedTick is { } completed)
        {
            heartbeat.Beat(completed);
        }

        var late = invocation.IsPastDue(Bindings.Timer) ? ", late" : "";
        var skipped = result.SkippedIdle > 0 ? $", {Wording.FormatCount(result.SkippedIdle, "idle resource")} skipped" : "";
        var line =
            $"Tick {result.Tick.UtcDateTime:yyyy-MM-dd HH:mm}Z{late}: "
            + $"{Wording.FormatCount(result.Batches.Count, "batch", "batches")}, "
            + $"{Wording.FormatCount(result.Messages.Count, "open message")}, "
            + $"{Wording.FormatCount(result.Failures.Count, "problem")}{skipped}.";
        return InvocationResponse
            .WithLog(line)
            .AddMessages(Bindings.Evaluate, [.. result.Batches.Select(job => job.ToJson())])
            .AddMessages([.. result.Messages, .. reports]);
    }
}
