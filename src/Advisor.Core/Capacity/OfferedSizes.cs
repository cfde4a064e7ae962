using System.Globalization;

namespace Advisor.Core.Capacity;

/// <summary>Unit counts of a SKU as Azure states them.</summary>
/// <param name="Sku">Azure's name of the SKU.</param>
/// <param name="Units">In any order; empty where the answer has none that can be read.</param>
public sealed record SkuSizes(string Sku, IReadOnlyList<int> Units);

/// <summary>
/// Sizes that can be bought of one service in one region, as read from Azure. They replace the unit counts of the rules where they are
/// plausible: Azure refuses a change to a size that it does not offer. Everything else of a SKU stays that of the rules, so one that the
/// rules do not have is left out.
/// </summary>
/// <param name="Region">In lower case.</param>
/// <param name="ReadAt">Time of the reading.</param>
public sealed record OfferedSizes(ServiceKind Service, string Region, DateTimeOffset ReadAt)
{
    /// <summary>SKUs of the answer.</summary>
    public IReadOnlyList<SkuSizes> Skus { get; init; } = [];

    /// <summary>Returns a catalog with the unit counts of Azure; the same one if no SKU differs.</summary>
    /// <param name="rules">Catalog with the unit counts of the rules.</param>
    public SkuCatalog Apply(SkuCatalog rules) =>
        rules.Skus.Any(sku => FindOther(sku) is not null) ? rules.WithSkus([.. rules.Skus.Select(sku => FindOther(sku) ?? sku)]) : rules;

    /// <summary>Returns a sentence for each SKU whose sizes are not those of the rules, or cannot be right; empty if none is.</summary>
    /// <param name="rules">Catalog with the unit counts of the rules.</param>
    public IReadOnlyList<string> Describe(SkuCatalog rules) =>
        [
            .. rules
                .Skus.Select(sku =>
                    FindOther(sku) is { } other ? DescribeDifference(sku, other)
                    : Find(sku) is { } stated && !IsPlausible(sku, stated)
                        ? $"The sizes of {sku.Name} that Azure states for {Region} cannot be right ({DescribeUnits(stated)}): "
                            + "those of the rules stay in use."
                    : null
                )
                .OfType<string>(),
        ];

    private SkuSizes? Find(Sku sku) => Skus.FirstOrDefault(one => string.Equals(one.Sku, sku.Name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Returns the SKU with Azure's sizes; null if these are the same, unknown or implausible.</summary>
    private Sku? FindOther(Sku sku)
    {
        if (Find(sku) is not { } stated || !IsPlausible(sku, stated))
        {
            return null;
        }

        var steps = stated.Units.Distinct().Order().ToList();
        return steps.SequenceEqual(sku.Ladder.Steps) ? null : sku.WithLadder(new UnitLadder(steps));
    }

    // A new ladder keeps some of the sizes that were sold.
    private static bool IsPlausible(Sku sku, SkuSizes stated) => stated.Units.Any(sku.Ladder.Contains) && stated.Units.All(sku.IsPlausible);

    private string DescribeDifference(Sku rules, Sku azure)
    {
        var added = azure.Ladder.Steps.Except(rules.Ladder.Steps).ToList();
        var removed = rules.Ladder.Steps.Except(azure.Ladder.Steps).ToList();
        string[] parts =
        [
            .. added.Count > 0 ? [$"also {string.Join(", ", added)}"] : (string[])[],
            .. removed.Count > 0 ? [$"not {string.Join(", ", removed)}"] : (string[])[],
        ];
        return $"Azure offers other sizes of {rules.Name} in {Region} than the rules have: {string.Join("; ", parts)} "
            + $"(read on {ReadAt.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}). Advisor uses Azure's.";
    }

    private static string DescribeUnits(SkuSizes stated) =>
        stated.Units.Count == 0
            ? "none that can be read"
            : string.Join(", ", stated.Units.Take(3)) + (stated.Units.Count > 3 ? " ..." : "");
}
