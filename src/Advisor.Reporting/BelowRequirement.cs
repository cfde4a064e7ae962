using Advisor.Core.Decisions;

namespace Advisor.Reporting;

/// <summary>Says why a scale-in leads to fewer units than are required now: the load falls, or a person set the size.</summary>
public static class BelowRequirement
{
    /// <summary>
    /// Returns " as the load falls (7.3 required now)", ": pinned (7.3 required now)", or ", 7.3 required now" where the first reason is
    /// neither; empty when the size has what is required now.
    /// </summary>
    /// <param name="required">Units required now.</param>
    /// <param name="units">Recommended units.</param>
    /// <param name="reasons">Reasons of the decision, the main one first.</param>
    public static string Describe(double required, int units, IReadOnlyList<Reason> reasons)
    {
        if (required <= units || !double.IsFinite(required))
        {
            return "";
        }

        var above = $"{FormatAbove(required, units)} required now";
        return reasons.Count == 0
            ? $", {above}"
            : reasons[0].Code switch
            {
                ReasonCodes.Oversized or ReasonCodes.SteadySize => $" as the load falls ({above})",
                (ReasonCodes.Pinned or ReasonCodes.MaximumSize) and var code => $": {NoChangeReason.FindPhrase(code)} ({above})",
                _ => $", {above}",
            };
    }

    // One decimal, or two where one would read as no more than the units.
    private static string FormatAbove(double required, int units) => required.ToString(Math.Round(required, 1) > units ? "0.0" : "0.00##");
}
