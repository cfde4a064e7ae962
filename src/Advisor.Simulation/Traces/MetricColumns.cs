using Advisor.Core.Metrics;

namespace Advisor.Simulation.Traces;

/// <summary>
/// Azure's metric names and the field of <see cref="MetricReadings"/> for each. Web PubSub's <c>TotalConnectionCount</c> is a connection
/// count.
/// </summary>
internal static class MetricColumns
{
    private static readonly Dictionary<string, Func<MetricReadings, double?, MetricReadings>> Setters = new(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["ServerLoad"] = (r, v) => r with { ServerLoad = v },
        ["ConnectionCount"] = (r, v) => r with { ConnectionCount = v },
        ["TotalConnectionCount"] = (r, v) => r with { ConnectionCount = v },
        ["ConnectionQuotaUtilization"] = (r, v) => r with { ConnectionQuotaUtilization = v },
        ["InboundTraffic"] = (r, v) => r with { InboundTraffic = v },
        ["OutboundTraffic"] = (r, v) => r with { OutboundTraffic = v },
        ["MessageCount"] = (r, v) => r with { MessageCount = v },
    };

    public static bool Contains(string name) => Setters.ContainsKey(name);

    /// <summary>Returns the readings with one more metric; unchanged when the name is unknown.</summary>
    public static MetricReadings Set(MetricReadings readings, string name, double? value) =>
        Setters.TryGetValue(name, out var set) ? set(readings, value) : readings;
}
