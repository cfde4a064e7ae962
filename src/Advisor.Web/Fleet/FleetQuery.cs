using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Fleet;

/// <summary>View of the fleet from an address; unknown states, columns and ways of grouping are ignored.</summary>
/// <param name="Search">Words that name, resource group, region or team contain, or the id of a resource; empty = all.</param>
/// <param name="State">Name of a state; empty = all.</param>
/// <param name="Sort">Key of a column, prefixed with a dash for the reverse direction; empty = by attention.</param>
/// <param name="Group">How rows are grouped, see <see cref="FleetGroups"/>; empty = not.</param>
/// <param name="IsWhole">Whether every row is shown, however many there are.</param>
internal sealed record FleetQuery(string Search, string State, string Subscription, string Team, string Sort, string Group, bool IsWhole)
{
    /// <summary>Longest text of a field, which the id of a resource fits in; what is longer is cut.</summary>
    public const int MaxLength = 1000;

    // Direction of the first click: names and states ascending, most figures descending.
    private static readonly Dictionary<string, (Func<FleetEntry, IComparable?> Value, bool Descending)> Sorts = new(StringComparer.Ordinal)
    {
        ["name"] = (entry => entry.Name.ToLowerInvariant(), false),
        ["state"] = (entry => (int)entry.State, false),
        ["size"] = (entry => entry.Units, true),
        ["serverLoad"] = (entry => FindUtilization(entry, Limit.ServerLoad), true),
        ["connections"] = (entry => FindUtilization(entry, Limit.Connections), true),
        ["inbound"] = (entry => FindUtilization(entry, Limit.Inbound), true),
        ["outbound"] = (entry => FindUtilization(entry, Limit.Outbound), true),
        ["routing"] = (entry => FindUtilization(entry, Limit.Routing), true),
        ["required"] = (entry => entry.RequiredUnits, true),
        ["week"] = (entry => entry.Evaluation?.Week?.Max(), true),
        ["recommendation"] = (
            entry => entry.IsRecommended ? Math.Abs(entry.Evaluation!.RecommendedUnits!.Value - entry.Units) : null,
            true
        ),
        ["cost"] = (entry => entry.Evaluation?.CostNow?.Total, true),
        ["change"] = (entry => entry.CostChange, false),
        ["waiting"] = (FleetWaiting.FindPlace, false),
        ["confidence"] = (entry => entry.Evaluation?.Confidence, false),
        ["alerts"] = (entry => entry.FiringAlerts, true),
        ["age"] = (entry => entry.Evaluation?.DataAt, false),
    };

    public static FleetQuery Read(IQueryCollection query)
    {
        var sort = ReadText("sort");
        var known = Sorts.ContainsKey(sort.StartsWith('-') ? sort[1..] : sort);
        var state = ReadText("state");
        return new FleetQuery(
            ReadText("q"),
            Enum.GetNames<FleetEntryState>().Contains(state, StringComparer.OrdinalIgnoreCase) ? state : "",
            ReadText("subscription").ToLowerInvariant(),
            ReadText("team"),
            known ? sort : "",
            FleetGroups.FindKey(ReadText("group")),
            query["rows"].Contains("all")
        );

        string ReadText(string name)
        {
            var text = query[name].ToString().Trim();
            return text.Length <= MaxLength ? text : text[..MaxLength];
        }
    }

    /// <summary>Returns the value of aria-sort for a column; null when the table is not sorted by it.</summary>
    public string? FindSortDirection(string column) =>
        Sort.TrimStart('-') != column ? null
        : Sorts[column].Descending == Sort.StartsWith('-') ? "ascending"
        : "descending";

    /// <summary>Address of the same view sorted by a column, in the other direction when it is already.</summary>
    public string CreateSortAddress(string path, string column) => CreateAddress(path, Sort == column ? "-" + column : column, null);

    /// <summary>Address of the same view elsewhere.</summary>
    public string CreateViewAddress(string path) => CreateAddress(path, Sort, null);

    /// <summary>Address of the same view with every row.</summary>
    public string CreateWholeAddress(string path) => CreateAddress(path, Sort, "all");

    private string CreateAddress(string path, string sort, string? rows)
    {
        (string Name, string? Value)[] fields =
        [
            ("q", Search),
            ("state", State),
            ("subscription", Subscription),
            ("team", Team),
            ("sort", sort),
            ("group", Group),
            ("rows", rows),
        ];
        return path
            + "?"
            + string.Join(
                '&',
                fields
                    .Where(field => !string.IsNullOrEmpty(field.Value))
                    .Select(field => $"{field.Name}={Uri.EscapeDataString(field.Value!)}")
            );
    }

    public IEnumerable<FleetEntry> Apply(IEnumerable<FleetEntry> entries)
    {
        var words = Search.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var chosen = entries.Where(entry =>
            (!Enum.TryParse<FleetEntryState>(State, ignoreCase: true, out var state) || entry.IsIn(state))
            && (Subscription.Length == 0 || entry.Subscription == Subscription)
            && (Team.Length == 0 || entry.Team == Team)
            && (Array.TrueForAll(words, word => IsIn(entry, word)) || entry.Id.Equals(Search, StringComparison.OrdinalIgnoreCase))
        );
        if (Sort.Length == 0)
        {
            return ReplicaOrder.PlaceBelowOwners(
                chosen.OrderBy(entry => entry.State).ThenByDescending(entry => entry.MaxUtilization ?? 0).ThenBy(GetSortName),
                entry => entry.Id
            );
        }

        // Unknown values come last in both directions.
        var (value, descending) = Sorts[Sort.TrimStart('-')];
        var known = chosen.OrderBy(entry => value(entry) is null);
        return (descending != Sort.StartsWith('-') ? known.ThenByDescending(value) : known.ThenBy(value)).ThenBy(GetSortName);

        static string GetSortName(FleetEntry entry) => entry.Name.ToLowerInvariant();
    }

    // Not the id: the word of the service is in every one.
    private static bool IsIn(FleetEntry entry, string word) =>
        Array.Exists([entry.Name, entry.Group, entry.Region, entry.Team], text => text.Contains(word, StringComparison.OrdinalIgnoreCase));

    private static IComparable? FindUtilization(FleetEntry entry, Limit limit) =>
        entry.Evaluation is { } known && known.Utilization.TryGetValue(limit, out var value) ? value : null;
}
