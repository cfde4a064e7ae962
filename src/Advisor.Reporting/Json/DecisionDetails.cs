using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;

namespace Advisor.Reporting.Json;

/// <summary>The numbers behind a decision: units required, forecast, sizes with their cost, alternatives; all absent without one.</summary>
internal abstract class DecisionDetails(Decision? decision)
{
    [JsonPropertyOrder(1), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PerLimit<double>? RequiredUnits => decision?.RequiredUnits.Round();

    [JsonPropertyOrder(1), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? RequiredUnitsAreLowerBound => decision is { IsFull: true } ? true : null;

    [JsonPropertyOrder(1), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<ForecastJson>? Forecast => decision?.Forecast.Select(quantiles => new ForecastJson(quantiles));

    [JsonPropertyOrder(1), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<SizeJson>? Sizes => decision?.Sizes.Select(size => new SizeJson(size));

    [JsonPropertyOrder(1), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<AlternativeJson>? Alternatives => decision?.Alternatives.Select(alternative => new AlternativeJson(alternative));
}

/// <summary>Quantiles of the required units over a horizon.</summary>
internal sealed class ForecastJson(ForecastQuantiles quantiles)
{
    public double Minutes => quantiles.Horizon.TotalMinutes;

    public double? Median => quantiles.Median.Round();

    public double? Upper => quantiles.Upper.Round();

    public double? High => quantiles.High.Round();
}

/// <summary>A size that was considered, in the units of the objective and in money.</summary>
internal sealed class SizeJson(SizeCost size)
{
    public int Units => size.Units;

    public double? UnitCost => size.UnitCost.Round();

    public double? OverloadCost => size.OverloadCost.Round();

    public double? RemovedCost => size.RemovedCost.Round();

    public SizeCostJson? Cost => SizeCostJson.Create(size.Cost);
}

/// <summary>What helps where more units of the SKU do not.</summary>
internal sealed class AlternativeJson(Alternative alternative)
{
    public string Kind => alternative.Kind;

    public string Text => alternative.Text;

    public string? Sku => alternative.Sku;

    public int? Units => alternative.Units;

    public int Instances => alternative.Instances;

    public bool ChangesApp => alternative.ChangesApp;

    public IReadOnlyList<string> Requires => alternative.Requirements;

    public SizeCostJson? Cost => SizeCostJson.Create(alternative.Cost);
}
