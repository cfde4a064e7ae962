using Advisor.Web.Shared;

namespace Advisor.Web.Rules;

/// <summary>Every number from an external source, with that source.</summary>
public sealed record RulesView(IReadOnlyList<RuleFileView> Files);

/// <summary>Rules of one file.</summary>
/// <param name="CheckedOn">Day of the last comparison with its sources, yyyy-MM-dd.</param>
public sealed record RuleFileView(string Name, string CheckedOn, IReadOnlyList<RuleView> Rules);

/// <summary>A rule on the page of the rules.</summary>
/// <param name="Id">Id, also the anchor on the page.</param>
/// <param name="Values">One line per number, with its unit.</param>
/// <param name="Sources">Sources of the value.</param>
/// <param name="Warning">Reason why the value is less certain than others; null otherwise.</param>
public sealed record RuleView(string Id, IReadOnlyList<string> Values, string? Meaning, IReadOnlyList<LinkedText> Sources, string? Warning);
