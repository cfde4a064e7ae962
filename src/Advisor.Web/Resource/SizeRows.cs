using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Fleet;
using Advisor.Web.Rules;
using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Builds the comparison of sizes: the current and the recommended one, with their neighbors on the ladder.</summary>
internal static class SizeRows
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    /// <param name="details">Expected cost of each size; null when not known.</param>
    public static SizesView? Create(FleetEntry entry, EvaluationRecord record, EvaluationDetails? details, RuleLinks links)
    {
        if (
            links.Rules.GetCatalog(record.GetServiceKind()).Find(entry.Sku) is not { } sku
            || !record.Utilization.ContainsKey(entry.LimitingFactor)
        )
        {
            return null;
        }

        var expected = details?.Sizes ?? [];
        int? recommended = record.Recommended is { } size && size.HasSkuOf(entry.Size) ? size.Units : null;
        var forecast = record.Forecast.Where(forecast => forecast.Horizon <= Hour).MaxBy(forecast => forecast.Horizon);
        return new SizesView(
            [
                .. ListSizes(sku.Ladder, entry.Units, recommended)
                    .Select(units =>
                        CreateRow(
                            entry,
                            record,
                            units,
                            forecast,
                            FindCost(record, expected, units),
                            expected.FirstOrDefault(size => size.Units == units),
                            units == entry.Units ? (recommended == units && entry.Obstacle is null ? "current, recommended" : "current")
                                : units == recommended ? "recommended"
                                : null
                        )
                    ),
            ],
            details?.LookBackDays is { } days ? $"Last {Wording.FormatCount(days, "day")}" : null,
            entry.IsBeyondAnySize,
            expected.Count > 0 && details?.LookBackDays is null,
            CreateBasis(record, sku, links),
            CreatePrices(links)
        );
    }

    // The price of the evaluation; a list price is a rule.
    private static LinkedText CreateBasis(EvaluationRecord record, Sku sku, RuleLinks links)
    {
        var origin = record.Prices?.ToPriceOrigin() ?? sku.PriceOrigin;
        var basis = origin.Describe(record.CostNow?.Currency ?? sku.UnitPricePerDay?.Currency);
        return origin.Source == PriceSource.List ? links.Create(basis, $"{record.Service}.{sku.Name}.price") : new LinkedText(basis, null);
    }

    private static IEnumerable<int> ListSizes(UnitLadder ladder, int inForce, int? recommended)
    {
        int?[] named = [inForce, recommended];
        return named
            .OfType<int>()
            .SelectMany(units => new[] { ladder.FindPrevious(units), units, ladder.FindNext(units) })
            .OfType<int>()
            .Distinct()
            .Order();
    }

    private static SizeRow CreateRow(
        FleetEntry entry,
        EvaluationRecord record,
        int units,
        ForecastQuantiles? forecast,
        MonthlyCost? cost,
        SizeDetails? expected,
        string? note
    ) =>
        new(
            FleetText.FormatSize(new(entry.Sku, units)),
            [.. LimitingFactor.Limits.Select(limit => CreateCell(FindUtilization(entry, record, units, expected, limit)))],
            CreateCell(forecast is null ? null : forecast.Upper / units),
            CreateRiskCell(units, forecast),
            FleetText.FormatAmount(cost?.Total.Amount),
            cost is { } known ? CostText.FormatPerMonth(known) : null,
            units == entry.Units || CostText.RoundChange(record.CostNow?.ToMonthlyCost(), cost) is not { } change
                ? ""
                : Wording.FormatChange(change),
            CreateTimeCell(expected?.OverloadedMinutes, Tone.Warning),
            CreateTimeCell(expected?.BeyondLimitMinutes, Tone.Bad),
            FormatPrice(expected?.UnitPrice),
            FormatPrice(expected?.OverloadPrice),
            FormatPrice(expected?.RemovalPrice),
            FormatPrice(expected is null ? null : expected.UnitPrice + expected.OverloadPrice + expected.RemovalPrice),
            note
        );

    // The capacity model's, since more units do not raise every limit; the units required divided by the size where it is not known.
    private static double? FindUtilization(FleetEntry entry, EvaluationRecord record, int units, SizeDetails? expected, Limit limit) =>
        units == entry.Units && record.Utilization.TryGetValue(limit, out var now) ? now
        : expected?.Utilization is { } known ? (known.TryGetValue(limit, out var there) ? there : null)
        : record.RequiredUnits.TryGetValue(limit, out var need) ? need / units
        : null;

    // The cost computed by the evaluation; for a size that it did not compute, the units at the price of the current ones.
    private static MonthlyCost? FindCost(EvaluationRecord record, IReadOnlyList<SizeDetails> expected, int units) =>
        expected.FirstOrDefault(size => size.Units == units)?.Cost is { } known ? known.ToMonthlyCost()
        : record.CostNow is { } now && record.Units > 0 ? (now with { Units = now.Units / record.Units * units }).ToMonthlyCost()
        : null;

    private static SizeCell CreateCell(double? utilization) =>
        new(utilization is { } value ? (value * 100).ToString("#,##0") : FleetText.Unknown, utilization > 1 ? Tone.Bad : Tone.Neutral);

    private static SizeCell CreateTimeCell(int? minutes, Tone tone) =>
        minutes is { } known
            ? new(Wording.FormatDuration(TimeSpan.FromMinutes(known)), known > 0 ? tone : Tone.Neutral)
            : new(FleetText.Unknown, Tone.Neutral);

    private static SizeCell CreateRiskCell(int units, ForecastQuantiles? forecast) =>
        forecast is null ? new(FleetText.Unknown, Tone.Neutral)
        : units >= forecast.High ? new("below 5 %", Tone.Neutral)
        : units >= forecast.Upper ? new("5 to 20 %", Tone.Neutral)
        : units >= forecast.Median ? new("20 to 50 %", Tone.Warning)
        : new("above 50 %", Tone.Bad);

    private static string FormatPrice(double? value) => value is { } known ? Wording.FormatNumber(known) : FleetText.Unknown;

    private static LinkedText[] CreatePrices(RuleLinks links)
    {
        var prices = links.Rules.Policy.Prices;
        return
        [
            links.Create($"{prices.Unit:0.##} per unit and minute,", "unitPrice"),
            links.Create($"{prices.Overload:0.##} per missing unit and minute,", "overloadPrice"),
            links.Create($"{prices.Removal:0.##} per removed unit.", "removalPrice"),
        ];
    }
}
