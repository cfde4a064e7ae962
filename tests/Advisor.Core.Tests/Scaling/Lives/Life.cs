using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Lives;

/// <summary>A resource whose decisions are kept as golden files: its load of any minute, and what its metrics make of it.</summary>
/// <param name="Connections">Connections wanted at a minute, before noise.</param>
/// <param name="Units">Units at the start.</param>
internal sealed record Life(string Name, Func<int, double> Connections, int Units)
{
    public const int Day = 1440;

    public ResourceSettings Settings { get; init; } = TestResource.Settings;

    /// <summary>Days that are learned from samples of a quarter of an hour before the first decision.</summary>
    public int PastDays { get; init; } = 9;

    /// <summary>Minutes that are decided.</summary>
    public int Minutes { get; init; } = Day;

    public ServiceKind Service { get; init; } = ServiceKind.SignalR;

    public string Sku { get; init; } = "Standard_S1";

    /// <summary>Share of the load by which minutes differ, 0 to 1.</summary>
    public double Noise { get; init; } = 0.03;

    /// <summary>Bytes in and out of a connection and second.</summary>
    public (double In, double Out) Traffic { get; init; } = (512, 512);

    public RuleSet Rules { get; init; } = TestResource.Rules;

    /// <summary>How old the metrics of a minute are when it is decided; two minutes by default.</summary>
    public Func<int, int> AgeMinutes { get; init; } = _ => 2;

    /// <summary>Changes an observation before it is decided upon; by default nothing.</summary>
    public Func<int, Observation, Observation> Change { get; init; } = (_, observation) => observation;

    /// <summary>Returns what the metrics show of a minute at a size: what it does not carry is not seen.</summary>
    public MetricReadings Show(int minute, int units)
    {
        var random = new Random((minute * 7919) + Name.Length);
        var wanted = Connections(minute) * (1 + (Noise * ((2 * random.NextDouble()) - 1)));
        var served = Math.Round(Math.Min(wanted, 1000.0 * units));
        var (inbound, outbound) = (served * Traffic.In, served * Traffic.Out);
        return new(
            ServerLoad: Math.Round(Math.Min(100, ((35 * inbound / 1e6) + (8 * outbound / 1e6) + (8 * served / 1000)) / units), 1),
            ConnectionCount: served,
            ConnectionQuotaUtilization: Math.Round(served / 10 / units, 2),
            InboundTraffic: inbound * 60,
            OutboundTraffic: outbound * 60,
            MessageCount: Service == ServiceKind.SignalR ? Math.Round(outbound * 60 / 2048) : null
        );
    }

    public Observation Observe(int minute, int units, int measuredUnits) =>
        Change(
            minute,
            new Observation
            {
                ResourceId = TestResource.Id,
                Time = TestResource.Start.AddMinutes(minute),
                Service = Service,
                Sku = Sku,
                Units = units,
                Readings = Show(minute, measuredUnits),
                Settings = Settings,
            }
        );

    public DecisionOutcome Decide(int minute, Observation observation, ResourceState? state) =>
        ScalingAdvisor.Decide(Rules, observation, state, observation.Time.AddMinutes(AgeMinutes(minute)));
}
