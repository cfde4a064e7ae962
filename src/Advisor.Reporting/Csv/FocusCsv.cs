using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting.Csv;

/// <summary>
/// Writes the estimated cost of a report as FOCUS 1.2 (FinOps Open Cost and Usage Specification, tag v1.2 of 2025-05-30): CSV, a row per
/// resource, UTC day and meter. An empty field is null. Nothing knows the billing account: the subscription stands for it. The column
/// <c>x_CostBasis</c> says that a row is an estimate, and the source and date of its price.
/// </summary>
public static class FocusCsv
{
    private const string Vendor = "Microsoft";

    /// <summary>Columns with the name of the specification, or x_ before one of our own.</summary>
    private static readonly (string Name, Func<ResourceReport, DailyCharge, string> Format)[] Fields =
    [
        ("BilledCost", (_, c) => Format(c.Cost.Amount)),
        ("BillingAccountId", (r, _) => GetSubscriptionPath(r)),
        ("BillingAccountName", (_, _) => ""),
        ("BillingCurrency", (_, c) => c.Price.Currency),
        ("BillingPeriodEnd", (_, c) => Format(GetMonth(c.Day).AddMonths(1))),
        ("BillingPeriodStart", (_, c) => Format(GetMonth(c.Day))),
        ("ChargeCategory", (_, _) => "Usage"),
        ("ChargeClass", (_, _) => ""),
        ("ChargeDescription", (r, c) => Describe(r, c)),
        ("ChargeFrequency", (_, _) => "Usage-Based"),
        ("ChargePeriodEnd", (_, c) => Format(c.Day.AddDays(1))),
        ("ChargePeriodStart", (_, c) => Format(c.Day)),
        ("ConsumedQuantity", (_, c) => Format(c.Quantity)),
        ("ConsumedUnit", (_, c) => GetUnit(c)),
        ("ContractedCost", (_, c) => Format(c.Cost.Amount)),
        ("ContractedUnitPrice", (_, c) => Format(c.Price.Amount)),
        ("EffectiveCost", (_, c) => Format(c.Cost.Amount)),
        ("InvoiceIssuerName", (_, _) => Vendor),
        ("ListCost", (_, c) => Format(c.ListPrice.Amount * c.Quantity)),
        ("ListUnitPrice", (_, c) => Format(c.ListPrice.Amount)),
        ("PricingCategory", (_, _) => "Standard"),
        ("PricingQuantity", (_, c) => Format(c.Quantity)),
        ("PricingUnit", (_, c) => GetUnit(c)),
        ("ProviderName", (_, _) => Vendor),
        ("PublisherName", (_, _) => Vendor),
        ("RegionId", (r, _) => r.Region),
        ("ResourceId", (r, _) => r.Id),
        ("ResourceName", (r, _) => r.Name),
        ("ResourceType", (r, _) => r.Service == ServiceKind.SignalR ? "SignalR" : "Web PubSub Service"),
        ("ServiceCategory", (_, _) => "Web"),
        ("ServiceName", (r, _) => GetServiceName(r)),
        ("SkuId", (_, c) => c.Sku),
        ("SkuMeter", (_, c) => c.Meter.ToString()),
        ("SubAccountId", (r, _) => GetSubscriptionPath(r)),
        ("x_CostBasis", (_, c) => "estimate: " + c.Origin.Describe(c.Price.Currency)),
    ];

    /// <summary>Columns in order.</summary>
    public static IReadOnlyList<string> Columns { get; } = [.. Fields.Select(field => field.Name)];

    public static string Render(EvaluationReport report) =>
        CsvTable.Render(
            [
                .. Fields.Select(field => new CsvColumn<(ResourceReport Resource, DailyCharge Charge)>(
                    field.Name,
                    row => UntrustedText.EscapeCsv(field.Format(row.Resource, row.Charge))
                )),
            ],
            report.Shown.SelectMany(resource => resource.Charges, (resource, charge) => (resource, charge))
        );

    private static string Describe(ResourceReport resource, DailyCharge charge) =>
        charge.Meter == ChargeMeter.Units
            ? $"{GetServiceName(resource)}, units of {charge.Sku}"
            : $"{GetServiceName(resource)}, messages of 2 KB beyond those included in {charge.Sku}";

    private static string GetServiceName(ResourceReport resource) =>
        resource.Service == ServiceKind.SignalR ? "Azure SignalR Service" : "Azure Web PubSub";

    private static string GetUnit(DailyCharge charge) => charge.Meter == ChargeMeter.Units ? "Unit-Days" : "1000000 Messages";

    private static string GetSubscriptionPath(ResourceReport resource) => "/subscriptions/" + ResourceIds.GetSubscription(resource.Id);

    private static DateOnly GetMonth(DateOnly day) => new(day.Year, day.Month, 1);

    private static string Format(DateOnly day) => day.ToString("yyyy-MM-dd") + "T00:00:00Z";

    private static string Format(decimal value) => value.ToString("0.##########");
}
