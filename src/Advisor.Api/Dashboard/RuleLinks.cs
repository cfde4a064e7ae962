using Advisor.Core.Rules;
using Advisor.Pages.Shared;

namespace Advisor.Api.Dashboard;

/// <summary>Leads from a number to the rule that it comes from, on the page of the rules.</summary>
internal sealed class RuleLinks(string path, RuleSet rules)
{
    public RuleSet Rules { get; } = rules;

    /// <summary>A text that links to a rule; the text alone where there is no such rule.</summary>
    public LinkedText Create(string text, string rule) =>
        new(text, Rules.Entries.Value.Any(entry => entry.Id == rule) ? $"{path}#{Uri.EscapeDataString(rule)}" : null);

    public LinkedText Create(string rule) => Create(rule, rule);
}
