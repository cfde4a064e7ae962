namespace Advisor.Core.Settings;

/// <summary>Scaling directions that are paused.</summary>
public enum PausedScaling
{
    None,
    ScaleIn,
    ScaleOut,

    /// <summary>Both directions.</summary>
    All,
}

/// <summary>Pause of a resource set by a person; it applies until it is removed.</summary>
/// <param name="Scaling">Paused directions.</param>
/// <param name="Source">Origin of the pause, as the reasons name it: <c>the tag advisor-pause</c>.</param>
public sealed record ResourcePause(PausedScaling Scaling, string Source)
{
    /// <summary>
    /// Whether the pause forbids a change to more units (<paramref name="scaleOut"/>) or to fewer, of the same tier or another.
    /// </summary>
    public bool Covers(bool scaleOut) =>
        Scaling == PausedScaling.All || Scaling == (scaleOut ? PausedScaling.ScaleOut : PausedScaling.ScaleIn);

    /// <summary>Paused directions in words: <c>scale-in</c>.</summary>
    public string Directions =>
        Scaling switch
        {
            PausedScaling.ScaleIn => "scale-in",
            PausedScaling.ScaleOut => "scale-out",
            PausedScaling.All => "scale-in and scale-out",
            _ => "nothing",
        };

    /// <summary>Combines two pauses: all directions that either pauses; null if there is neither.</summary>
    public static ResourcePause? Combine(ResourcePause? one, ResourcePause? other) =>
        one is null or { Scaling: PausedScaling.None } ? other
        : other is null or { Scaling: PausedScaling.None } ? one
        : new(one.Scaling == other.Scaling ? one.Scaling : PausedScaling.All, $"{one.Source} and by {other.Source}");

    /// <summary>Returns one sentence: what is paused, by what, and until when.</summary>
    public string Describe(bool scaleOut) => $"{(scaleOut ? "Scale-out" : "Scale-in")} is paused by {Source} until that is removed.";
}
