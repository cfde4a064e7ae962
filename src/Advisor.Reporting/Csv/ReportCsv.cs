using System.Globalization;
using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Text;
using Advisor.Reporting.Json;

namespace Advisor.Reporting.Csv;

/// <summary>
/// A report as CSV (RFC 4180 with line feeds, a header, one row for each resource). A column is named after its field in the JSON, with dots; an empty field is
/// unknown or does not apply. <c>reasons</c> is the first reason's text.
/// </summary>
public static class ReportCsv
{
    /// <summary>The columns in order, as <c>x-csv</c> of docs/schema/evaluate.schema.json lists them.</summary>
    public static IReadOnlyList<string> Columns { get; } =
    [
        "id", "name", "service", "region", "state", "sku", "units", "action", "targetSku", "targetUnits", "limitingFactor",
        .. Binding.Dimensions.Select(d => "utilization." + d.WireName()), .. Binding.Dimensions.Select(d => "targets." + d.WireName()), "confidence", "cost.currency",
        "cost.today.units", "cost.today.messages", "cost.today.total", "cost.after.units", "cost.after.messages", "cost.after.total", "cost.change", "cost.missing",
        "cost.messagesPerMinute", "cost.prices", "historyHours", "recommendation", "advisory", "reasons",
    ];

    public static string Render(EvaluationReport report)
    {
        var text = new StringBuilder().AppendJoin(',', Columns).Append('\n');
        foreach (var resource in report.Shown)
        {
            text.AppendJoin(',', Fields(resource)).Append('\n');
        }

        return text.ToString();
    }

    private static IEnumerable<string> Fields(ResourceReport resource)
    {
        var decision = resource.Decision;
        string[] named =
        [
            UntrustedText.Csv(resource.Id), UntrustedText.Csv(resource.Name), resource.Service.WireName(), UntrustedText.Csv(resource.Region), ReportJson.WireName(resource.State),
            UntrustedText.Csv(resource.Sku), Number(resource.Units), decision?.Action.WireName() ?? "", UntrustedText.Csv(resource.TargetSku ?? ""), Number(resource.TargetUnits),
            decision is { KnowsSomething: true } ? decision.Binding.WireName() : "",
        ];
        return
        [
            .. named,
            .. Binding.Dimensions.Select(d => Number(decision?.Utilization[d])),
            .. Binding.Dimensions.Select(d => Number(decision?.Targets[d])),
            Number(resource.Confidence),
            .. Cost(resource),
            resource.History > TimeSpan.Zero ? resource.History.TotalHours.ToString("0.#", CultureInfo.InvariantCulture) : "",
            UntrustedText.Csv(Phrases.Recommendation(resource)),
            UntrustedText.Csv(resource.Advisory ?? ""),
            UntrustedText.Csv((decision is { Reasons.Count: > 0 } ? decision.Reasons[0].Text : null) ?? resource.Failure?.Text ?? ""),
        ];
    }

    private static IEnumerable<string> Cost(ResourceReport resource)
    {
        var (today, after) = (resource.Cost, resource.CostAfter);
        string?[] fields =
        [
            today is { } now ? UntrustedText.Csv(now.Units.Currency) : null, .. Amounts(today), .. Amounts(after),
            Amount(MonthlyBill.Change(today, after)), today is { } known ? CostJson.MissingOf(known) : null,
            today is null ? null : resource.Decision?.MessagesPerMinute?.ToString("0.###", CultureInfo.InvariantCulture),
            today is null ? null : resource.HasOwnPrice ? "own" : "list",
        ];
        return fields.Select(field => field ?? "");
    }

    private static string?[] Amounts(MonthlyCost? cost) => [Amount(cost?.Units), Amount(cost?.Messages), Amount(cost?.Total)];

    private static string? Amount(Money? money) => money?.Amount.ToString("0.00", CultureInfo.InvariantCulture);

    private static string Number(int? value) => value?.ToString(CultureInfo.InvariantCulture) ?? "";

    private static string Number(Ratio? ratio) => ratio?.Value.ToString("0.####", CultureInfo.InvariantCulture) ?? "";
}
