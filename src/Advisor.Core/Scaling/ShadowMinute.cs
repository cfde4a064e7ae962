using Advisor.Core.Capacity;

namespace Advisor.Core.Scaling;

/// <summary>What the shadow runs are told of one minute.</summary>
internal readonly ref struct ShadowMinute
{
    /// <summary>The minute of the decision.</summary>
    public required int Now { get; init; }

    /// <summary>The minute of the metrics, at or before <see cref="Now"/>.</summary>
    public required int Measured { get; init; }

    /// <summary>The need of the minute of the metrics, in units.</summary>
    public required double Need { get; init; }

    /// <summary>Units that each trigger asks for.</summary>
    public required ReadOnlySpan<double> Asked { get; init; }

    /// <summary>Units that each floor keeps.</summary>
    public required ReadOnlySpan<double> Kept { get; init; }

    public required UnitLadder Ladder { get; init; }

    /// <summary>The step in force.</summary>
    public required int InForce { get; init; }

    public required ObjectivePrices Prices { get; init; }

    /// <summary>Whether a size once asked for is kept for a rent time.</summary>
    public required bool Rents { get; init; }

    /// <summary>Whether rules that were cheap lately weigh more.</summary>
    public required bool Weighs { get; init; }
}
