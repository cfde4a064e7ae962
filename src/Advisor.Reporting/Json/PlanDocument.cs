using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>A plan as in docs/schema/plan.schema.json.</summary>
internal sealed class PlanDocument(Plan plan)
{
    public string Service => plan.Request.Service.ToWireName();

    public string Edition => plan.Edition;

    public string? TargetSku => plan.Sku;

    public int? TargetUnits => plan.Units;

    /// <summary>The size that keeps the guide's limits.</summary>
    public Size? Required => plan is { Sku: { } sku, Units: { } units } ? new Size(sku, units) : null;

    /// <summary>The size that keeps the targets.</summary>
    public PlanRecommendedJson? Recommended => plan.RecommendedSize is { } at ? new(plan, at) : null;

    public bool Fits => plan.Fits;

    public string? Reason => plan.Fits ? null : PlanPhrases.DescribeAnswer(plan);

    public string LimitingFactor => plan.LimitingFactor.ToWireName();

    public PlanLimitsJson Utilization => new(plan.Utilization.Round());

    public int? AppServers => plan.AppServers?.AppServers;

    public bool AppServersExtrapolated => plan.AppServers?.ExtrapolatedFrom is not null;

    public ServerConnectionsJson? ServerConnections => plan.ServerConnections is { } capacity ? new(capacity) : null;

    public SizeCostJson? Cost => SizeCostJson.Create(plan.Cost);

    public double HoursPerDay => plan.Request.HoursPerDay;

    public double? MessagesPerMinute => plan.MessagesPerMinute.Round();

    public string Prices => plan.PriceOrigin.Source.ToWireName();

    public string? PricesAsOf => plan.PriceOrigin.AsOf;

    public string PriceBasis => plan.PriceBasis;

    public PlanSolvedJson? Solved =>
        plan.SolvedFor is { } quantity ? new(quantity.ToWireName(), PlanPhrases.GetSolvedValue(plan, quantity)) : null;

    public PlanLoadJson Load => new(plan.Load);

    public IEnumerable<PlanLimitJson> Limits => plan.Citations.Select(citation => new PlanLimitJson(citation));

    public IEnumerable<PlanSizeJson> Sizes => plan.Sizes.Select(size => new PlanSizeJson(size, plan.SolvedFor));

    public IEnumerable<AlternativeJson> Alternatives => plan.Alternatives.Select(alternative => new AlternativeJson(alternative));

    public IReadOnlyList<string> Notes => plan.Notes;
}

/// <summary>The quantity that was left open.</summary>
internal sealed record PlanSolvedJson(string Quantity, double Value);

/// <summary>Values of the limits of a plan, which has no server load: no table predicts it.</summary>
internal sealed class PlanLimitsJson(PerLimit<double> values)
{
    public double? Connections => values.Connections;

    public double? Inbound => values.Inbound;

    public double? Outbound => values.Outbound;

    public double? Routing => values.Routing;
}

/// <summary>A limit of a plan, which has what is left of it, too.</summary>
internal sealed class PlanLimitJson(CapacityCitation citation) : LimitJson(citation)
{
    [JsonPropertyOrder(1)]
    public double? Headroom { get; } = citation.Headroom.Round();
}
