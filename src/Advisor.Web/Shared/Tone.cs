namespace Advisor.Web.Shared;

/// <summary>Meaning of a color; the text beside it says the same.</summary>
public enum Tone
{
    Neutral,
    Good,
    Warning,
    Bad,

    /// <summary>Work in progress.</summary>
    Active,
}

internal static class ToneNames
{
    /// <summary>Returns the class in the stylesheet; null for a neutral tone.</summary>
    public static string? FindClass(Tone tone) =>
        tone switch
        {
            Tone.Good => "good",
            Tone.Warning => "warning",
            Tone.Bad => "bad",
            Tone.Active => "active",
            _ => null,
        };
}
