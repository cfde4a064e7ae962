using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Reports a resource group or tag that selects nothing: more likely a slip than an empty fleet.</summary>
internal static class ScopeFilter
{
    /// <exception cref="CommandException">Everything was read, and no resource is of the groups and tags of the scope.</exception>
    public static void RequireMatch(EvaluationReport report, FleetScope scope)
    {
        var filters = ListFilters(scope).ToList();
        if (report is { Resources.Count: 0, Failures.Count: 0 } && filters.Count > 0)
        {
            throw CommandException.CreateNotFound($"no SignalR or Web PubSub resource {string.Join(" and ", filters)}.");
        }
    }

    private static IEnumerable<string> ListFilters(FleetScope scope)
    {
        if (scope.ResourceGroups.Count > 0)
        {
            yield return $"is in resource group {string.Join(" or ", scope.ResourceGroups.Select(FormatQuoted))}";
        }

        if (scope.Tags.Count > 0)
        {
            var tags = scope.Tags.Select(tag => FormatQuoted(tag.Value.Length > 0 ? $"{tag.Key}={tag.Value}" : tag.Key));
            yield return $"has the tag {string.Join(" and ", tags)}";
        }
    }

    private static string FormatQuoted(string text) => $"'{UntrustedText.Sanitize(text)}'";
}
