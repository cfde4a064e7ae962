using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>A resource of a report: current and recommended size, cost, and all numbers behind them.</summary>
internal sealed class ResourceJson(ResourceReport resource)
    : DecisionDetails(resource.Decision is { HasAnyUtilization: true } known ? known : null)
{
    private readonly Decision? decision = resource.Decision;

    public string Id => resource.Id;

    public string Name => resource.Name;

    public string Service => resource.Service.ToWireName();

    public string Region => resource.Region;

    public string State => resource.State.ToWireName();

    public string Sku => resource.Sku;

    public int Units => resource.Units;

    public string? Action => decision?.Action.ToWireName();

    public string? TargetSku => resource.Target?.Sku;

    public int? TargetUnits => resource.Target?.Units;

    public string? Recommendation => ReportPhrases.DescribeRecommendation(resource);

    public string? Command => ReportPhrases.FindCommand(resource);

    public string? AdvisoryReason => resource.Advisory;

    public string? LimitingFactor => decision is { HasAnyUtilization: true } ? decision.LimitingFactor.ToWireName() : null;

    public PerLimit<double> Utilization => decision?.Utilization.Round() ?? default;

    public PerLimit<double> Targets => decision?.Targets.Round() ?? default;

    public double? Confidence => resource.Confidence?.Round();

    public SteadyJson? Steady => decision is { Steady: { } steady } ? new(decision, steady) : null;

    public ResourceCostJson? Cost => resource.Cost is { } cost ? new(resource, cost) : null;

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ActualCostAnswer? ActualCost => ActualCostAnswer.FromPastCost(resource.PastCost);

    /// <summary>Reasons of the decision; the failure of a resource that could not be read.</summary>
    public IReadOnlyList<Reason> Reasons =>
        decision?.Reasons ?? [new(resource.Failure?.Code ?? "Unknown", resource.Failure?.Text ?? "Advisor could not read it.")];

    public IEnumerable<AlertJson> Alerts => (decision?.Alerts ?? []).Select(alert => new AlertJson(alert));

    public DateTime? Time => decision?.Time.UtcDateTime;

    public int MinutesSeen => resource.MinutesSeen;

    public double? HistoryHours => resource.History > TimeSpan.Zero ? Math.Round(resource.History.TotalHours, 1) : null;

    public string? AutoscaleSetting => resource.AutoscaleSetting;

    public IEnumerable<ReplicaJson> Replicas => resource.Replicas.Select(replica => new ReplicaJson(replica));

    [JsonPropertyOrder(2), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? ConfidenceParts => decision is { HasAnyUtilization: true } ? decision.ConfidenceFactors : null;

    [JsonPropertyOrder(2), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ServerLegJson? ServerLeg => resource.ServerLeg is { } leg ? new(leg) : null;

    [JsonPropertyOrder(2)]
    public string? Workload => resource.WorkloadText;

    [JsonPropertyOrder(2)]
    public IEnumerable<LimitJson> Limits => resource.Limits.Select(limit => new LimitJson(limit));

    [JsonPropertyOrder(2), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<WhatIfJson>? WhatIf =>
        resource.WhatIfs.Count > 0 ? resource.WhatIfs.Select(size => new WhatIfJson(size, resource.Cost)) : null;
}
