namespace Advisor.Core.Capacity;

/// <summary>
/// Ceiling as a function of the unit count: straight lines from (0, 0) through the given points, never decreasing, and flat beyond the
/// last, since the guides promise no more than their last column.
/// </summary>
public sealed class CeilingCurve
{
    private readonly double[] units;
    private readonly double[] values;
    private readonly double slope; // 0 if the curve is not a single straight line

    /// <param name="units">Unit counts, ascending, above 0.</param>
    /// <param name="values">Ceiling at each unit count, above 0, never decreasing.</param>
    /// <exception cref="ArgumentException">The lists differ in length, are empty, or break these rules.</exception>
    public CeilingCurve(IReadOnlyList<double> units, IReadOnlyList<double> values)
    {
        this.units = [.. units];
        this.values = [.. values];
        if (this.units.Length == 0 || this.units.Length != this.values.Length)
        {
            throw new ArgumentException("A ceiling has one value for each unit count, at least one.", nameof(values));
        }

        for (var i = 0; i < this.units.Length; i++)
        {
            var (minUnits, minValue) = i == 0 ? (0, double.Epsilon) : (this.units[i - 1], this.values[i - 1]);
            if (!(this.units[i] > minUnits) || !(this.values[i] >= minValue) || double.IsInfinity(this.values[i]))
            {
                throw new ArgumentException("Unit counts ascend from above 0, and a ceiling never falls.", nameof(values));
            }
        }

        var perUnit = this.values[0] / this.units[0];
        slope = this.units.Zip(this.values).All(point => Math.Abs(point.Second - (perUnit * point.First)) <= 1e-9 * point.Second)
            ? perUnit
            : 0;
    }

    /// <summary>Returns the ceiling at a unit count: 0 at 0, interpolated between points, flat beyond the last.</summary>
    public double Interpolate(double unitCount)
    {
        if (!(unitCount > 0))
        {
            return 0;
        }

        if (unitCount >= units[^1])
        {
            return values[^1];
        }

        if (slope > 0)
        {
            return slope * unitCount;
        }

        var i = 0;
        while (units[i] < unitCount)
        {
            i++;
        }

        if (units[i] == unitCount)
        {
            return values[i];
        }

        var (u0, v0) = i == 0 ? (0, 0) : (units[i - 1], values[i - 1]);
        return v0 + ((values[i] - v0) * (unitCount - u0) / (units[i] - u0));
    }

    /// <summary>
    /// Returns the smallest unit count whose ceiling is at least <paramref name="value"/>. Beyond the last point the last segment is
    /// extrapolated, so that the result shows how far the ladder falls short; <see cref="double.PositiveInfinity"/> if that segment is
    /// flat: no unit count reaches the value.
    /// </summary>
    public double FindUnits(double value)
    {
        if (!(value > 0))
        {
            return 0;
        }

        if (slope > 0)
        {
            return value / slope;
        }

        var i = 0;
        while (i < values.Length - 1 && values[i] < value)
        {
            i++;
        }

        var (u0, v0) = i == 0 ? (0, 0) : (units[i - 1], values[i - 1]);
        if (value <= v0)
        {
            return u0;
        }

        return values[i] > v0 ? u0 + ((units[i] - u0) * (value - v0) / (values[i] - v0)) : double.PositiveInfinity;
    }
}
