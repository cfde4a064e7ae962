namespace Advisor.Core.Decisions;

/// <summary>Action of a decision; wire names are in camel case.</summary>
public enum ScalingAction
{
    Hold,
    ScaleOut,
    ScaleIn,
    ChangeTier,

    /// <summary>A change would help, but may not be applied automatically; the text names it.</summary>
    Advise,
}
