namespace Advisor.Reporting;

/// <summary>Says that a scale-in follows a load that is expected to fall, where the size is below what is required now.</summary>
public static class FallingLoad
{
    /// <summary>Returns " as the load falls (7.3 required now)"; empty when the size has what is required now.</summary>
    /// <param name="required">Units required now.</param>
    /// <param name="units">Recommended units.</param>
    public static string Describe(double required, int units) =>
        required > units && double.IsFinite(required) ? $" as the load falls ({FormatAbove(required, units)} required now)" : "";

    // One decimal, or two where one would read as no more than the units.
    private static string FormatAbove(double required, int units) => required.ToString(Math.Round(required, 1) > units ? "0.0" : "0.00##");
}
