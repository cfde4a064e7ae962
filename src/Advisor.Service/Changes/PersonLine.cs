using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>Writes what a person did to a resource, together with its line of the audit trail.</summary>
internal static class PersonLine
{
    private const int MaxAtOneInstant = 20;

    /// <summary>Creates the line of what a person did to a resource, which decides nothing.</summary>
    public static DecisionRecord Create(
        string resourceId,
        Size from,
        Size to,
        AuditOutcome outcome,
        string author,
        Reason reason,
        DateTimeOffset at
    ) =>
        new()
        {
            ResourceId = resourceId,
            Tick = at,
            Action = ScalingAction.Hold,
            Outcome = outcome,
            FromSku = from.Sku,
            FromUnits = from.Units,
            Sku = to.Sku,
            Units = to.Units,
            Actor = author,
            Reasons = [reason],
        };

    /// <summary>Returns the time, or one just after it that is no tick: ticks are whole seconds, and each has a row of its own.</summary>
    public static DateTimeOffset MoveOffTick(DateTimeOffset at) => at.UtcTicks % TimeSpan.TicksPerSecond == 0 ? at.AddTicks(1) : at;

    /// <summary>Commits a change with its line; the line has the mode that the newest evaluation found in force, if there is one.</summary>
    /// <param name="line">The line, at the time of the change.</param>
    /// <param name="change">Adds the change to the commit.</param>
    /// <returns>False when the change itself has a conflict: someone else was first.</returns>
    public static async Task<bool> CommitAsync(
        AdvisorState state,
        DecisionRecord line,
        Func<ResourceCommit, ResourceCommit> change,
        CancellationToken cancellation
    )
    {
        var mode = (await state.Evaluations.FindAsync(line.ResourceId, cancellation))?.Mode ?? line.Mode;
        var at = MoveOffTick(line.Tick);

        // A line of the audit trail with the same time is that of another person: this one follows it.
        ResourceCommitResult result;
        var attempt = 0;
        do
        {
            var later = line with { Tick = at.AddTicks(attempt), Mode = mode };
            result = await change(state.BeginCommit(line.ResourceId)).Append(later).RunAsync(cancellation);
        } while (!result.IsCommitted && result.Conflict is not ("pause" or "snooze") && ++attempt < MaxAtOneInstant);

        return result.IsCommitted;
    }
}
