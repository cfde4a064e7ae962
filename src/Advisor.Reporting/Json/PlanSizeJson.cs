using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Planning;

namespace Advisor.Reporting.Json;

/// <summary>A size that can be bought.</summary>
internal sealed class PlanSizeJson(PlanSize size, PlanQuantity? solvedFor)
{
    public string Sku => size.Sku;

    public int Units => size.Units;

    public bool Fits => size.Fits;

    public bool? FitsServerConnections => size.FitsServerConnections;

    public string LimitingFactor => size.LimitingFactor.ToWireName();

    public PlanLimitsJson Utilization => new(size.Utilization.Round());

    public bool Interpolated => size.IsInterpolated;

    public SizeCostJson? Cost => SizeCostJson.Create(size.Cost);

    /// <summary>The value of the quantity that was left open, under its name.</summary>
    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Solved { get; } =
        solvedFor is { } quantity
            ? new()
            {
                [quantity.ToWireName()] = JsonSerializer.SerializeToElement(size.Solved.Round(), ReportingJson.Default.NullableDouble),
            }
            : null;
}

/// <summary>The size that Advisor would run.</summary>
internal sealed class PlanRecommendedJson(Plan plan, RecommendedSize at)
{
    public string? Sku => at.Size?.Sku;

    public int? Units => at.Size?.Units;

    public int? AppServers => at.AppServers?.AppServers;

    public int? ServerConnections => at.AppServers?.Connections;

    public SizeCostJson? Cost => SizeCostJson.Create(PlanTable.FindRecommended(plan)?.Cost);

    public PlanLimitsJson Targets => new(at.Targets.Round());
}

/// <summary>Connections of the app servers, and the size with capacity for them.</summary>
internal sealed class ServerConnectionsJson(ServerConnectionCapacity capacity)
{
    public int PerServer => capacity.PerServer;

    public int Total => capacity.Total;

    public bool Fit => capacity.IsEnough;

    public string? Sku => capacity.Size?.Sku;

    public int? Units => capacity.Size?.Units;
}
