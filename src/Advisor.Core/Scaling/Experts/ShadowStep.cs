using Advisor.Core.Capacity;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Experts;

/// <summary>What the shadow runs know of one minute.</summary>
internal readonly ref struct ShadowStep
{
    /// <summary>The minute of the decision.</summary>
    public required int DecisionMinute { get; init; }

    /// <summary>The minute of the metrics, at or before <see cref="DecisionMinute"/>.</summary>
    public required int MeasuredMinute { get; init; }

    /// <summary>The need of the minute of the metrics, in units.</summary>
    public required double UnitsRequired { get; init; }

    /// <summary>Units that each trigger requests.</summary>
    public required ReadOnlySpan<double> TriggerUnits { get; init; }

    /// <summary>Units that each floor keeps.</summary>
    public required ReadOnlySpan<double> FloorUnits { get; init; }

    public required UnitLadder Ladder { get; init; }

    /// <summary>The step in force.</summary>
    public required int CurrentStep { get; init; }

    public required ObjectivePrices Prices { get; init; }

    /// <summary>Whether a size once asked for is kept for a rent time.</summary>
    public required bool UsesRetention { get; init; }

    /// <summary>Whether rules that were cheap lately weigh more.</summary>
    public required bool UsesWeights { get; init; }
}
