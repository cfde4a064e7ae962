using System.Runtime.Intrinsics;

namespace Advisor.Core.Scaling.Experts;

/// <content>The size that each expert requests for its own resource, and its vote for the real one.</content>
internal sealed partial class ShadowPolicies
{
    /// <summary>
    /// Requests a size for each expert's own resource, and votes for one of the real resource. For the real resource a holding time only
    /// keeps units and never scales out: an earlier request that is not in force was not adopted.
    /// </summary>
    /// <param name="triggerSteps">Step that each trigger requests now.</param>
    /// <param name="tops">Highest step requested within each holding time, those of a trigger side by side.</param>
    /// <param name="floors">Step that each floor keeps.</param>
    private void RequestSizes(in ShadowStep now, ReadOnlySpan<byte> triggerSteps, ReadOnlySpan<byte> tops, ReadOnlySpan<byte> floors)
    {
        var current = Vector128.Create((byte)now.CurrentStep);
        var floorSteps = Vector128.Create(floors);
        foreach (var lanes in ExpertLanes.All)
        {
            var first = lanes.FirstExpert;
            var top = Vector128.Shuffle(Vector128.Create(tops[(lanes.FirstTrigger * SizingExperts.HoldingTimes)..]), lanes.Top);
            var trigger = Vector128.Shuffle(Vector128.Create(triggerSteps[lanes.FirstTrigger..]), lanes.Trigger);
            var floor = Vector128.Shuffle(floorSteps, lanes.Floor);
            var (size, request) = (Vector128.Create(sizes, first), Vector128.Create(requested, first));

            var own = LimitScaleIn(top, floor, size);
            var isNew = Vector128.Equals(request, Vector128.Create(NoChange)) & ~Vector128.Equals(own, size);
            Vector128.ConditionalSelect(isNew, own, request).CopyTo(requested, first);
            Vector128.ConditionalSelect(isNew, Vector128.Create((byte)DelayMinutes), Vector128.Create(delays, first)).CopyTo(delays, first);
            Vector128
                .ConditionalSelect(Vector128.GreaterThan(top, current), Vector128.Max(trigger, current), LimitScaleIn(top, floor, current))
                .CopyTo(votes, first);
        }
    }

    // To the floor at most, which never scales out: a top at or above the size is more than that anyway.
    private static Vector128<byte> LimitScaleIn(Vector128<byte> top, Vector128<byte> floor, Vector128<byte> size) =>
        Vector128.Max(top, Vector128.Min(floor, size));
}
