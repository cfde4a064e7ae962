using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling.Readings;

/// <summary>
/// Finds the readings of one minute that cannot be true. A count must agree with its quota metric, no size holds more connections than its
/// limit, and a load that jumps shows in more than one metric.
/// </summary>
/// <param name="model">The ceilings of the resource.</param>
/// <param name="minute">The minute of the readings, counted from 1970.</param>
/// <param name="measuredUnits">The units in force in that minute.</param>
/// <param name="units">The units in force now.</param>
/// <param name="recentUnits">The sizes of the last minutes.</param>
/// <param name="maxUnconfirmedUnits">A need above this would move the size by more than two steps.</param>
internal readonly struct ReadingCheck(
    CapacityModel model,
    int minute,
    int measuredUnits,
    int units,
    RecentUnits recentUnits,
    double maxUnconfirmedUnits
)
{
    // Count and quota are maxima of one minute: they may differ by a quarter, and by the rounding of a percentage.
    private const double Agrees = 1.25,
        RoundingShare = 0.02;

    // Azure refuses connections beyond the limit; a tenth more is within what two metrics of one minute differ by.
    private const double BeyondLimit = 1.1;

    // A reading that rose by this factor is looked at. Another metric explains it with a quarter of its rise, three times is always enough.
    private const double Jump = 1.5,
        ShareThatExplains = 0.25,
        RiseThatExplains = 3;

    // A server load that is nearly at its stop explains any jump; at first sight one below the half contradicts far too much traffic.
    private const double FullLoad = 90,
        LowLoad = 50,
        LoadNoise = 10;

    // The metrics that may explain each other, beside the server load.
    private const int Inbound = 0,
        Outbound = 1,
        Count = 2;

    private const SuspectReadingKind Unexplained = SuspectReadingKind.Unexplained;

    // As long as an outlier of the server load is doubted: after that the resource has changed.
    private const int BelievedAfter = 5;

    /// <summary>Checks the readings against each other and against the last ones.</summary>
    /// <returns>The readings to decide by, and what to remember of them.</returns>
    public (CheckedReadings Checked, ReadingMemory Memory) Check(in MetricReadings readings, in ReadingMemory last)
    {
        List<SuspectReading>? suspects = null;
        var counted = Connections(readings, ref suspects);
        var comparable = last.IsComparable(minute);
        var (before, inARow) = comparable ? (last.Believed, last.SuspectInARow) : (default, 0);
        var (believed, remembered) = (counted, counted);
        if (suspects is [{ Kind: SuspectReadingKind.BeyondSize }])
        {
            // The first such reading says nothing, the next ones that the size is full.
            believed = inARow == 0 ? counted with { ConnectionCount = null } : counted;
            remembered = counted with { ConnectionCount = before.ConnectionCount };
        }

        if (
            IsHigh(believed.InboundTraffic, before.InboundTraffic)
            || IsHigh(believed.OutboundTraffic, before.OutboundTraffic)
            || IsHigh(believed.ConnectionCount, before.ConnectionCount)
        )
        {
            DropUnexplained(ref believed, ref remembered, before, ref suspects);
        }

        inARow = suspects is not null && suspects.Exists(suspect => suspect.Kind != SuspectReadingKind.ContradictsQuota) ? inARow + 1 : 0;
        if (inARow >= BelievedAfter)
        {
            // It stays: the resource has changed.
            suspects!.RemoveAll(suspect => suspect.Kind == Unexplained);
            (believed, remembered) = (counted, counted);
        }

        // What no jump is held against is not kept.
        var kept = remembered with
        {
            ConnectionQuotaUtilization = null,
            SystemErrors = null,
        };
        var memory = readings.IsEmpty ? last : last with { Believed = kept, Minute = minute, SuspectInARow = inARow };
        return (new(believed, suspects is null ? [] : suspects), memory);
    }

    /// <summary>The connections, as their quota metric and the size let them be.</summary>
    private MetricReadings Connections(in MetricReadings readings, ref List<SuspectReading>? suspects)
    {
        if (readings.ConnectionCount is not { } count)
        {
            return readings;
        }

        var perUnit = model.Sku.ConnectionsPerUnit;
        if (readings.ConnectionQuotaUtilization is { } quota)
        {
            if (
                Agree(count, quota, perUnit, measuredUnits)
                || Agree(count, quota, perUnit, units)
                || AgreeAtARecentSize(count, quota, perUnit, recentUnits)
            )
            {
                return readings;
            }

            var implied = quota / 100 * perUnit * measuredUnits;
            Add(ref suspects, new(SuspectReadingKind.ContradictsQuota, "connections", count, implied));
            return readings with { ConnectionCount = Math.Min(count, implied) };
        }

        double limit = perUnit * Math.Max(measuredUnits, units);
        if (count <= BeyondLimit * limit || count <= BeyondLimit * perUnit * recentUnits.Max())
        {
            return readings;
        }

        Add(ref suspects, new(SuspectReadingKind.BeyondSize, "connections", count, limit));
        return readings with { ConnectionCount = limit };
    }

    private static bool Agree(double count, double quota, int perUnit, int size)
    {
        double limit = (double)perUnit * size,
            implied = quota / 100 * limit,
            rounding = RoundingShare * limit;
        return count <= (Agrees * implied) + rounding && implied <= (Agrees * count) + rounding;
    }

    // A method of its own: its closure costs something, and it is asked in few minutes.
    private static bool AgreeAtARecentSize(double count, double quota, int perUnit, RecentUnits sizes) =>
        sizes.Any(size => Agree(count, quota, perUnit, size));

    private static bool IsHigh(double? now, double? before) => now is > 0 && !(now <= Jump * before);

    /// <summary>Takes jumps away that would move the size far and that nothing else follows.</summary>
    private void DropUnexplained(
        ref MetricReadings believed,
        ref MetricReadings remembered,
        in MetricReadings before,
        ref List<SuspectReading>? suspects
    )
    {
        var (now, requiredUnitsByLimit) = (believed, model.RequiredUnits(believed, measuredUnits));
        if (requiredUnitsByLimit.Inbound > maxUnconfirmedUnits && IsAlone(Inbound, now, before))
        {
            Add(ref suspects, new(Unexplained, "inbound traffic", now.InboundTraffic ?? 0, before.InboundTraffic ?? 0));
            believed = believed with { InboundTraffic = null };
            remembered = remembered with { InboundTraffic = before.InboundTraffic };
        }

        if (requiredUnitsByLimit.Outbound > maxUnconfirmedUnits && IsAlone(Outbound, now, before))
        {
            Add(ref suspects, new(Unexplained, "outbound traffic", now.OutboundTraffic ?? 0, before.OutboundTraffic ?? 0));
            believed = believed with { OutboundTraffic = null };
            remembered = remembered with { OutboundTraffic = before.OutboundTraffic };
        }

        // A count that its quota confirms needs no other witness: idle clients connect without sending.
        if (
            requiredUnitsByLimit.Connections > maxUnconfirmedUnits
            && before.ConnectionCount is { } few
            && now.ConnectionQuotaUtilization is null
            && IsAlone(Count, now, before)
        )
        {
            Add(ref suspects, new(Unexplained, "connections", now.ConnectionCount ?? 0, few));
            believed = believed with { ConnectionCount = null };
            remembered = remembered with { ConnectionCount = before.ConnectionCount };
        }
    }

    /// <summary>Whether this metric rose and no other one with it; at first sight, whether the server load contradicts it.</summary>
    private static bool IsAlone(int metric, in MetricReadings now, in MetricReadings before)
    {
        ReadOnlySpan<MetricChange> metricChanges =
        [
            new(now.InboundTraffic, before.InboundTraffic),
            new(now.OutboundTraffic, before.OutboundTraffic),
            new(now.ConnectionCount, before.ConnectionCount),
            new(now.MessageCount, before.MessageCount),
        ];
        if (metricChanges[metric].Before is not { } then)
        {
            return before.IsEmpty && now.ServerLoad < LowLoad;
        }

        var rise = Math.Min(1 + (ShareThatExplains * ((metricChanges[metric].Now!.Value / then) - 1)), RiseThatExplains);
        var load = new MetricChange(now.ServerLoad, before.ServerLoad);
        if (
            metricChanges[metric].Now <= Jump * then
            || load.Now >= FullLoad
            || (load.Now >= load.Before + LoadNoise && load.HasRisen(rise))
        )
        {
            return false;
        }

        var witnesses = load.Now is null ? 0 : 1;
        for (var other = 0; other < metricChanges.Length; other++)
        {
            if (other != metric && metricChanges[other].Now is not null)
            {
                witnesses++;
                if (metricChanges[other].HasRisen(rise))
                {
                    return false;
                }
            }
        }

        return witnesses > 0;
    }

    private static void Add(ref List<SuspectReading>? suspects, SuspectReading suspect) => (suspects ??= []).Add(suspect);

    /// <summary>A metric now and before.</summary>
    private readonly record struct MetricChange(double? Now, double? Before)
    {
        public bool HasRisen(double factor) => Now is > 0 && Before is { } then && Now >= then * factor;
    }
}
