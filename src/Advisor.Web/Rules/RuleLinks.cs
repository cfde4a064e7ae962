using Advisor.Core.Rules;
using Advisor.Web.Shared;

namespace Advisor.Web.Rules;

/// <summary>Creates links from a number to its rule on the page of the rules.</summary>
internal sealed class RuleLinks(string path, RuleSet rules)
{
    public RuleSet Rules { get; } = rules;

    /// <summary>Creates a text that links to a rule; plain text when there is no such rule.</summary>
    public LinkedText Create(string text, string rule) =>
        new(text, Rules.Entries.Value.Any(entry => entry.Id == rule) ? $"{path}#{Uri.EscapeDataString(rule)}" : null);

    public LinkedText Create(string rule) => Create(rule, rule);
}
