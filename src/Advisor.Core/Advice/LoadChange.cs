namespace Advisor.Core.Advice;

/// <summary>How a metric of a load changes: by a factor, or to another highest reading. Exactly one of the two is set.</summary>
/// <param name="Factor">Factor on every reading, 0 or more: 1.3 is 30 % more.</param>
/// <param name="Peak">The highest reading of the look-back becomes this, and every other one in proportion.</param>
public readonly record struct LoadChange(double? Factor, double? Peak)
{
    /// <summary>Returns the factor on every reading; null when a peak is wanted and there is no reading above 0.</summary>
    /// <param name="highest">Highest reading of the look-back; null when it is not known.</param>
    public double? FindFactor(double? highest) => Factor ?? (highest > 0 ? Peak / highest : null);
}

/// <summary>Factors on a load; 1 is the load as it was measured.</summary>
/// <param name="Connections">Factor on the connections.</param>
/// <param name="Messages">Factor on the messages and their bytes, in both directions.</param>
public readonly record struct LoadFactors(double Connections, double Messages)
{
    /// <summary>The load as it was measured.</summary>
    public static LoadFactors Measured { get; } = new(1, 1);
}
