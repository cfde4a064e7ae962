using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>A price class of the service, as <c>rules/skus.yaml</c> has it.</summary>
/// <param name="Name">Azure's name: Free_F1, Standard_S1, Premium_P1 or Premium_P2.</param>
/// <param name="Tier">Azure's tier: Free, Standard or Premium; sent together with name and capacity.</param>
/// <param name="Ladder">The unit counts that can be bought.</param>
/// <param name="ConnectionsPerUnit">Connections, client and server ones together, that one unit holds.</param>
/// <param name="IncludedMessagesPerUnitPerDay">2-KB pieces of outbound traffic free of charge per unit and day.</param>
/// <param name="UnitPricePerDay">The price of one unit for a day; null where the rules carry none.</param>
/// <param name="MillionMessagesPrice">The price of a million messages beyond the included ones; null where none are sold.</param>
/// <param name="LiftsRoutingWall">
/// Whether more units of this SKU route more messages of small groups and single connections (Premium_P2).
/// </param>
public sealed record Sku(
    string Name,
    string Tier,
    UnitLadder Ladder,
    int ConnectionsPerUnit,
    long IncludedMessagesPerUnitPerDay,
    Money? UnitPricePerDay,
    Money? MillionMessagesPrice,
    bool LiftsRoutingWall
)
{
    /// <summary>Days of the month that every monthly price here is for.</summary>
    public const int DaysOfMonth = 30;

    /// <summary>Whether messages beyond the included ones are sold at all: the Free tier refuses them.</summary>
    public bool SellsMessages => !Tier.Equals("Free", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the price of the units is the user's own and not the list price of the rules.</summary>
    public bool HasOwnPrice { get; init; }

    /// <summary>The date of the list price, as precise as its source; null where it is not known.</summary>
    public string? PriceAsOf { get; init; }

    /// <summary>
    /// Whose price it is: "your price", or "list price of 2022 in USD, no region": the rules have one list price, and its source names no
    /// region.
    /// </summary>
    public string PriceBasis =>
        HasOwnPrice
            ? "your price"
            : $"list price{(PriceAsOf is null ? "" : $" of {PriceAsOf}")} in {UnitPricePerDay?.Currency ?? "no currency"}, no region";

    /// <summary>
    /// What units of this SKU cost in a month of 30 days, messages beyond the included ones apart; null where no price is known.
    /// </summary>
    public Money? MonthlyPrice(int units) => UnitPricePerDay * (units * DaysOfMonth);
}

/// <summary>A change of SKU that Azure allows, and whether clients notice (Free to or from any paid SKU: DNS and address change).</summary>
public sealed record TierChange(string From, string To, bool InterruptsService);

/// <summary>All SKUs of one service with what holds across them. Names compare without case.</summary>
public sealed class SkuCatalog(ServiceKind service, IReadOnlyList<Sku> skus, IReadOnlyList<TierChange> changes, int regionalUnitQuota)
{
    public ServiceKind Service { get; } = service;

    public IReadOnlyList<Sku> Skus { get; } = skus;

    public IReadOnlyList<TierChange> Changes { get; } = changes;

    /// <summary>Units that all resources of a subscription in one region may have together, unless a ticket raised it.</summary>
    public int RegionalUnitQuota { get; } = regionalUnitQuota;

    /// <summary>How units are billed within a day unless the settings say otherwise.</summary>
    public BillingModel DefaultBilling { get; init; } = BillingModel.Prorated;

    public Sku? Find(string? name)
    {
        for (var i = 0; i < Skus.Count; i++)
        {
            if (string.Equals(Skus[i].Name, name, StringComparison.OrdinalIgnoreCase))
            {
                return Skus[i];
            }
        }

        return null;
    }
}
