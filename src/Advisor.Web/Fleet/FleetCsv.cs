using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Text;
using Advisor.Reporting.Csv;
using Advisor.Web.Dashboard;

namespace Advisor.Web.Fleet;

/// <summary>
/// Writes the table of the fleet as CSV (RFC 4180 with line feeds, a header, one row per resource). An empty field is unknown or does not
/// apply; utilizations are shares of the target, amounts are a month's.
/// </summary>
internal static class FleetCsv
{
    private static readonly CsvColumn<FleetEntry>[] Columns =
    [
        Create("id", entry => entry.Id),
        Create("name", entry => entry.Name),
        Create("resourceGroup", entry => entry.Group),
        Create("subscription", entry => entry.Subscription),
        Create("region", entry => entry.Region),
        Create("team", entry => entry.Team),
        Create("mode", entry => entry.Evaluation?.Mode is { } mode ? mode.ToCamelCase() : null),
        Create("state", entry => entry.State.ToCamelCase()),
        Create("sku", entry => entry.Sku),
        Create("units", entry => Format(entry.Units)),
        .. LimitingFactor.Limits.Select(limit =>
            Create(
                "utilization." + limit.ToCamelCase(),
                entry => entry.Evaluation is { } record && record.Utilization.TryGetValue(limit, out var value) ? Format(value) : null
            )
        ),
        Create("requiredUnits", entry => Format(entry.RequiredUnits)),
        Create("recommendedSku", entry => entry.IsRecommended ? entry.Evaluation!.RecommendedSku : null),
        Create("recommendedUnits", entry => entry.IsRecommended ? Format(entry.Evaluation!.RecommendedUnits) : null),
        Create("recommendedSince", entry => Format(entry.Recommendation?.Since)),
        Create("currency", entry => entry.Evaluation?.CostNow?.Currency),
        Create("costNow", entry => Format(entry.Evaluation?.CostNow?.Total)),
        Create("costAfter", entry => entry.IsRecommended ? Format(entry.Evaluation!.CostAfter?.Total) : null),
        Create("confidence", entry => Format(entry.Evaluation?.Confidence)),
        Create("firingAlerts", entry => Format(entry.FiringAlerts)),
        Create("dataAt", entry => Format(entry.Evaluation?.DataAt)),
    ];

    /// <summary>Reads the resources that a query selects, in its order.</summary>
    public static async Task<string> ReadAsync(DashboardContext context, FleetQuery query, CancellationToken cancellation)
    {
        var known = await KnownFleet.ReadAsync(
            await context.Dependencies.GetStateAsync(cancellation),
            context.Dependencies.Now,
            cancellation
        );
        return Render(query.Apply(FleetEntry.ListAll(known, context.Dependencies.Now)));
    }

    public static string Render(IEnumerable<FleetEntry> entries) => CsvTable.Render(Columns, entries);

    private static CsvColumn<FleetEntry> Create(string name, Func<FleetEntry, string?> format) =>
        new(name, entry => UntrustedText.EscapeCsv(format(entry) ?? ""));

    private static string? Format(IFormattable? value) =>
        value is DateTimeOffset at
            ? at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'")
            : value?.ToString(null, CultureInfo.InvariantCulture);
}
