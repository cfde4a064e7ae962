namespace Advisor.Core.Observations;

/// <summary>Why an observation cannot be decided. Nothing is learned from such a one; the state stays as it was.</summary>
/// <param name="Code">Stable word: one of <see cref="ObservationProblemCodes"/>.</param>
/// <param name="Text">One sentence: what is wrong, and what was expected.</param>
public sealed record ObservationProblem(string Code, string Text);

/// <summary>The stable codes of <see cref="ObservationProblem"/>.</summary>
public static class ObservationProblemCodes
{
    /// <summary>A metric is negative, not a number, infinite, or beyond anything that exists.</summary>
    public const string ImpossibleMetric = "ImpossibleMetric";

    /// <summary>The units are not on the SKU's ladder.</summary>
    public const string UnitsNotOnLadder = "UnitsNotOnLadder";

    /// <summary>The SKU is not among the rules' SKUs of the service.</summary>
    public const string UnknownSku = "UnknownSku";

    /// <summary>The minute lies before the newest one of this resource.</summary>
    public const string TimeWentBackwards = "TimeWentBackwards";

    /// <summary>The minute lies after the time of the decision, or outside of the years 1971 to 2199.</summary>
    public const string ImpossibleTime = "ImpossibleTime";

    /// <summary>The declared workload cannot be computed with.</summary>
    public const string ImpossibleWorkload = "ImpossibleWorkload";

    /// <summary>The settings contradict each other or hold an impossible value.</summary>
    public const string ImpossibleSettings = "ImpossibleSettings";
}
