namespace Advisor.Core.Decisions;

/// <summary>Line of the explanation: a stable code, and a sentence with the figures used.</summary>
/// <param name="Code">Stable noun such as <c>ForecastExceedsCapacity</c>; <see cref="ReasonCodes"/> lists all codes.</param>
/// <param name="Text">One sentence in plain words, with its figures.</param>
public sealed record Reason(string Code, string Text)
{
    // Private, so that it is not stored.
    private string? LineText { get; init; }

    /// <summary>
    /// Returns the reason with another text in a line of <c>advisor decide</c>: programs read the line alone, without the fields that a
    /// person sees beside the text.
    /// </summary>
    public Reason WithLineText(string text) => this with { LineText = text };

    /// <summary>Whether these reasons say that the size was full: the required units are then a lower bound.</summary>
    public static bool ShowFullSize(IEnumerable<Reason> reasons) => reasons.Any(reason => reason.Code == ReasonCodes.FullSize);

    /// <summary>Returns the text in a line of <c>advisor decide</c>.</summary>
    public string GetLineText() => LineText ?? Text;
}
