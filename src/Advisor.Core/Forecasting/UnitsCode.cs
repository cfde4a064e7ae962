namespace Advisor.Core.Forecasting;

/// <summary>
/// 16-bit code of required units: 0 is unknown, 1 is half a unit or less, and 7,000 codes are a factor of e, so that a step is 0.014 %.
/// Code 65,535 is 5,800 units. Differences of codes are logarithms of ratios, in which the forecast works.
/// </summary>
public static class UnitsCode
{
    /// <summary>Code of a minute whose required units are unknown.</summary>
    public const ushort Unknown = 0;

    /// <summary>Codes per factor of e.</summary>
    public const double PerE = 7000;

    /// <summary>Lower bound of encoded units: below half a unit of the smallest size there is nothing to decide.</summary>
    public const double MinUnits = 0.5;

    /// <summary>Encodes required units; more than 5,800 are encoded as 5,800.</summary>
    public static ushort Encode(double need) =>
        (ushort)Math.Min(1 + Math.Round(Math.Log(Math.Max(need, MinUnits) / MinUnits) * PerE), ushort.MaxValue);

    /// <summary>Returns the units of a code. The code is 1 or more, and fractional if it is the mean of several.</summary>
    public static double Decode(double code) => MinUnits * Math.Exp((code - 1) / PerE);

    /// <summary>
    /// Returns the lowest units that a sum of decoded units may stand for: half a step less, so that 5.00 + 5.00 do not exceed 10.
    /// </summary>
    public static double RemoveRounding(double units) => units * Math.Exp(-0.5 / PerE);

    /// <summary>Returns the difference of codes that a factor on units makes, 1 or more.</summary>
    public static int ToDifference(double factor) => (int)Math.Round(Math.Log(factor) * PerE);

    /// <summary>Returns the factor on units that a difference of codes makes.</summary>
    public static double ToFactor(int difference) => Math.Exp(difference / PerE);

    /// <summary>Returns the code of that many units times the factor of a difference.</summary>
    public static ushort AddTo(ushort code, int difference) => (ushort)Math.Min(code + difference, ushort.MaxValue);
}
