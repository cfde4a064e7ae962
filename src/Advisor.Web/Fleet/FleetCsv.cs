using System.Globalization;
using System.Text;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Text;
using Advisor.Web.Dashboard;

namespace Advisor.Web.Fleet;

/// <summary>
/// Writes the table of the fleet as CSV (RFC 4180 with line feeds, a header, one row per resource). An empty field is unknown or does not
/// apply; utilizations are shares of the target, amounts are a month's.
/// </summary>
internal static class FleetCsv
{
    private static readonly string[] Columns =
    [
        "id",
        "name",
        "resourceGroup",
        "subscription",
        "region",
        "team",
        "mode",
        "state",
        "sku",
        "units",
        .. LimitingFactor.Limits.Select(limit => "utilization." + JsonNamingPolicy.CamelCase.ConvertName(limit.ToString())),
        "requiredUnits",
        "recommendedSku",
        "recommendedUnits",
        "recommendedSince",
        "currency",
        "costNow",
        "costAfter",
        "confidence",
        "firingAlerts",
        "dataAt",
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

    public static string Render(IEnumerable<FleetEntry> entries)
    {
        var text = new StringBuilder().AppendJoin(',', Columns).Append('\n');
        foreach (var entry in entries)
        {
            text.AppendJoin(',', ListFields(entry).Select(field => UntrustedText.EscapeCsv(field ?? ""))).Append('\n');
        }

        return text.ToString();
    }

    private static IEnumerable<string?> ListFields(FleetEntry entry)
    {
        var record = entry.Evaluation;
        return
        [
            entry.Id,
            entry.Name,
            entry.Group,
            entry.Subscription,
            entry.Region,
            entry.Team,
            record?.Mode is { } mode ? JsonNamingPolicy.CamelCase.ConvertName(mode.ToString()) : null,
            JsonNamingPolicy.CamelCase.ConvertName(entry.State.ToString()),
            entry.Sku,
            Format(entry.Units),
            .. LimitingFactor.Limits.Select(limit =>
                record is not null && record.Utilization.TryGetValue(limit, out var value) ? Format(value) : null
            ),
            Format(entry.RequiredUnits),
            entry.IsRecommended ? record!.RecommendedSku : null,
            entry.IsRecommended ? Format(record!.RecommendedUnits) : null,
            Format(entry.Recommendation?.Since),
            record?.CostNow?.Currency,
            Format(record?.CostNow?.Total),
            entry.IsRecommended ? Format(record!.CostAfter?.Total) : null,
            Format(record?.Confidence),
            Format(entry.FiringAlerts),
            Format(record?.DataAt),
        ];
    }

    private static string? Format(IFormattable? value) =>
        value is DateTimeOffset at
            ? at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'")
            : value?.ToString(null, CultureInfo.InvariantCulture);
}
