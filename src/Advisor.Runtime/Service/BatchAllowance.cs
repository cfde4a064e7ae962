using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What a batch may still order: units of the regional quota and of the change rate limit, less with every order that it gives.</summary>
/// <param name="usage">What 60 minutes have used up; null where nothing is limited.</param>
internal sealed class BatchAllowance(SweepJob job, ServiceOptions options, ChangeRateUsage? usage, DateTimeOffset now)
{
    private int? regionalUnitsLeft = job.RegionalUnitsLeft;
    private ChangeRateUsage? usage = usage;

    /// <summary>Whether an order was given: what was decided before it may not fit any more.</summary>
    public bool IsTouched { get; private set; }

    /// <summary>What the rest of the fleet leaves to a resource now. Advice is not held back by what others were allowed to change.</summary>
    public FleetSituation Of(FleetResource resource)
    {
        var limits = resource.Settings.Mode is AdvisorMode.Auto or AdvisorMode.AutoUp;
        return new FleetSituation(
            regionalUnitsLeft,
            limits ? Left(ChangeDirection.Out) : null,
            limits ? Left(ChangeDirection.In) : null,
            resource.AutoscaleSetting is not null)
        {
            QuotaRefusedAt = job.QuotaRefusedAt,
        };
    }

    /// <summary>Counts an order. The change itself takes its share when it is sent.</summary>
    public void Take(Decision decision, FleetResource resource)
    {
        IsTouched = true;
        var moved = decision.Units - resource.Units;
        regionalUnitsLeft -= Math.Max(0, moved);
        var direction = moved < 0 ? ChangeDirection.In : ChangeDirection.Out;
        if (usage?.Find(direction, decision.IsUrgent, Math.Abs(moved), options.ChangeRate).Direction is { } counted)
        {
            usage = usage with { Shares = [.. usage.Shares, new ChangeRateShare(resource.Id, Math.Abs(moved), now, counted)] };
        }
    }

    private ChangeAllowance? Left(ChangeDirection direction) => usage is null ? null
        : new ChangeAllowance(options.MostChangesPerHour - usage.Changes(direction), options.MostUnitsPerHour - usage.Units(direction));
}
