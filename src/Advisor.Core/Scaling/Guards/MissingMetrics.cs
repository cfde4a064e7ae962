using System.Globalization;
using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling.Guards;

/// <summary>A missing metric might be the limit that a smaller size breaks, and asks for no larger one. What is known may scale out.</summary>
internal sealed class MissingMetrics : Guard
{
    public override string Code => ReasonCodes.InsufficientData;

    public override int Allowed(Situation s, int wanted) => s.Need.MayShrink ? wanted : KnownNeed.Step(s, wanted);

    public override bool Speaks(Situation s) => !IsComplete(s.Observation.Readings) && s.Observation.Fleet.ZeroMetrics is null && Missing(s).Any();

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"Missing for {s.Observation.Time:HH:mm}: {string.Join(", ", Missing(s))}. Missing is not zero: the size stays unless the other metrics "
            + $"need more. The last complete minute needed {s.State.LastNeed:0.0} units.");

    // Asked in every minute, and nearly always true.
    private static bool IsComplete(in MetricReadings readings) =>
        readings is { ServerLoad: not null, InboundTraffic: not null, OutboundTraffic: not null } and ({ ConnectionCount: not null } or { ConnectionQuotaUtilization: not null });

    private static IEnumerable<string> Missing(Situation s) =>
        Absent(s).Where(metric => !s.Suspects.Any(suspect => suspect.Metric == metric));

    private static IEnumerable<string> Absent(Situation s)
    {
        var readings = s.Observation.Readings;
        if (readings.ServerLoad is null)
        {
            yield return "server load";
        }

        if (readings.ConnectionCount is null && readings.ConnectionQuotaUtilization is null)
        {
            yield return "connections";
        }

        if (readings.InboundTraffic is null)
        {
            yield return "inbound traffic";
        }

        if (readings.OutboundTraffic is null)
        {
            yield return "outbound traffic";
        }
    }
}
