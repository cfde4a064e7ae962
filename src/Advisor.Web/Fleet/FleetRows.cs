using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Reporting.Json;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Web.Fleet;

/// <summary>Creates the rows of the fleet table.</summary>
internal static class FleetRows
{
    public static FleetResourceRow Create(FleetResource resource) =>
        new()
        {
            Id = resource.Id,
            Name = resource.Name,
            ResourceGroup = resource.ResourceGroup,
            SubscriptionId = resource.SubscriptionId,
            Service = resource.Service.ToWireName(),
            Region = resource.Region,
            Sku = resource.Sku,
            Units = resource.Units,
            State = ResourceHealth.NotEvaluated,
        };

    public static FleetResourceRow Create(EvaluationRecord record) =>
        new()
        {
            Id = record.ResourceId,
            Name = ResourceIds.GetName(record.ResourceId),
            ResourceGroup = ResourceIds.GetResourceGroup(record.ResourceId),
            SubscriptionId = ResourceIds.GetSubscription(record.ResourceId),
            Service = record.Service,
            Region = record.Region,
            Sku = record.Sku,
            Units = record.Units,
            State = FindState(record),
            Problem = record.Problem,
            EvaluatedAt = record.At,
            DataAt = record.DataAt,
            Action = record.Action,
            Outcome = record.Outcome,
            RecommendedSku = record.RecommendedSku,
            RecommendedUnits = record.RecommendedUnits,
            LimitingFactor = record.LimitingFactor?.ToWireName(),
            Utilization = ToWireNames(record.Utilization),
            RequiredUnits = ToWireNames(record.RequiredUnits),
            Confidence = record.Confidence,
            Reasons = record.Reasons,
            CostNow = record.CostNow,
            CostAfter = record.CostAfter,
            CostChange = record.FindCostChange(),
            ActualCost = ActualCostAnswer.FromPastCost(record.PastCost),
            Mode = record.Mode,
            Team = record.Team,
            EndpointGroup = record.EndpointGroup,
            Changing = record.IsChanging,
            Paused = record.Paused,
            Snoozed = record.IsSnoozed,
            SnoozedUntil = record.SnoozedUntil,
            Alerts = record.Alerts,
        };

    // A row of an older version has no state: without a size, the evaluation failed.
    public static ResourceHealth FindState(EvaluationRecord record) =>
        record.State switch
        {
            null => record.RecommendedUnits is null ? ResourceHealth.Failed : ResourceHealth.Ok,
            { } known => Enum.Parse<ResourceHealth>(known.ToString()),
        };

    private static Dictionary<string, double> ToWireNames(IReadOnlyDictionary<Limit, double> values) =>
        values.ToDictionary(pair => pair.Key.ToWireName(), pair => pair.Value);
}
