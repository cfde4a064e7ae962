using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling.Readings;

/// <summary>
/// Successive minutes in which traffic is 0 to the digit, on a resource that had traffic. Clients that say nothing or have gone are no
/// surprise, and the server load shows it; where it stays far above what connections alone cause, the traffic metrics are wrong.
/// </summary>
/// <param name="Count">Minutes without traffic; 0 = the resource has traffic, or never had any.</param>
/// <param name="PerConnections">
/// Points of server load at a connection utilization of 1, as they were learned before: the model learns the lie within minutes.
/// </param>
internal readonly record struct TrafficSilence(int Count, double PerConnections)
{
    private const int SuspectAfter = 15;

    // A server load within these points of the expected one may be noise.
    private const double FarAbove = 15;

    // What connections alone cost where traffic and connections always moved together, so that their shares are not known apart: the mean
    // of the prior and one deviation.
    private const double MinPerConnections = 16;

    /// <summary>Adds a minute; one with a missing metric changes nothing.</summary>
    /// <param name="before">Last readings.</param>
    public TrafficSilence Add(in MetricReadings readings, in MetricReadings before, ServerLoadModel load) =>
        readings.InboundTraffic > 0 || readings.OutboundTraffic > 0 ? default
        : readings is not { InboundTraffic: 0, OutboundTraffic: 0, ConnectionCount: not null } ? this
        : Count > 0 ? this with { Count = Math.Min(Count + 1, int.MaxValue - 1) }
        : load.IsTrusted && (before.InboundTraffic > 0 || before.OutboundTraffic > 0)
            ? new(1, Math.Max(load.PerConnections, MinPerConnections))
        : default;

    /// <summary>
    /// Returns why the traffic of a minute is not believed; null when it may well be 0. A server load above its target speaks for itself.
    /// </summary>
    public SuspectReading? FindSuspect(in MetricReadings readings, CapacityModel model, int measuredUnits)
    {
        if (
            Count <= SuspectAfter
            || readings is not { OutboundTraffic: 0, ServerLoad: { } load }
            || load > model.Targets.ServerLoad.Percent
        )
        {
            return null;
        }

        var used = model.ComputeRequiredUnitsAtLimits(model.ComputeDemand(readings, measuredUnits)).Connections / measuredUnits;
        return used * PerConnections is { } expected && load > expected + FarAbove
            ? new(SuspectReadingKind.Silent, "traffic", Count, expected)
            : null;
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(Count);
        writer.Write(PerConnections);
    }

    public static TrafficSilence Read(BinaryReader reader) => new(reader.ReadInt32(), reader.ReadDouble());
}
