using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling.Readings;

/// <summary>Finds jumps of one metric that no other metric follows.</summary>
internal static class MetricJumps
{
    // A rise by this factor is checked. Another metric explains it with a quarter of its rise; a factor of three is always enough.
    public const double Jump = 1.5;
    private const double ShareThatExplains = 0.25,
        RiseThatExplains = 3;

    // A server load near saturation explains any jump; for a new resource, one below half contradicts a very high traffic.
    public const double FullLoad = 90,
        LoadNoise = 10;
    private const double LowLoad = 50;

    // No application sends so many times more from one minute to the next while its messages and connections stay.
    private const double Absurd = 30;

    // Metrics that can explain each other, besides server load.
    public const int Inbound = 0,
        Outbound = 1,
        Count = 2;

    /// <summary>Whether this metric rose and no other did; for a new resource, whether server load contradicts it.</summary>
    public static bool IsAlone(int metric, in MetricReadings now, in MetricReadings before)
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

        var rise = FindRiseThatExplains(metricChanges[metric].Now!.Value / then);
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

    /// <summary>Whether messages or connections rose with the traffic.</summary>
    public static bool IsFollowed(in MetricReadings now, in MetricReadings before)
    {
        var rise = FindRiseThatExplains(FindTrafficRise(now, before));
        return new MetricChange(now.MessageCount, before.MessageCount).HasRisen(rise)
            || new MetricChange(now.ConnectionCount, before.ConnectionCount).HasRisen(rise);
    }

    /// <summary>Whether traffic is a multiple of what it was that no application reaches.</summary>
    public static bool IsAbsurd(in MetricReadings now, in MetricReadings before) => FindTrafficRise(now, before) >= Absurd;

    private static double FindTrafficRise(in MetricReadings now, in MetricReadings before) =>
        Math.Max(now.InboundTraffic / before.InboundTraffic ?? 1, now.OutboundTraffic / before.OutboundTraffic ?? 1);

    private static double FindRiseThatExplains(double jump) => Math.Min(1 + (ShareThatExplains * (jump - 1)), RiseThatExplains);

    /// <summary>Value of a metric now and before.</summary>
    private readonly record struct MetricChange(double? Now, double? Before)
    {
        public bool HasRisen(double factor) => Now is > 0 && Before is { } then && Now >= then * factor;
    }
}
