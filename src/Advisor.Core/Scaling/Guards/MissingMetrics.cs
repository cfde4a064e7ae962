using System.Globalization;

namespace Advisor.Core.Scaling.Guards;

/// <summary>A metric that is missing might be the limit that a smaller size breaks. Growth for what is known goes on.</summary>
internal sealed class MissingMetrics : Guard
{
    public override string Code => ReasonCodes.InsufficientData;

    public override int Allowed(Situation s, int wanted) => s.Need.MayShrink ? wanted : Math.Max(wanted, s.InForce);

    public override bool Speaks(Situation s) => !s.Need.MayShrink;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"Missing for {s.Observation.Time:HH:mm}: {string.Join(", ", Missing(s))}. Missing is not zero, so nothing is shrunk; the last minute that was complete needed {s.State.LastNeed:0.0} units.");

    private static IEnumerable<string> Missing(Situation s)
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
