using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>SKU of the service, as defined in <c>rules/skus.yaml</c>.</summary>
/// <param name="Name">Azure's name: Free_F1, Standard_S1, Premium_P1 or Premium_P2.</param>
/// <param name="Tier">Azure's tier: Free, Standard or Premium; sent along with name and capacity.</param>
/// <param name="Ladder">Unit counts that can be bought.</param>
/// <param name="ConnectionsPerUnit">Connections per unit, client and server ones together.</param>
/// <param name="IncludedMessagesPerUnitPerDay">Free 2-KB pieces of outbound traffic per unit and day.</param>
/// <param name="UnitPricePerDay">Price of one unit per day; null when the rules have none.</param>
/// <param name="MillionMessagesPrice">Price of a million messages beyond the included ones; null when none are sold.</param>
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
    // A tenfold larger resource is more likely a fault of an answer than a new size.
    private const int MaxGrowth = 10;

    /// <summary>Days of the month used for all monthly prices: 30.</summary>
    public const int DaysOfMonth = 30;

    /// <summary>Whether messages beyond the included ones are sold; the Free tier refuses them.</summary>
    public bool SellsMessages => !Tier.Equals("Free", StringComparison.OrdinalIgnoreCase);

    /// <summary>Where the unit price comes from.</summary>
    public PriceOrigin PriceOrigin { get; init; } = new(PriceSource.List);

    /// <summary>
    /// Largest size to which the published ceilings of this SKU apply, where the ladder goes on; null = the largest of the ladder. Columns
    /// beyond it were measured with another SKU.
    /// </summary>
    public int? MaxMeasuredUnits { get; init; }

    /// <summary>Whether Azure may sell this unit count though the ladder lacks it: 1 to ten times the largest of the ladder.</summary>
    public bool IsPlausible(int units) => units >= 1 && units <= MaxGrowth * Ladder.Max;

    /// <summary>Returns the SKU with other unit counts, and the ceilings as far as they were measured.</summary>
    public Sku WithLadder(UnitLadder other) => this with { Ladder = other, MaxMeasuredUnits = MaxMeasuredUnits ?? Ladder.Max };

    /// <summary>Whether the unit price was set by the user.</summary>
    public bool HasOwnPrice => PriceOrigin.Source == PriceSource.Own;

    /// <summary>Origin of the price in words: <see cref="PriceOrigin.Describe"/>.</summary>
    public string PriceBasis => PriceOrigin.Describe(UnitPricePerDay?.Currency);

    /// <summary>
    /// Returns the price of units for a month of 30 days, without messages beyond the included ones; null when no price is known.
    /// </summary>
    public Money? ComputeMonthlyPrice(int units) => UnitPricePerDay * (units * DaysOfMonth);
}

/// <summary>SKU change that Azure allows, and whether it interrupts clients (Free to or from a paid SKU: DNS and address change).</summary>
public sealed record TierChange(string From, string To, bool InterruptsService);

/// <summary>All SKUs of one service and the rules across them. Names compare without case.</summary>
public sealed class SkuCatalog(ServiceKind service, IReadOnlyList<Sku> skus, IReadOnlyList<TierChange> changes, int regionalUnitQuota)
{
    private const double SecondsOfMinute = 60;

    public ServiceKind Service { get; } = service;

    public IReadOnlyList<Sku> Skus { get; } = skus;

    /// <summary>Changes of SKU that Azure allows.</summary>
    public IReadOnlyList<TierChange> Changes { get; } = changes;

    /// <summary>Units that all resources of a subscription in one region may have together, unless raised by a support ticket.</summary>
    public int RegionalUnitQuota { get; } = regionalUnitQuota;

    /// <summary>Billing model unless the settings state another.</summary>
    public BillingModel DefaultBilling { get; init; } = BillingModel.Prorated;

    /// <summary>New connections per second that a number of units accepts; null when unknown.</summary>
    public CeilingCurve? ConnectionRates { get; init; }

    /// <summary>
    /// Computes connections opened per second / the rate that the units accept: 12,000 opened in a minute at 3 units that accept 400 a
    /// second are 200 / 400 = 0.5. Null when either is unknown.
    /// </summary>
    /// <param name="opened">Connections opened in a minute, 0 or more; null when not reported.</param>
    public double? ComputeConnectionRate(double? opened, int units) => opened / SecondsOfMinute / ConnectionRates?.Interpolate(units);

    /// <summary>Returns the time that the units need to accept this number of connections again; null when the rate is unknown.</summary>
    public TimeSpan? FindReconnectTime(double connections, int units) =>
        ConnectionRates is { } rates ? TimeSpan.FromSeconds(connections / rates.Interpolate(units)) : null;

    /// <summary>Returns a catalog with other SKUs, such as with other prices, and the same rules.</summary>
    public SkuCatalog WithSkus(IReadOnlyList<Sku> other) =>
        new(Service, other, Changes, RegionalUnitQuota) { DefaultBilling = DefaultBilling, ConnectionRates = ConnectionRates };

    /// <summary>
    /// Returns the unit quota of a subscription and region of which nobody states one: the default, or no limit where more units are in use
    /// than that, since it was raised then.
    /// </summary>
    public int FindUnitQuota(int unitsInUse) => unitsInUse > RegionalUnitQuota ? QuotaOrigin.Unlimited : RegionalUnitQuota;

    /// <summary>Returns a catalog with another unit quota, such as the one that Azure states for a subscription and region.</summary>
    public SkuCatalog WithQuota(int units) =>
        new(Service, Skus, Changes, units) { DefaultBilling = DefaultBilling, ConnectionRates = ConnectionRates };

    /// <summary>
    /// Returns a catalog in which the size of a resource is one of the sizes, since Azure sold it; the same one if it has the size, if it
    /// has no such SKU, or if the units cannot be right.
    /// </summary>
    public SkuCatalog WithSize(string? name, int units) =>
        Find(name) is { } sku && sku.IsPlausible(units) && !sku.Ladder.Contains(units)
            ? WithSkus([.. Skus.Select(one => one != sku ? one : sku.WithLadder(new UnitLadder(sku.Ladder.Steps.Append(units).Order())))])
            : this;

    /// <summary>Returns a sentence where <see cref="WithSize"/> adds the size of a resource; null where it does not.</summary>
    public string? DescribeAddedSize(string? name, int units) =>
        WithSize(name, units) is var other && other != this
            ? $"{new Size(other.Find(name)!.Name, units)} is not among the known sizes: it counts as one because a resource has it."
            : null;

    /// <summary>Returns the SKU of a name, whatever its case; null if there is none.</summary>
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
