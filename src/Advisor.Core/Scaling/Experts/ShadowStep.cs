using Advisor.Core.Capacity;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Experts;

/// <summary>Input of the shadow policies for one minute.</summary>
internal readonly ref struct ShadowStep
{
    /// <summary>Minute of the decision.</summary>
    public required int DecisionMinute { get; init; }

    /// <summary>Minute of the metrics, at or before <see cref="DecisionMinute"/>.</summary>
    public required int MeasuredMinute { get; init; }

    /// <summary>Units required in the minute of the metrics.</summary>
    public required double UnitsRequired { get; init; }

    /// <summary>Whether the minute of the decision is on a Saturday or Sunday, local time.</summary>
    public required bool IsWeekend { get; init; }

    /// <summary>Past minutes whose required units turned out to be more, since the size was full; usually empty.</summary>
    public ReadOnlySpan<CorrectedMinute> Corrected { get; init; }

    /// <summary>Units requested by each trigger.</summary>
    public required ReadOnlySpan<double> TriggerUnits { get; init; }

    /// <summary>Units kept by each floor.</summary>
    public required ReadOnlySpan<double> FloorUnits { get; init; }

    public required UnitLadder Ladder { get; init; }

    /// <summary>Step in force.</summary>
    public required int CurrentStep { get; init; }

    public required ObjectivePrices Prices { get; init; }

    /// <summary>Whether a requested size is kept for a holding time.</summary>
    public required bool UsesRetention { get; init; }

    /// <summary>Whether experts with a low recent cost weigh more.</summary>
    public required bool UsesWeights { get; init; }
}

/// <summary>Past minute whose required units turned out to be more than was known then.</summary>
/// <param name="Minute">Minute of the metrics.</param>
/// <param name="Before">Units that were charged for.</param>
/// <param name="After">Units required.</param>
internal readonly record struct CorrectedMinute(int Minute, double Before, double After);
