using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Origin of the price that the costs of an evaluation are computed with, as stored.</summary>
/// <param name="AsOf">Date of the price, as precise as its source; null when unknown, and for the user's.</param>
/// <param name="Region">Region of a retail price; null for the others.</param>
/// <param name="Discount">Discount that the price includes, 0 to 1; null = none.</param>
/// <param name="Note">Why this is not the price that the configuration asks for; null = nothing to say.</param>
public sealed record EvaluationPrices(PriceSource Source, string? AsOf, string? Region, double? Discount, string? Note)
{
    /// <summary>Creates the record; null for a SKU that is not known.</summary>
    public static EvaluationPrices? FromSku(Sku? sku) =>
        sku?.PriceOrigin is { } origin ? new(origin.Source, origin.AsOf, origin.Region, origin.Discount?.Value, origin.Note) : null;

    /// <summary>Returns the origin with its types.</summary>
    public PriceOrigin ToPriceOrigin() =>
        new(Source, AsOf)
        {
            Region = Region,
            Discount = Discount is { } share ? new Ratio(share) : null,
            Note = Note,
        };

    /// <summary>Lists the origins of the prices of the evaluations that have a cost, each once, in the order of the evaluations.</summary>
    public static IReadOnlyList<(PriceOrigin Origin, string? Currency)> List(IEnumerable<EvaluationRecord> records) =>
        [
            .. records
                .Where(record => record is { CostNow: not null, Prices: not null })
                .Select(record => (Prices: record.Prices!, record.CostNow!.Currency))
                .Distinct()
                .Select(price => (price.Prices.ToPriceOrigin(), (string?)price.Currency)),
        ];

    /// <summary>Returns sources and dates of the prices, such as "list prices of 2022"; null when none is known.</summary>
    public static string? Summarize(IEnumerable<EvaluationRecord> records) =>
        PriceOriginList.Summarize(List(records).Select(price => price.Origin));
}
