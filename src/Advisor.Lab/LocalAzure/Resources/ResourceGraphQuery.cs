using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure.Wire;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>
/// Queries of Azure Resource Graph, as far as lists of resources need: <c>resources</c>, then <c>where type in~ (...)</c> or <c>=~</c>,
/// <c>project</c>, <c>distinct</c> and <c>order by</c> of columns. Any other operator is refused.
/// </summary>
internal static partial class ResourceGraphQuery
{
    /// <summary>Returns the rows of a query, or why it is refused.</summary>
    /// <param name="resources">Resources that the index knows, those of the scope.</param>
    public static (IReadOnlyList<JsonNode> Rows, ArmError? Problem) Run(string query, IEnumerable<LocalResource> resources)
    {
        var steps = query.Split('|', StringSplitOptions.TrimEntries);
        if (!string.Equals(steps[0], "resources", StringComparison.OrdinalIgnoreCase))
        {
            return Refuse(steps[0]);
        }

        var rows = resources.Select(BuildRow);
        foreach (var step in steps.Skip(1))
        {
            if (Apply(step, rows) is not { } next)
            {
                return Refuse(step);
            }

            rows = next;
        }

        return ([.. rows], null);
    }

    private static IEnumerable<JsonObject>? Apply(string step, IEnumerable<JsonObject> rows)
    {
        if (WherePattern().Match(step) is { Success: true } filter)
        {
            var types = filter.Groups["type"].Captures.Select(type => type.Value).ToHashSet(StringComparer.OrdinalIgnoreCase);
            return rows.Where(row => types.Contains((string)row["type"]!));
        }

        if (ColumnsPattern().Match(step) is { Success: true } columns)
        {
            var names = columns.Groups["name"].Captures.Select(name => name.Value).ToList();
            var projected = rows.Select(row => new JsonObject(names.Select(name => KeyValuePair.Create(name, row[name]?.DeepClone()))));
            return columns.Groups["verb"].Value == "distinct" ? projected.DistinctBy(row => row.ToJsonString()) : projected;
        }

        return OrderPattern().Match(step) is { Success: true } order
            ? rows.OrderBy(row => (string?)row[order.Groups["name"].Value], StringComparer.OrdinalIgnoreCase)
            : null;
    }

    // Resource Graph writes types and groups in lower case.
    private static JsonObject BuildRow(LocalResource resource)
    {
        var row = JsonNode.Parse(resource.WriteDocument())!.AsObject();
        row["type"] = resource.Type.ToLowerInvariant();
        row["subscriptionId"] = resource.SubscriptionId;
        row["resourceGroup"] = resource.Spec.ResourceGroup.ToLowerInvariant();
        return row;
    }

    private static (IReadOnlyList<JsonNode>, ArmError?) Refuse(string step) =>
        ([], ArmError.Invalid("InvalidQuery", $"Query is invalid. Please refer to the documentation for the syntax near '{step}'."));

    [GeneratedRegex(
        @"^where type (=~ '(?<type>[^']+)'|in~ \(\s*'(?<type>[^']+)'(\s*,\s*'(?<type>[^']+)')*\s*\))$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex WherePattern();

    [GeneratedRegex(
        @"^(?<verb>project|distinct) (?<name>[A-Za-z]+)(\s*,\s*(?<name>[A-Za-z]+))*$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex ColumnsPattern();

    [GeneratedRegex("^order by (?<name>[A-Za-z]+) asc$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex OrderPattern();
}
