namespace Advisor.Core.Quantities;

/// <summary>
/// Finite ratio of two like quantities, 0 or more; a utilization may exceed 1. Percent appears only in input and
/// output.
/// </summary>
public readonly record struct Ratio : IComparable<Ratio>
{
    /// <param name="value">0 or more, finite.</param>
    /// <exception cref="ArgumentOutOfRangeException">Negative, infinite or not a number.</exception>
    public Ratio(double value)
    {
        if (!double.IsFinite(value) || value < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(value), value, "A ratio is finite and 0 or more.");
        }

        Value = value;
    }

    /// <summary>Ratio as a number: 0.7, not 70.</summary>
    public double Value { get; }

    /// <summary>Ratio in percent: 0.7 gives 70.</summary>
    public double Percent => Value * 100;

    public int CompareTo(Ratio other) => Value.CompareTo(other.Value);

    public static bool operator <(Ratio left, Ratio right) => left.Value < right.Value;

    public static bool operator >(Ratio left, Ratio right) => left.Value > right.Value;

    public static bool operator <=(Ratio left, Ratio right) => left.Value <= right.Value;

    public static bool operator >=(Ratio left, Ratio right) => left.Value >= right.Value;

    public override string ToString() => Value.ToString("0.###");
}
