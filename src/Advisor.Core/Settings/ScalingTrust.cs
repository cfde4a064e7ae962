namespace Advisor.Core.Settings;

/// <summary>How far the first scale-in of a resource by Advisor may go.</summary>
public enum ScalingTrust
{
    /// <summary>After a day of history, at most to half the units, and no lower for another day.</summary>
    Gradual,

    /// <summary>At once, to any size.</summary>
    Full,
}
