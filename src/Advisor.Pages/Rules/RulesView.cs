using Advisor.Pages.Shared;

namespace Advisor.Pages.Rules;

/// <summary>Every number that comes from outside, with its source.</summary>
public sealed record RulesView(IReadOnlyList<RuleFileView> Files);

/// <summary>The rules of one file.</summary>
/// <param name="CheckedOn">The day on which it was compared with its sources, yyyy-MM-dd.</param>
public sealed record RuleFileView(string Name, string CheckedOn, IReadOnlyList<RuleView> Rules);

/// <summary>A rule.</summary>
/// <param name="Id">Its anchor too.</param>
/// <param name="Values">A line for each number, with its unit.</param>
/// <param name="Sources">Sources of the value.</param>
/// <param name="Warning">Where its value is less certain than others, why; null otherwise.</param>
public sealed record RuleView(string Id, IReadOnlyList<string> Values, string? Meaning, IReadOnlyList<LinkedText> Sources, string? Warning);
