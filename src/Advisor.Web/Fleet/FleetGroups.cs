using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Web.Fleet;

/// <summary>Divides the rows of the fleet table into groups with subtotals.</summary>
internal static class FleetGroups
{
    private static readonly (string Key, string Name, Func<FleetEntry, string> Value)[] Ways =
    [
        ("team", "Team", entry => entry.Team),
        ("endpointGroup", "Endpoint group", entry => entry.EndpointGroup),
        ("region", "Region", entry => entry.Region),
        ("mode", "Mode", entry => entry.Evaluation?.Mode?.ToCamelCase() ?? ""),
        ("resourceGroup", "Resource group", entry => entry.Group),
        ("subscription", "Subscription", entry => entry.Subscription),
    ];

    /// <summary>Returns the way of grouping with a key, an empty text when there is none.</summary>
    public static string FindKey(string key) => Array.Exists(Ways, way => way.Key == key) ? key : "";

    public static FleetFilter CreateFilter(string chosen) =>
        new(
            "group",
            "Group by",
            [new("", "No groups", chosen.Length == 0), .. Ways.Select(way => FleetPages.CreateChoice(way.Key, way.Name, chosen))]
        );

    /// <summary>
    /// Divides entries, which keep their order, into groups in the order of their names; one group without a heading for an empty key.
    /// Subtotals are of all entries, rows of the first ones only.
    /// </summary>
    /// <param name="shown">Number of rows.</param>
    /// <param name="budgets">Budgets, which the headings of teams show.</param>
    public static IReadOnlyList<FleetGroup> Create(
        IReadOnlyList<FleetEntry> entries,
        string key,
        int shown,
        IReadOnlyList<BudgetUse> budgets,
        Func<FleetEntry, FleetRow> createRow
    )
    {
        if (key.Length == 0)
        {
            return [new(null, [.. entries.Take(shown).Select(createRow)])];
        }

        var (_, name, value) = Array.Find(Ways, way => way.Key == key);
        var groups = new List<FleetGroup>();
        foreach (
            var group in entries
                .GroupBy(value, StringComparer.OrdinalIgnoreCase)
                .OrderBy(group => group.Key.Length == 0)
                .ThenBy(group => group.Key, StringComparer.OrdinalIgnoreCase)
        )
        {
            var rows = group.Take(Math.Max(shown, 0)).Select(createRow).ToList();
            shown -= rows.Count;
            groups.Add(new(CreateHeading(name, group.Key, [.. group], key == "team" ? FindBudget(budgets, group.Key) : null), rows));
        }

        return groups;
    }

    private static BudgetUse? FindBudget(IReadOnlyList<BudgetUse> budgets, string team) =>
        budgets.FirstOrDefault(use => string.Equals(use.Budget.Team, team, StringComparison.OrdinalIgnoreCase));

    private static FleetGroupHeading CreateHeading(string way, string name, IReadOnlyList<FleetEntry> entries, BudgetUse? budget)
    {
        var records = entries.Select(entry => entry.Evaluation).OfType<EvaluationRecord>().ToList();
        var cost = FleetCost.SumByCurrency(records).MaxBy(sum => sum.Resources);
        var (atRisk, recommended) = (
            entries.Count(entry => entry.State == FleetEntryState.AtRisk),
            entries.Count(entry => entry.IsRecommended)
        );
        var alerts = entries.Sum(entry => entry.FiringAlerts);
        return new FleetGroupHeading(
            $"group:{name}",
            name.Length > 0 ? name : $"No {way.ToLowerInvariant()}",
            Wording.FormatCount(entries.Count, "resource")
                + (atRisk > 0 ? $", {Wording.FormatNumber(atRisk)} at risk" : "")
                + (recommended > 0 ? $", {Wording.FormatCount(recommended, "recommendation")}" : "")
                + (budget is null ? "" : $"; budget: {BudgetText.FormatUse(budget)}"),
            Wording.FormatNumber(entries.Sum(entry => entry.Units)),
            FleetText.FormatAmount(cost?.Total),
            recommended > 0 && cost is not null ? FleetText.FormatAmount(cost.Total - cost.Savings + cost.Increase) : "",
            alerts > 0 ? Wording.FormatNumber(alerts) : ""
        );
    }
}
