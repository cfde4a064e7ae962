namespace Advisor.Core.Decisions;

/// <summary>Line of the explanation: a stable code, and a sentence with the figures used.</summary>
/// <param name="Code">Stable noun such as <c>ForecastExceedsCapacity</c>; <see cref="ReasonCodes"/> lists all codes.</param>
/// <param name="Text">One sentence in plain words, with its figures.</param>
public sealed record Reason(string Code, string Text);
