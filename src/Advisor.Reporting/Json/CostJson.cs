using System.Text.Json.Serialization;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>Monthly cost: units + messages = total, all to the cent.</summary>
internal class AmountsJson(MonthlyCost cost)
{
    public decimal Units => cost.Units.ToAmount();

    public decimal? Messages => cost.Messages.ToAmount();

    public decimal Total => cost.Total.ToAmount();

    public static AmountsJson? Create(MonthlyCost? cost) => cost is { } known ? new(known) : null;
}

/// <summary>Monthly cost of one size.</summary>
internal sealed class SizeCostJson(MonthlyCost cost) : AmountsJson(cost)
{
    [JsonPropertyOrder(-1)]
    public string Currency { get; } = cost.Units.Currency;

    [JsonPropertyOrder(1)]
    public string? Missing { get; } = cost.Missing.ToWireName();

    /// <returns>Null when no price is known.</returns>
    public static new SizeCostJson? Create(MonthlyCost? cost) => cost is { } known ? new(known) : null;
}

/// <summary>Monthly cost of the current size, of the recommended one (equal when nothing changes), and the change.</summary>
internal abstract class CostJson(MonthlyCost today, MonthlyCost? after)
{
    private readonly Money? change = MonthlyBill.ComputeChange(today, after);

    [JsonPropertyOrder(-1)]
    public string Currency => today.Units.Currency;

    [JsonPropertyOrder(-1)]
    public AmountsJson Today => new(today);

    [JsonPropertyOrder(-1)]
    public AmountsJson? After => change is null ? null : AmountsJson.Create(after);

    [JsonPropertyOrder(-1)]
    public decimal? Change => change.ToAmount();

    [JsonPropertyOrder(-1)]
    public string? Missing => today.Missing.ToWireName();
}

/// <summary>Monthly cost of several resources.</summary>
internal sealed class FleetCostJson(ReportCost cost) : CostJson(cost.Today, cost.After)
{
    public decimal AdvisoryChange => cost.AdvisoryChange.ToAmount();

    public int Unpriced => cost.Unpriced;

    /// <returns>Null when no price is known, or currencies differ.</returns>
    public static FleetCostJson? Create(ReportCost? cost) => cost is null ? null : new(cost);
}

/// <summary>Monthly cost of a resource, what it is spent on, and its prices.</summary>
internal sealed class ResourceCostJson(ResourceReport resource, MonthlyCost cost) : CostJson(cost, resource.CostAfter)
{
    public double? MessagesPerMinute => resource.Decision?.MessagesPerMinute.Round();

    public double? MeanConnections => resource.Decision?.MeanConnections.Round();

    public decimal? Per1000Connections { get; } = CostText.ComputePer1000Connections(cost, resource.Decision?.MeanConnections).ToAmount();

    public decimal? PerMillionMessages { get; } = CostText.ComputePerMillionMessages(cost, resource.Decision?.Messages).ToAmount();

    public MonthJson? Month => resource.Month is { } bill ? new(bill) : null;

    public string Prices => resource.PriceOrigin.Source.ToWireName();

    public string? PricesAsOf => resource.PriceOrigin.AsOf;

    public string PriceBasis => resource.PriceBasis;
}

/// <summary>Bill of the month in progress.</summary>
internal sealed class MonthJson(MonthBill bill)
{
    public DateOnly Start => bill.Month;

    public AmountsJson ToDate => new(bill.ToDate);

    public AmountsJson Expected => new(bill.Expected);

    public AmountsJson? LastMonth => AmountsJson.Create(bill.LastMonth);

    public decimal? Change => bill.Change.ToAmount();

    public int EstimatedDays => bill.EstimatedDays;

    public string? Missing => bill.Expected.Missing.ToWireName();
}
