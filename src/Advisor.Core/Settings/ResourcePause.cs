namespace Advisor.Core.Settings;

/// <summary>Directions in which the size is not changed.</summary>
public enum PausedScaling
{
    None,
    ScaleIn,
    ScaleOut,

    /// <summary>Both directions.</summary>
    All,
}

/// <summary>A pause that someone set for a resource; it holds until it is removed.</summary>
/// <param name="Scaling">What is paused.</param>
/// <param name="Source">Where it was set, as the reasons name it: <c>the tag advisor-pause</c>.</param>
public sealed record ResourcePause(PausedScaling Scaling, string Source)
{
    /// <summary>Whether it forbids a change to more units (<paramref name="scaleOut"/>) or to fewer, of the same tier or another.</summary>
    public bool Covers(bool scaleOut) =>
        Scaling == PausedScaling.All || Scaling == (scaleOut ? PausedScaling.ScaleOut : PausedScaling.ScaleIn);

    /// <summary>The directions in words: <c>scale-in</c>.</summary>
    public string Directions =>
        Scaling switch
        {
            PausedScaling.ScaleIn => "scale-in",
            PausedScaling.ScaleOut => "scale-out",
            PausedScaling.All => "scale-in and scale-out",
            _ => "nothing",
        };

    /// <summary>One sentence: what is paused, by what, until when.</summary>
    public string Describe(bool scaleOut) => $"{(scaleOut ? "Scale-out" : "Scale-in")} is paused by {Source} until that is removed.";
}
