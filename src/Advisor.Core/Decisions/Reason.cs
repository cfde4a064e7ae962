using System.Text.Json.Serialization;

namespace Advisor.Core.Decisions;

/// <summary>Line of the explanation: a stable code, and a sentence with the figures used.</summary>
/// <param name="Code">Stable noun such as <c>ForecastExceedsCapacity</c>; <see cref="ReasonCodes"/> lists all codes.</param>
/// <param name="Text">One sentence in plain words, with its figures.</param>
public sealed record Reason(string Code, string Text)
{
    /// <summary>
    /// Text in a line of <c>advisor decide</c>, where it differs: programs read the line alone, without the fields that a person sees
    /// beside the text. Not stored.
    /// </summary>
    [JsonIgnore]
    public string? LineText { get; init; }
}
