using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;

namespace Advisor.Service.Evaluation;

/// <summary>Describes the cost of a change of size in words. Pure.</summary>
internal static class ChangeCostText
{
    /// <summary>
    /// Returns a text such as "+18 USD a month, total 879 USD (97 for units + 782 for messages). Basis: 19,500 messages of 2 KB a minute
    /// over the last 14 days; list price of 2022 in USD, region not stated". The text says so when messages have no price or their
    /// number is unknown; null when the units have no price.
    /// </summary>
    public static string? Describe(AlertContext context, string sku, int units) =>
        Describe(context.Rules, context.Resource, sku, units, context.State?.Messages);

    /// <inheritdoc cref="Describe(AlertContext, string, int)"/>
    /// <param name="messages">Messages of 2 KB by day; null = unknown.</param>
    public static string? Describe(RuleSet rules, FleetResource resource, string sku, int units, DailyMessages? messages)
    {
        var catalog = rules.GetCatalog(resource.Service, resource.Settings);
        if (catalog.Find(sku) is not { } to || catalog.Find(resource.Sku) is not { } from)
        {
            return null;
        }

        var basis = (messages is null ? "" : $"{CostText.DescribeMessages(messages)}; ") + to.PriceBasis;
        return
            CostText.FormatChange(MonthlyBill.Compute(from, resource.Units, messages), MonthlyBill.Compute(to, units, messages))
                is { } change
            ? $"{change}. Basis: {basis}"
            : null;
    }
}
