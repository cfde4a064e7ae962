using Advisor.Core.Quantities;

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

/// <summary>Pause of a resource set by a person; it applies until its end, or until it is removed.</summary>
/// <param name="Scaling">Paused directions.</param>
/// <param name="Source">Origin of the pause, as the reasons name it: <c>the tag advisor-pause</c>.</param>
public sealed record ResourcePause(PausedScaling Scaling, string Source)
{
    /// <summary>End, exclusive, UTC; null = it applies until it is removed.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>
    /// Whether the pause forbids a change to more units (<paramref name="scaleOut"/>) or to fewer at an instant, of the same tier or
    /// another.
    /// </summary>
    public bool Covers(bool scaleOut, DateTimeOffset now) =>
        IsInForce(now) && (Scaling == PausedScaling.All || Scaling == (scaleOut ? PausedScaling.ScaleOut : PausedScaling.ScaleIn));

    /// <summary>Whether the pause forbids any change at an instant.</summary>
    public bool IsInForce(DateTimeOffset now) => Scaling != PausedScaling.None && !(now >= Until);

    /// <summary>Whether the pause forbids all that another one forbids, for as long.</summary>
    public bool Includes(ResourcePause other) =>
        (Scaling == PausedScaling.All || Scaling == other.Scaling) && (Until is null || Until >= other.Until);

    /// <summary>Paused directions in words: <c>scale-in</c>.</summary>
    public string Directions =>
        Scaling switch
        {
            PausedScaling.ScaleIn => "scale-in",
            PausedScaling.ScaleOut => "scale-out",
            PausedScaling.All => "scale-in and scale-out",
            _ => "nothing",
        };

    /// <summary>Returns paused directions as a state: <c>paused</c>, <c>scale-in paused</c>; null if nothing is paused.</summary>
    public static string? Summarize(PausedScaling? scaling) =>
        scaling switch
        {
            PausedScaling.All => "paused",
            PausedScaling.ScaleIn => "scale-in paused",
            PausedScaling.ScaleOut => "scale-out paused",
            _ => null,
        };

    /// <summary>Returns one sentence: what is paused, by what, and until when.</summary>
    public string Describe(DateTimeOffset now) => $"{DescribeDirections()} {DescribeEnd(now)}";

    /// <summary>Returns the same of one direction.</summary>
    public string Describe(bool scaleOut, DateTimeOffset now) => $"{(scaleOut ? "Scale-out" : "Scale-in")} is {DescribeEnd(now)}";

    /// <summary>Returns the beginning of a sentence: "Scale-in is", "Scale-in and scale-out are".</summary>
    public string DescribeDirections()
    {
        var text = Directions;
        return $"{char.ToUpperInvariant(text[0])}{text[1..]} {Wording.FormatIsOrAre(Scaling == PausedScaling.All ? 2 : 1)}";
    }

    private string DescribeEnd(DateTimeOffset now) =>
        $"paused by {Source} until {(Until is { } end ? Wording.FormatEnd(end, now) : "that is removed")}.";
}
