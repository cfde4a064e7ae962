using System.Globalization;
using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Advisor.Reporting.Json;

namespace Advisor.Reporting.Csv;

/// <summary>A report as CSV (RFC 4180 with line feeds, a header, one row for each resource). An empty field is unknown or does not apply.</summary>
public static class ReportCsv
{
    private const string Header =
        "id,name,service,region,state,sku,units,action,targetSku,targetUnits,limitingFactor,serverLoad,connections,inbound,outbound,routing,confidence,monthlyCost,monthlyCostChange,currency,historyHours,advisory,reason";

    public static string Render(EvaluationReport report)
    {
        var text = new StringBuilder(Header).Append('\n');
        foreach (var resource in report.Shown)
        {
            text.AppendJoin(',', Fields(resource)).Append('\n');
        }

        return text.ToString();
    }

    private static IEnumerable<string> Fields(ResourceReport resource)
    {
        var decision = resource.Decision;
        yield return OutsideText.Csv(resource.Id);
        yield return OutsideText.Csv(resource.Name);
        yield return resource.Service.WireName();
        yield return OutsideText.Csv(resource.Region);
        yield return ReportJson.WireName(resource.State);
        yield return OutsideText.Csv(resource.Sku);
        yield return Number(resource.Units);
        yield return decision?.Action.WireName() ?? string.Empty;
        yield return OutsideText.Csv(decision?.AdvisedSku ?? decision?.Sku ?? string.Empty);
        yield return decision is null ? string.Empty : Number(decision.AdvisedUnits ?? decision.Units);
        yield return decision?.Binding.WireName() ?? string.Empty;
        foreach (var dimension in Binding.Dimensions)
        {
            yield return Number(decision?.Utilization[dimension]);
        }

        yield return Number(decision?.Confidence);
        var change = decision?.MonthlyCostChange;
        yield return Number(resource.MonthlyCost);
        yield return Number(change);
        yield return OutsideText.Csv(resource.MonthlyCost?.Currency ?? change?.Currency ?? string.Empty);
        yield return resource.History.TotalHours.ToString("0.#", CultureInfo.InvariantCulture);
        yield return OutsideText.Csv(resource.Advisory ?? string.Empty);
        yield return OutsideText.Csv((decision is { Reasons.Count: > 0 } ? decision.Reasons[0].Text : null) ?? resource.Failure?.Text ?? string.Empty);
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Number(Ratio? ratio) => ratio?.Value.ToString("0.####", CultureInfo.InvariantCulture) ?? string.Empty;

    private static string Number(Money? money) => money?.Amount.ToString("0.00", CultureInfo.InvariantCulture) ?? string.Empty;
}
