using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// A resource for tests: echo at 1,024 B, 0.5 messages per connection and second, so that connections are the limiting factor; loads
/// without noise.
/// </summary>
internal static class TestResource
{
    public const string Id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    public static RuleSet Rules { get; } = RuleSetLoader.Embedded;

    public static DateTimeOffset Start { get; } = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    /// <summary><see cref="Start"/>, counted from 1970.</summary>
    public static int FirstMinute { get; } = Minutes.ToNumber(Start);

    /// <summary>Connections up to their limit, so that a thousand of them are one unit.</summary>
    public static ResourceSettings Settings { get; } =
        new() { Workload = Workload.Create(UseCase.Echo, 1024), Targets = new(Connections: new Ratio(1)) };

    /// <summary>
    /// What so many connections show at so many units: inbound 512 B/s each, load 70 x inbound / 2 MB u + 8 x connections / 1000 u.
    /// </summary>
    public static MetricReadings CreateReadings(double connections, int units) =>
        new(
            ServerLoad: Math.Min(100, ((70 * connections * 512 / 2e6) + (8 * connections / 1000)) / units),
            ConnectionCount: connections,
            ConnectionQuotaUtilization: connections / 10 / units,
            InboundTraffic: connections * 512 * 60,
            OutboundTraffic: connections * 512 * 60,
            MessageCount: connections * 15
        );

    public static Observation CreateObservation(int minute, double connections, int units, ResourceSettings? settings = null) =>
        new()
        {
            ResourceId = Id,
            Time = Start.AddMinutes(minute),
            Sku = "Standard_S1",
            Units = units,
            Readings = CreateReadings(connections, units),
            Settings = settings ?? Settings,
        };

    /// <summary>Decides with metrics that are two minutes old.</summary>
    public static DecisionOutcome Decide(Observation observation, ResourceState? state) =>
        ScalingAdvisor.Decide(Rules, observation, state, observation.Time.AddMinutes(2));

    /// <summary>The same minute with so many billed messages in a month of 30 days.</summary>
    public static Observation WithMessages(Observation observation, double perMonth) =>
        observation with
        {
            Readings = observation.Readings with { MessageCount = perMonth / (30 * 1440) },
        };

    /// <summary>The state in which no messages are counted, so that those of the next minute are all there are.</summary>
    public static ResourceState RemoveMessages(ResourceState state) => state with { Usage = DailyUsage.None };

    /// <summary>The state after minutes of a demand at a fixed size, decided upon and never obeyed.</summary>
    public static ResourceState BuildState(int minutes, Func<int, double> connections, int units, ResourceSettings? settings = null)
    {
        ResourceState? state = null;
        for (var minute = 0; minute < minutes; minute++)
        {
            state = Decide(CreateObservation(minute, connections(minute), units, settings), state).State;
        }

        return state!;
    }
}
