namespace Advisor.Core.Decisions;

/// <summary>What a decision says to do; wire names in camel case.</summary>
public enum ScalingAction
{
    Hold,
    ScaleOut,
    ScaleIn,
    ChangeTier,

    /// <summary>A change would help that may not be made automatically; the text says which.</summary>
    Advise,
}
