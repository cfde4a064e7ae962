using Advisor.Service.Fleet;

namespace Advisor.Service.Changes;

/// <summary>
/// Reads the operations that open changes follow, all at once: one that Azure does not answer about takes two minutes and holds up no
/// other, and many at once open the circuit of an endpoint that is silent.
/// </summary>
internal sealed class OperationReads(IFleet fleet)
{
    /// <returns>The reads by the ids of the changes, for <see cref="ChangeStateMachine.AdvanceAsync"/>.</returns>
    public IReadOnlyDictionary<string, Task<ScaleProgress>> Begin(
        IEnumerable<ChangeRecord> changes,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        changes
            .Where(change => change is { State: ChangeState.Accepted, OperationUrl: not null } && !(change.NextAttemptAt > now))
            .ToDictionary(
                change => change.Id,
                change => fleet.GetProgressAsync(change.OperationUrl!, cancellation),
                StringComparer.Ordinal
            );
}
