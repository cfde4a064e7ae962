using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Runtime.Alerts;

/// <summary>What a change of size costs, in words. Pure.</summary>
internal static class CostWords
{
    /// <summary>
    /// "+18 USD a month: 97 USD for units + 12 USD for messages = 109 USD (list price, westeurope; 22,045 messages a minute over the last day)". Where nothing is
    /// known of messages, only units are counted and the text says so; null where no price is known.
    /// </summary>
    public static string? Of(ResourceSituation situation, string sku, int units)
    {
        var (resource, catalog) = (situation.Resource, situation.Rules.Catalog(situation.Resource.Service));
        if (catalog.Find(sku) is not { } to || catalog.Find(resource.Sku) is not { } from)
        {
            return null;
        }

        var messages = situation.State?.MessagesPerMonth;
        if (MonthlyBill.Change(from, resource.Units, to, units, messages) is not { } change || to.MonthlyPrice(units) is not { } price)
        {
            return null;
        }

        var total = MonthlyBill.Overage(to, units, messages) is { } overage
            ? $"{Wording.Amount(price)} for units + {Wording.Amount(overage)} for messages = {Wording.Amount(price + overage)}"
            : $"{Wording.Amount(price)} for units";
        var basis = situation.State?.MessagesPerMinute is { } pieces
            ? $"{Wording.Counted(pieces, "message")} a minute over the last day"
            : "messages unknown";
        return $"{Wording.Change(change)} a month: {total} (list price, {resource.Region}; {basis})";
    }
}
