using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// What is recommended to people for a resource, beside its alerts: the alerts that it explains need no message of their own.
/// </summary>
public enum AdviceDirection
{
    /// <summary>Nothing, or Advisor makes the change itself.</summary>
    None,

    /// <summary>A size that carries more.</summary>
    Larger,

    /// <summary>A smaller size.</summary>
    Smaller,
}

/// <summary>Which alerts a recommendation explains.</summary>
public static class AdviceDirections
{
    /// <summary>Whether following the recommendation ends alerts about this number.</summary>
    public static bool CanExplain(this AdviceDirection advice, AlertNumber number) =>
        advice switch
        {
            AdviceDirection.Larger => number != AlertNumber.PeakUtilization && number.IsAboutLoad(),
            AdviceDirection.Smaller => number == AlertNumber.PeakUtilization,
            _ => false,
        };
}
