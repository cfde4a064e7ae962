namespace Advisor.Core.Observations;

/// <summary>Reason why an observation cannot be decided. Such an observation leaves the state unchanged.</summary>
/// <param name="Code">Stable code, one of <see cref="ObservationProblemCodes"/>.</param>
/// <param name="Text">One sentence: the error, and what was expected.</param>
public sealed record ObservationProblem(string Code, string Text);

/// <summary>Stable codes of <see cref="ObservationProblem"/>.</summary>
public static class ObservationProblemCodes
{
    /// <summary>The unit count is not on the SKU's ladder.</summary>
    public const string UnitsNotOnLadder = "UnitsNotOnLadder";

    /// <summary>The rules have no such SKU of the service.</summary>
    public const string UnknownSku = "UnknownSku";

    /// <summary>The minute is earlier than the newest one of the resource.</summary>
    public const string TimeWentBackwards = "TimeWentBackwards";

    /// <summary>The minute is later than the time of the decision, or outside the years 1971 to 2199.</summary>
    public const string ImpossibleTime = "ImpossibleTime";

    /// <summary>The declared workload cannot be computed.</summary>
    public const string ImpossibleWorkload = "ImpossibleWorkload";

    /// <summary>The settings contradict each other or contain an invalid value.</summary>
    public const string ImpossibleSettings = "ImpossibleSettings";
}
