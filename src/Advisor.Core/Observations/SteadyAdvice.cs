using Advisor.Core.Settings;

namespace Advisor.Core.Observations;

/// <summary>What the steady size is used for in a decision.</summary>
public enum SteadyAdvice
{
    /// <summary>Not computed: the size of every minute is decided by itself. The default, for programs that ask every minute.</summary>
    None,

    /// <summary>Shown beside the decision of the minute, for a resource that Advisor sizes by itself.</summary>
    Beside,

    /// <summary>Recommended in place of a scale-in, for a resource that Advisor only scales out by itself.</summary>
    ForScaleIns,

    /// <summary>Recommended in place of the decision of the minute, for a resource that a person sizes.</summary>
    Always,
}

/// <summary>Which advice fits a mode.</summary>
public static class SteadyAdviceModes
{
    /// <summary>
    /// Returns the advice of a mode: where Advisor sizes every minute it is shown beside, where a person acts it takes its place.
    /// </summary>
    public static SteadyAdvice GetSteadyAdvice(this AdvisorMode mode) =>
        mode switch
        {
            AdvisorMode.Auto => SteadyAdvice.Beside,
            AdvisorMode.AutoUp => SteadyAdvice.ForScaleIns,
            _ => SteadyAdvice.Always,
        };
}
