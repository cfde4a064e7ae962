using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Settings;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Remaining allowance of a batch: units of the regional quota and of the change rate limit, reduced by every change requested.
/// </summary>
/// <param name="usage">Use of the last 60 minutes; null when nothing is limited.</param>
internal sealed class BatchAllowance(EvaluationBatch batch, ServiceOptions options, ChangeRateUsage? usage, DateTimeOffset now)
{
    private int? regionalUnitsLeft = batch.RegionalUnitsLeft;
    private ChangeRateUsage? usage = usage;

    /// <summary>Whether a change was requested: earlier decisions may no longer fit.</summary>
    public bool IsReduced { get; private set; }

    /// <summary>
    /// Returns the constraints of a resource from the rest of the fleet now. Recommendations are not limited by the changes of others.
    /// </summary>
    public FleetConstraints FindFor(FleetResource resource)
    {
        var limits = resource.Settings.Mode is AdvisorMode.Auto or AdvisorMode.AutoUp;
        return new FleetConstraints(
            regionalUnitsLeft,
            limits ? ComputeRemaining(ChangeDirection.Out) : null,
            limits ? ComputeRemaining(ChangeDirection.In) : null,
            resource.AutoscaleSetting is not null
        )
        {
            Quota = batch.Quota,
            QuotaRefusedAt = batch.QuotaRefusedAt,
        };
    }

    /// <summary>Deducts a requested change. The change acquires its share of the change rate limit when it is sent.</summary>
    public void Deduct(Decision decision, FleetResource resource)
    {
        IsReduced = true;
        var moved = decision.Units - resource.Units;
        regionalUnitsLeft -= Math.Max(0, moved);
        var direction = moved < 0 ? ChangeDirection.In : ChangeDirection.Out;
        if (usage?.FindDirection(direction, decision.IsUrgent, Math.Abs(moved), options.ChangeRate).Direction is { } counted)
        {
            usage = usage with { Shares = [.. usage.Shares, new ChangeRateShare(resource.Id, Math.Abs(moved), now, counted)] };
        }
    }

    private ChangeAllowance? ComputeRemaining(ChangeDirection direction) =>
        usage is null
            ? null
            : new ChangeAllowance(
                options.MaxChangesPerHour - usage.CountChanges(direction),
                options.MaxUnitsPerHour - usage.SumUnits(direction)
            );
}
