namespace Advisor.Pages.Shared;

/// <summary>What a colour means; the text beside it says the same.</summary>
public enum Tone
{
    Neutral,
    Good,
    Warning,
    Bad,

    /// <summary>Something goes on.</summary>
    Active,
}

internal static class ToneNames
{
    /// <summary>The class of the stylesheet; null for a neutral one.</summary>
    public static string? ClassOf(Tone tone) =>
        tone switch
        {
            Tone.Good => "good",
            Tone.Warning => "warning",
            Tone.Bad => "bad",
            Tone.Active => "active",
            _ => null,
        };
}
