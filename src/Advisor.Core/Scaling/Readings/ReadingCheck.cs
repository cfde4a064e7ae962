using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling.Readings;

/// <summary>
/// Detects implausible readings of one minute. A count must agree with its quota metric, no size has more connections than its limit, and a
/// jump of the load shows in more than one metric.
/// </summary>
/// <param name="model">Capacity model of the resource.</param>
/// <param name="minute">Minute of the readings, counted from 1970.</param>
/// <param name="measuredUnits">Units in force in that minute.</param>
/// <param name="units">Units in force now.</param>
/// <param name="recentUnits">Sizes of the last minutes.</param>
/// <param name="maxUnconfirmedUnits">Requirement above which the size would change by more than two steps.</param>
/// <param name="loadModel">What is known of the resource's server load.</param>
/// <param name="idleBelow">Utilization below which a resource is idle, and may well stand still.</param>
internal readonly struct ReadingCheck(
    CapacityModel model,
    int minute,
    int measuredUnits,
    int units,
    RecentUnits recentUnits,
    double maxUnconfirmedUnits,
    ServerLoadModel loadModel,
    Ratio idleBelow
)
{
    // Count and quota are maxima of a minute: they may differ by a quarter, plus the rounding of the percentage.
    private const double Agrees = 1.25,
        RoundingShare = 0.02;

    // Azure refuses connections beyond the limit; two metrics of one minute differ by up to a tenth.
    private const double BeyondLimit = 1.1;

    private const SuspectReadingKind Unexplained = SuspectReadingKind.Unexplained;

    // Readings for which an outlier of the server load is doubted; after that the resource has changed.
    private const int AcceptedAfter = 5;

    // Traffic may explain so many times the load that is read, once the load of the resource is known and before that: bytes of large
    // messages cost less than those of small ones.
    private const double TrustedLoadFactor = 2,
        UnknownLoadFactor = 4;

    /// <summary>Checks the readings against each other and against the previous ones.</summary>
    /// <returns>Readings to decide by, and the readings to remember.</returns>
    public (CheckedReadings Checked, ReadingMemory Memory) Check(in MetricReadings readings, in ReadingMemory last)
    {
        List<SuspectReading>? suspects = null;
        var comparable = last.IsComparable(minute);
        var (before, inARow) = comparable ? (last.Baseline, last.SuspectInARow) : (default, 0);
        var counted = CorrectConnections(readings, before.ConnectionCount, ref suspects);

        // A minute without a count says nothing of the connections: what they are compared with stays.
        var (accepted, baseline) = (counted, counted with { ConnectionCount = counted.ConnectionCount ?? before.ConnectionCount });
        if (suspects is [{ Kind: SuspectReadingKind.BeyondSize }])
        {
            // The first such reading carries no information; the following ones show that the size is full.
            accepted = inARow == 0 ? counted with { ConnectionCount = null } : counted;
            baseline = counted with { ConnectionCount = before.ConnectionCount };
        }

        if (
            IsHigh(accepted.InboundTraffic, before.InboundTraffic)
            || IsHigh(accepted.OutboundTraffic, before.OutboundTraffic)
            || IsHigh(accepted.ConnectionCount, before.ConnectionCount)
        )
        {
            DropUnexplained(ref accepted, ref baseline, before, ref suspects);
        }

        inARow = suspects is not null && suspects.Exists(suspect => suspect.Kind != SuspectReadingKind.ContradictsQuota) ? inARow + 1 : 0;
        if (inARow >= AcceptedAfter && !IsContradicted(counted, before))
        {
            // The jump persists, and nothing is against it: the resource has changed.
            suspects!.RemoveAll(suspect => suspect.Kind == Unexplained);
            (accepted, baseline) = (counted, counted);
        }

        var run = readings.IsEmpty ? last.Run : last.Run.Add(readings);
        if (run.IsFrozen && !IsIdle(accepted))
        {
            Add(ref suspects, new(SuspectReadingKind.Frozen, "all metrics", run.Count, run.Count));
        }

        var silence = last.Silence.Add(readings, last.Baseline, loadModel);
        if (silence.FindSuspect(accepted, model, measuredUnits) is { } silent)
        {
            Add(ref suspects, silent);
        }

        return (new(accepted, suspects is null ? [] : suspects), last.Add(readings, baseline, minute, inARow, run, silence));
    }

    /// <summary>
    /// Returns the connections consistent with their quota metric and the size. Where the two contradict each other, the one that is nearer
    /// to the connections of the last minutes is believed, or the lower one where these are not known.
    /// </summary>
    private MetricReadings CorrectConnections(in MetricReadings readings, double? before, ref List<SuspectReading>? suspects)
    {
        if (readings.ConnectionCount is not { } count)
        {
            return readings;
        }

        var perUnit = model.Sku.ConnectionsPerUnit;
        double limit = perUnit * Math.Max(measuredUnits, units);
        if (readings.ConnectionQuotaUtilization is { } quota)
        {
            if (
                AreConsistent(count, quota, perUnit, measuredUnits)
                || AreConsistent(count, quota, perUnit, units)
                || AreConsistentAtRecentSize(count, quota, perUnit, recentUnits)
            )
            {
                return readings;
            }

            var implied = quota / 100 * perUnit * measuredUnits;
            Add(ref suspects, new(SuspectReadingKind.ContradictsQuota, "connections", count, implied));
            var (low, high) = (Math.Min(count, implied), Math.Max(count, implied));
            return readings with { ConnectionCount = high / before < before / low ? Math.Min(high, limit) : low };
        }

        if (count <= BeyondLimit * limit || count <= BeyondLimit * perUnit * recentUnits.Max())
        {
            return readings;
        }

        Add(ref suspects, new(SuspectReadingKind.BeyondSize, "connections", count, limit));
        return readings with { ConnectionCount = limit };
    }

    private static bool AreConsistent(double count, double quota, int perUnit, int size)
    {
        double limit = (double)perUnit * size,
            implied = quota / 100 * limit,
            rounding = RoundingShare * limit;
        return count <= (Agrees * implied) + rounding && implied <= (Agrees * count) + rounding;
    }

    // Separate method, since its closure is costly and rarely needed.
    private static bool AreConsistentAtRecentSize(double count, double quota, int perUnit, RecentUnits sizes) =>
        sizes.Any(size => AreConsistent(count, quota, perUnit, size));

    private static bool IsHigh(double? now, double? before) => now is > 0 && !(now <= MetricJumps.Jump * before);

    /// <summary>Removes jumps that would change the size considerably and that no other metric follows or server load denies.</summary>
    private void DropUnexplained(
        ref MetricReadings accepted,
        ref MetricReadings baseline,
        in MetricReadings before,
        ref List<SuspectReading>? suspects
    )
    {
        var (now, requiredUnitsByLimit) = (accepted, model.ComputeRequiredUnits(accepted, measuredUnits));
        var isDenied = IsContradicted(now, before) && !MetricJumps.IsFollowed(now, before);
        if (
            requiredUnitsByLimit.Inbound > maxUnconfirmedUnits
            && ((isDenied && IsHigh(now.InboundTraffic, before.InboundTraffic)) || MetricJumps.IsAlone(MetricJumps.Inbound, now, before))
        )
        {
            Add(ref suspects, new(Unexplained, "inbound traffic", now.InboundTraffic!.Value, before.InboundTraffic));
            accepted = accepted with { InboundTraffic = null };
            baseline = baseline with { InboundTraffic = before.InboundTraffic };
        }

        if (
            requiredUnitsByLimit.Outbound > maxUnconfirmedUnits
            && ((isDenied && IsHigh(now.OutboundTraffic, before.OutboundTraffic)) || MetricJumps.IsAlone(MetricJumps.Outbound, now, before))
        )
        {
            Add(ref suspects, new(Unexplained, "outbound traffic", now.OutboundTraffic!.Value, before.OutboundTraffic));
            accepted = accepted with { OutboundTraffic = null };
            baseline = baseline with { OutboundTraffic = before.OutboundTraffic };
        }

        // A count confirmed by its quota needs no other metric: idle clients connect without sending.
        if (
            requiredUnitsByLimit.Connections > maxUnconfirmedUnits
            && before.ConnectionCount is { } few
            && now.ConnectionQuotaUtilization is null
            && MetricJumps.IsAlone(MetricJumps.Count, now, before)
        )
        {
            Add(ref suspects, new(Unexplained, "connections", now.ConnectionCount!.Value, few));
            accepted = accepted with { ConnectionCount = null };
            baseline = baseline with { ConnectionCount = before.ConnectionCount };
        }
    }

    /// <summary>
    /// Whether server load denies the traffic: a fraction of what such traffic causes, although the metric moves. Without server load,
    /// whether the traffic is a multiple that no application reaches while its connections stay.
    /// </summary>
    private bool IsContradicted(in MetricReadings readings, in MetricReadings before)
    {
        if (readings.ServerLoad is not { } load || loadModel.IsDistrusted || loadModel.Run.IsStuck)
        {
            return MetricJumps.IsAbsurd(readings, before);
        }

        var used = model.ComputeRequiredUnitsAtLimits(model.ComputeDemand(readings, measuredUnits));
        var traffic = Math.Max(used.Inbound ?? 0, used.Outbound ?? 0) / measuredUnits;
        var expected = loadModel.Predict(traffic, (used.Connections ?? 0) / measuredUnits);
        return load < MetricJumps.FullLoad
            && expected > (load + MetricJumps.LoadNoise) * (loadModel.IsTrusted ? TrustedLoadFactor : UnknownLoadFactor);
    }

    private bool IsIdle(in MetricReadings readings) =>
        !(model.ComputeRequiredUnits(readings, measuredUnits).Max() >= idleBelow.Value * measuredUnits);

    private static void Add(ref List<SuspectReading>? suspects, SuspectReading suspect) => (suspects ??= []).Add(suspect);
}
