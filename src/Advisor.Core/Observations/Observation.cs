using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;

namespace Advisor.Core.Observations;

/// <summary>Input of a decision about one resource, besides the rules and the stored state.</summary>
public sealed record Observation
{
    /// <summary>Id of the resource; compares without case.</summary>
    public required string ResourceId { get; init; }

    /// <summary>Minute that <see cref="Readings"/> describe, UTC.</summary>
    public required DateTimeOffset Time { get; init; }

    public ServiceKind Service { get; init; } = ServiceKind.SignalR;

    public ServiceMode ServiceMode { get; init; } = ServiceMode.Default;

    /// <summary>Name of the SKU in force at the time of the decision.</summary>
    public required string Sku { get; init; }

    /// <summary>Units in force at the time of the decision; the readings may belong to an earlier size.</summary>
    public required int Units { get; init; }

    /// <summary>
    /// Whether a change of the resource is in progress (requested and not yet in effect, or its provisioning state is not Succeeded).
    /// </summary>
    public bool ChangeInProgress { get; init; }

    /// <summary>Whether the traffic metrics include the leg to the app servers.</summary>
    public bool CountsServerLeg { get; init; }

    /// <summary>Minutes that the readings stand for: 1; more in a file of coarser metrics. Traffic and messages are per minute.</summary>
    public int Minutes { get; init; } = 1;

    /// <summary>
    /// Whether costs are computed from a running mean of the messages instead of counted days: for <c>decide</c> and the backtest, which
    /// receive single minutes and whose output is a contract.
    /// </summary>
    public bool BillsRunningMean { get; init; }

    /// <summary>
    /// Whether the caller applies each decision and nothing else knows how the change ended: for <c>decide</c>. Changes that do not take
    /// effect are then requested less and less often.
    /// </summary>
    public bool AppliesDecisions { get; init; }

    /// <summary>Readings of the minute; a metric that was not reported is null, never 0.</summary>
    public MetricReadings Readings { get; init; }

    /// <summary>
    /// Connections that Azure closed as throttled in that minute: the size is full. Null is unknown.
    /// </summary>
    public double? ThrottledCloses { get; init; }

    /// <summary>Settings in force for the decision.</summary>
    public ResourceSettings Settings { get; init; } = ResourceSettings.Default;

    /// <summary>Limits that the rest of the fleet puts on the decision; unknown by default.</summary>
    public FleetConstraints Fleet { get; init; } = FleetConstraints.Unknown;

    /// <summary>What the steady size, the one to keep until a person looks again, is used for. Default: nothing.</summary>
    public SteadyAdvice Steady { get; init; }

    /// <summary>Required units before the 14 days of the state, for the steady size; null = none were read.</summary>
    public EarlierRequirements? Earlier { get; init; }
}
