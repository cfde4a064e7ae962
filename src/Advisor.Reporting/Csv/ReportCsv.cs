using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Advisor.Reporting.Json;

namespace Advisor.Reporting.Csv;

/// <summary>
/// Writes a report as CSV (RFC 4180 with line feeds, a header, one row per resource). A column has the name of its field in the JSON, with
/// dots; an empty field is unknown or does not apply. <c>reasons</c> is the text of the first reason.
/// </summary>
public static class ReportCsv
{
    private static readonly CsvColumn<ResourceReport>[] Fields =
    [
        new("id", r => UntrustedText.EscapeCsv(r.Id)),
        new("name", r => UntrustedText.EscapeCsv(r.Name)),
        new("service", r => r.Service.ToWireName()),
        new("region", r => UntrustedText.EscapeCsv(r.Region)),
        new("state", r => r.State.ToWireName()),
        new("sku", r => UntrustedText.EscapeCsv(r.Sku)),
        new("units", r => FormatNumber(r.Units)),
        new("action", r => r.Decision?.Action.ToWireName()),
        new("targetSku", r => UntrustedText.EscapeCsv(r.Target?.Sku ?? "")),
        new("targetUnits", r => FormatNumber(r.Target?.Units)),
        new("steady.sku", r => UntrustedText.EscapeCsv(r.Decision?.Steady?.Sku ?? "")),
        new("steady.units", r => FormatNumber(r.Decision?.Steady?.Units)),
        new("steady.overloadedMinutes", r => FormatNumber(r.Decision?.Steady?.Chosen.OverloadedMinutes)),
        new("steady.saving", r => FormatAmount(MonthlyBill.ComputeChange(r.Decision?.Steady?.Chosen.Cost, r.Decision?.CostNow))),
        new("steady.weeklyGrowth", r => (r.Decision?.Steady?.Growth?.Ratio - 1)?.ToString("0.####")),
        new("limitingFactor", r => r.Decision is { HasAnyUtilization: true } known ? known.LimitingFactor.ToWireName() : null),
        .. CreateByLimit("utilization.", (decision, limit) => decision.Utilization[limit]),
        .. CreateByLimit("targets.", (decision, limit) => decision.Targets[limit]),
        new("confidence", r => FormatNumber(r.Confidence)),
        new("cost.currency", r => r.Cost is { } cost ? UntrustedText.EscapeCsv(cost.Units.Currency) : null),
        new("cost.today.units", r => FormatAmount(r.Cost?.Units)),
        new("cost.today.messages", r => FormatAmount(r.Cost?.Messages)),
        new("cost.today.total", r => FormatAmount(r.Cost?.Total)),
        new("cost.after.units", r => FormatAmount(r.CostAfter?.Units)),
        new("cost.after.messages", r => FormatAmount(r.CostAfter?.Messages)),
        new("cost.after.total", r => FormatAmount(r.CostAfter?.Total)),
        new("cost.change", r => FormatAmount(MonthlyBill.ComputeChange(r.Cost, r.CostAfter))),
        new("cost.missing", r => r.Cost?.Missing.ToWireName()),
        new("cost.messagesPerMinute", r => r.Cost is null ? null : r.Decision?.MessagesPerMinute?.ToString("0.###")),
        new("cost.prices", r => r.Cost is null ? null : r.PriceOrigin.Source.ToWireName()),
        new("cost.pricesAsOf", r => r.Cost is null ? null : r.PriceOrigin.AsOf),
        new("historyHours", r => r.History > TimeSpan.Zero ? r.History.TotalHours.ToString("0.#") : null),
        new("recommendation", r => UntrustedText.EscapeCsv(ReportPhrases.DescribeRecommendation(r))),
        new("advisoryReason", r => UntrustedText.EscapeCsv(r.Advisory ?? "")),
        new("reasons", r => UntrustedText.EscapeCsv(FindFirstReason(r) ?? r.Failure?.Text ?? "")),
    ];

    // The totals have their currencies, since a resource may have several: "45.10 EUR; 3.00 USD".
    private static readonly CsvColumn<ResourceReport>[] ActualFields =
    [
        new("actualCost.from", r => r.PastCost?.Window.From.ToString("yyyy-MM-dd")),
        new("actualCost.to", r => r.PastCost?.Window.To.ToString("yyyy-MM-dd")),
        new("actualCost.readAt", r => r.PastCost?.ReadAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ")),
        new("actualCost.totals", r => r.PastCost is { } cost ? UntrustedText.EscapeCsv(string.Join("; ", cost.Totals)) : null),
        new("actualCost.compared.days", r => FormatNumber(r.PastCost?.Comparison?.Days)),
        new("actualCost.compared.amount", r => FormatAmount(r.PastCost?.Comparison?.Actual)),
        new("actualCost.compared.unitDays", r => r.PastCost?.Comparison?.UnitDays?.ToString("0.####")),
        new("actualCost.compared.prorated.amount", r => FormatAmount(r.PastCost?.Comparison?.Prorated.Cost)),
        new("actualCost.compared.prorated.unitDays", r => r.PastCost?.Comparison?.Prorated.UnitDays.ToString("0.####")),
        new("actualCost.compared.dailyPeak.amount", r => FormatAmount(r.PastCost?.Comparison?.DailyPeak.Cost)),
        new("actualCost.compared.dailyPeak.unitDays", r => r.PastCost?.Comparison?.DailyPeak.UnitDays.ToString("0.####")),
        new("actualCost.compared.nearest", r => r.PastCost?.Comparison?.FindNearest()?.ToWireName()),
    ];

    /// <summary>Columns in order, as listed in <c>x-csv</c> of docs/schema/evaluate.schema.json.</summary>
    public static IReadOnlyList<string> Columns { get; } = [.. Fields.Select(field => field.Name)];

    /// <summary>Columns that follow where an actual cost is known.</summary>
    public static IReadOnlyList<string> ActualColumns { get; } = [.. ActualFields.Select(field => field.Name)];

    // Columns of actual costs are there where any is known, so that a file without them stays as it was.
    public static string Render(EvaluationReport report) =>
        CsvTable.Render(
            report.Resources.Any(resource => resource.PastCost is not null) ? [.. Fields, .. ActualFields] : Fields,
            report.Shown
        );

    private static IEnumerable<CsvColumn<ResourceReport>> CreateByLimit(string prefix, Func<Decision, Limit, Ratio?> find) =>
        LimitingFactor.Limits.Select(limit => new CsvColumn<ResourceReport>(
            prefix + limit.ToWireName(),
            resource => resource.Decision is { } decision ? FormatNumber(find(decision, limit)) : null
        ));

    private static string? FindFirstReason(ResourceReport resource) =>
        resource.Decision is { Reasons: [var first, ..] } ? first.Text : null;

    private static string? FormatAmount(Money? money) => money?.Amount.ToString("0.00");

    private static string? FormatNumber(int? value) => value?.ToString();

    private static string? FormatNumber(Ratio? ratio) => ratio?.Value.ToString("0.####");
}
