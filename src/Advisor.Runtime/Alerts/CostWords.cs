using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Cost;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Alerts;

/// <summary>What a change of size costs, in words. Pure.</summary>
internal static class CostWords
{
    /// <summary>
    /// "+18 USD a month: 97 units + 12 messages = 109 USD (22,045 messages of 2 KB a minute over the last day; list price, westeurope)"; the parts shown add up to
    /// the total shown. Where messages have no price, or nothing is known of them, the text says so; null where the units have no price.
    /// </summary>
    public static string? Of(ResourceSituation situation, string sku, int units) =>
        Of(situation.Rules, situation.Resource, sku, units, situation.State?.MessagesPerMonth, situation.State?.MessagesPerMinute);

    /// <inheritdoc cref="Of(ResourceSituation, string, int)"/>
    /// <param name="messages">Messages of 2 KB in a month; null = unknown.</param>
    /// <param name="pieces">The same in a minute.</param>
    public static string? Of(RuleSet rules, FleetResource resource, string sku, int units, double? messages, double? pieces)
    {
        var catalog = rules.Catalog(resource.Service);
        if (catalog.Find(sku) is not { } to || catalog.Find(resource.Sku) is not { } from)
        {
            return null;
        }

        if (MonthlyBill.Of(to, units, messages) is not { } after || MonthlyBill.Change(MonthlyBill.Of(from, resource.Units, messages), after) is not { } change)
        {
            return null;
        }

        var basis = (pieces is { } known ? $"{Wording.Counted(known, "message")} of 2 KB a minute over the last day; " : "")
            + (to.HasOwnPrice ? "your price" : $"list price, {resource.Region}");
        return $"{Wording.Change(change)} a month: {Sum(after)} ({basis})";
    }

    private static string Sum(MonthlyCost cost)
    {
        if (cost.Messages is not { } messages)
        {
            return $"{Wording.Amount(cost.Units)} units, {(cost.Missing == CostGap.MessagePrice ? $"no price for messages in {cost.Units.Currency}" : "messages unknown")}";
        }

        var (total, sent) = (Math.Round(cost.Total.Amount, MidpointRounding.AwayFromZero), Math.Round(messages.Amount, MidpointRounding.AwayFromZero));
        return $"{Wording.Bare(total - sent)} units + {Wording.Bare(sent)} messages = {Wording.Amount(cost.Total with { Amount = total })}";
    }
}
