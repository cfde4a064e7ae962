using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>A geo-replica, which is a resource of its own in the report.</summary>
internal sealed class ReplicaJson(ReplicaReport replica)
{
    public string Name => replica.Name;

    public string Region => replica.Region;

    public int? Units => replica.Units;

    public bool Sized { get; } = true;
}

/// <summary>Traffic to and from the app servers.</summary>
internal sealed class ServerLegJson(ServerLeg leg)
{
    public double? InboundBytesPerSecond => leg.InboundBytes.Round();

    public double? OutboundBytesPerSecond => leg.OutboundBytes.Round();
}

/// <summary>A limit, the figures behind it and their source.</summary>
internal class LimitJson(CapacityCitation citation)
{
    public string Dimension => citation.Limit.ToWireName();

    public double? Used => citation.Used.Round();

    public double? Limit => citation.TargetLimit.Round();

    [JsonPropertyOrder(2)]
    public IReadOnlyList<string> Rows => citation.Rows;

    [JsonPropertyOrder(2)]
    public string Source => citation.Source;

    [JsonPropertyOrder(2)]
    public bool Interpolated => citation.IsInterpolated;
}

/// <summary>Another load or size of a resource.</summary>
/// <param name="today">Cost of the current size; null when no price is known.</param>
internal sealed class WhatIfJson(WhatIf size, MonthlyCost? today)
{
    public double ConnectionsFactor => JsonValues.RoundRatio(size.Factors.Connections);

    public double MessagesFactor => JsonValues.RoundRatio(size.Factors.Messages);

    public string Sku => size.Sku;

    public int Units => size.Units;

    public string? LimitingFactor => size.Utilization == default ? null : size.LimitingFactor.ToWireName();

    public PerLimit<double> Utilization => size.Utilization.Round();

    public SizeCostJson? Cost => SizeCostJson.Create(size.Cost);

    public WhatIfSteadyJson? Steady => size.Steady is { } steady ? new(steady, today) : null;

    public IEnumerable<AlternativeJson> Alternatives => size.Alternatives.Select(way => new AlternativeJson(way));
}
