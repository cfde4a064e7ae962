namespace Advisor.Core.Decisions;

/// <summary>One line of the explanation: a stable code, and a sentence with the numbers that were used.</summary>
/// <param name="Code">A stable noun such as <c>ForecastExceedsCapacity</c>; all codes are in <see cref="ReasonCodes"/>.</param>
/// <param name="Text">One sentence in plain words, with its figures.</param>
public sealed record Reason(string Code, string Text);
