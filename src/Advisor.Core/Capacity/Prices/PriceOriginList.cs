using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Prices;

/// <summary>Describes the origins of the prices of several resources.</summary>
public static class PriceOriginList
{
    private const int MaxRegions = 3;

    /// <summary>
    /// Returns a text for each origin, in the order of the resources; those that differ in the region alone are one: "retail price of
    /// 2026-11-25 in EUR, westeurope, northeurope".
    /// </summary>
    public static IReadOnlyList<string> Describe(IEnumerable<(PriceOrigin Origin, string? Currency)> prices) =>
        [
            .. prices
                .GroupBy(price => (Origin: price.Origin with { Region = null }, price.Currency))
                .Select(group => (group.Key, Regions: group.Select(price => price.Origin.Region).OfType<string>().Distinct().ToList()))
                .Select(group =>
                    (
                        group.Key.Origin with
                        {
                            Region =
                                group.Regions.Count == 0
                                    ? null
                                    : Wording.ListFirst([.. group.Regions.Take(MaxRegions)], group.Regions.Count),
                        }
                    ).Describe(group.Key.Currency)
                ),
        ];

    /// <summary>
    /// Returns sources and dates alone: "list prices of 2022", "retail prices of 2026-11-25 and your prices"; null for none.
    /// </summary>
    public static string? Summarize(IEnumerable<PriceOrigin> origins)
    {
        var names = origins
            .Select(origin => (origin.Source, origin.AsOf))
            .Distinct()
            .Select(origin =>
                origin.Source switch
                {
                    PriceSource.Own => "your prices",
                    PriceSource.Retail => $"retail prices of {origin.AsOf}",
                    _ => origin.AsOf is null ? "list prices" : $"list prices of {origin.AsOf}",
                }
            )
            .ToList();
        return names.Count == 0 ? null : Wording.JoinWords(names);
    }
}
