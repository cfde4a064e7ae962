using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
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
    /// <summary>Columns in order, as listed in <c>x-csv</c> of docs/schema/evaluate.schema.json.</summary>
    public static IReadOnlyList<string> Columns { get; } =
    [
        "id",
        "name",
        "service",
        "region",
        "state",
        "sku",
        "units",
        "action",
        "targetSku",
        "targetUnits",
        "steady.sku",
        "steady.units",
        "steady.overloadedMinutes",
        "steady.saving",
        "limitingFactor",
        .. LimitingFactor.Limits.Select(d => "utilization." + d.ToWireName()),
        .. LimitingFactor.Limits.Select(d => "targets." + d.ToWireName()),
        "confidence",
        "cost.currency",
        "cost.today.units",
        "cost.today.messages",
        "cost.today.total",
        "cost.after.units",
        "cost.after.messages",
        "cost.after.total",
        "cost.change",
        "cost.missing",
        "cost.messagesPerMinute",
        "cost.prices",
        "cost.pricesAsOf",
        "historyHours",
        "recommendation",
        "advisoryReason",
        "reasons",
    ];

    /// <summary>Columns that follow where an actual cost is known.</summary>
    public static IReadOnlyList<string> ActualColumns { get; } =
    [
        "actualCost.from",
        "actualCost.to",
        "actualCost.readAt",
        "actualCost.totals",
        "actualCost.compared.days",
        "actualCost.compared.amount",
        "actualCost.compared.unitDays",
        "actualCost.compared.prorated.amount",
        "actualCost.compared.prorated.unitDays",
        "actualCost.compared.dailyPeak.amount",
        "actualCost.compared.dailyPeak.unitDays",
        "actualCost.compared.nearest",
    ];

    public static string Render(EvaluationReport report)
    {
        // Columns of actual costs are there where any is known, so that a file without them stays as it was.
        var hasActual = report.Resources.Any(resource => resource.PastCost is not null);
        var text = new StringBuilder().AppendJoin(',', hasActual ? [.. Columns, .. ActualColumns] : Columns).Append('\n');
        foreach (var resource in report.Shown)
        {
            text.AppendJoin(',', [.. ListFields(resource), .. hasActual ? ListActualFields(resource.PastCost) : []]).Append('\n');
        }

        return text.ToString();
    }

    private static IEnumerable<string> ListFields(ResourceReport resource)
    {
        var decision = resource.Decision;
        string[] named =
        [
            UntrustedText.EscapeCsv(resource.Id),
            UntrustedText.EscapeCsv(resource.Name),
            resource.Service.ToWireName(),
            UntrustedText.EscapeCsv(resource.Region),
            resource.State.ToWireName(),
            UntrustedText.EscapeCsv(resource.Sku),
            FormatNumber(resource.Units),
            decision?.Action.ToWireName() ?? "",
            UntrustedText.EscapeCsv(resource.Target?.Sku ?? ""),
            FormatNumber(resource.Target?.Units),
            UntrustedText.EscapeCsv(decision?.Steady?.Sku ?? ""),
            FormatNumber(decision?.Steady?.Units),
            FormatNumber(decision?.Steady?.Chosen.OverloadedMinutes),
            FormatAmount(MonthlyBill.ComputeChange(decision?.Steady?.Chosen.Cost, decision?.CostNow)) ?? "",
            decision is { HasAnyUtilization: true } ? decision.LimitingFactor.ToWireName() : "",
        ];
        return
        [
            .. named,
            .. LimitingFactor.Limits.Select(d => FormatNumber(decision?.Utilization[d])),
            .. LimitingFactor.Limits.Select(d => FormatNumber(decision?.Targets[d])),
            FormatNumber(resource.Confidence),
            .. ListCostFields(resource),
            resource.History > TimeSpan.Zero ? resource.History.TotalHours.ToString("0.#") : "",
            UntrustedText.EscapeCsv(ReportPhrases.DescribeRecommendation(resource)),
            UntrustedText.EscapeCsv(resource.Advisory ?? ""),
            UntrustedText.EscapeCsv((decision is { Reasons.Count: > 0 } ? decision.Reasons[0].Text : null) ?? resource.Failure?.Text ?? ""),
        ];
    }

    private static IEnumerable<string> ListCostFields(ResourceReport resource)
    {
        var (today, after) = (resource.Cost, resource.CostAfter);
        string?[] fields =
        [
            today is { } now ? UntrustedText.EscapeCsv(now.Units.Currency) : null,
            .. FormatAmounts(today),
            .. FormatAmounts(after),
            FormatAmount(MonthlyBill.ComputeChange(today, after)),
            today?.Missing.ToWireName(),
            today is null ? null : resource.Decision?.MessagesPerMinute?.ToString("0.###"),
            today is null ? null : resource.PriceOrigin.Source.ToWireName(),
            today is null ? null : resource.PriceOrigin.AsOf,
        ];
        return fields.Select(field => field ?? "");
    }

    // The totals have their currencies, since a resource may have several: "45.10 EUR; 3.00 USD".
    private static IEnumerable<string> ListActualFields(PastCost? cost)
    {
        var compared = cost?.Comparison;
        string?[] fields =
        [
            cost?.Window.From.ToString("yyyy-MM-dd"),
            cost?.Window.To.ToString("yyyy-MM-dd"),
            cost?.ReadAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ"),
            cost is null ? null : UntrustedText.EscapeCsv(string.Join("; ", cost.Totals.Select(total => total.ToString()))),
            FormatNumber(compared?.Days),
            FormatAmount(compared?.Actual),
            compared?.UnitDays?.ToString("0.####"),
            FormatAmount(compared?.Prorated.Cost),
            compared?.Prorated.UnitDays.ToString("0.####"),
            FormatAmount(compared?.DailyPeak.Cost),
            compared?.DailyPeak.UnitDays.ToString("0.####"),
            compared?.FindNearest()?.ToWireName(),
        ];
        return fields.Select(field => field ?? "");
    }

    private static string?[] FormatAmounts(MonthlyCost? cost) =>
        [FormatAmount(cost?.Units), FormatAmount(cost?.Messages), FormatAmount(cost?.Total)];

    private static string? FormatAmount(Money? money) => money?.Amount.ToString("0.00");

    private static string FormatNumber(int? value) => value?.ToString() ?? "";

    private static string FormatNumber(Ratio? ratio) => ratio?.Value.ToString("0.####") ?? "";
}
