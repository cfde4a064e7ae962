using Advisor.Core.Rules;
using Advisor.Web.Shared;

namespace Advisor.Web.Rules;

/// <summary>Builds the page of the rules.</summary>
internal static class RulePages
{
    public static RulesView BuildView(RuleSet rules) =>
        new([
            .. rules
                .Entries.Value.GroupBy(entry => entry.File, StringComparer.Ordinal)
                .Select(file => new RuleFileView(file.Key, file.First().CheckedOn.ToString("yyyy-MM-dd"), [.. file.Select(Create)])),
        ]);

    private static RuleView Create(RuleEntry entry) =>
        new(
            entry.Id,
            entry.Values,
            entry.Meaning,
            [.. entry.Sources.Select(source => new LinkedText(source.Text, source.Url))],
            entry.IsVerified == false ? "Not verified against the source." : null
        );
}
