using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Evaluate;
using Advisor.Service.Notify;
using Advisor.State.Changes;
using Advisor.State.Resources;

namespace Advisor.Service;

/// <summary>A fictitious resource, its alerts and its change: what the sample notifications are about.</summary>
internal sealed class SampleRecords(RuleSet rules, string team, DateTimeOffset now)
{
    public const string Id =
        "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/samples/providers/Microsoft.SignalRService/SignalR/sample-chat";

    private const double PiecesPerMinute = 2500;

    public FleetResource Resource { get; } =
        new()
        {
            Id = Id,
            Name = ResourceIds.GetName(Id),
            SubscriptionId = ResourceIds.GetSubscription(Id),
            ResourceGroup = ResourceIds.GetResourceGroup(Id),
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 3,
            ProvisioningState = "Succeeded",
            Settings = ResourceSettings.Default with { Team = team },
        };

    public AlertEvent CreateFailedAlert()
    {
        var alert = CreateAlert("changeFailed", AlertSeverity.Error, "Consecutive failed changes of sample-chat: 1.");
        return alert with
        {
            Done =
                "The change from 3 to 4 units was refused (ScopeLocked). A lock forbids it. Reason of the change: "
                + "Needs 3.20 units now; 3 are too few, 4 are enough.",
            Cost = DescribeCost(3, 4),
            Next = ClearingText.Describe(alert, rules.Alerts),
        };
    }

    public ChangeRecord CreateChange() =>
        new()
        {
            ResourceId = Id,
            DecidedAt = now,
            FromSku = Resource.Sku,
            FromUnits = Resource.Units,
            ToSku = Resource.Sku,
            ToUnits = 4,
            State = ChangeState.Verified,
            Text = "In effect within 3 minutes.",
            Reason = "Needs 3.20 units now; 3 are too few, 4 are enough.",
            Cost = DescribeCost(3, 4),
        };

    public ActiveRecommendation CreateRecommendation(int units) =>
        new()
        {
            Action = units > Resource.Units ? ScalingAction.ScaleOut : ScalingAction.ScaleIn,
            FromSku = Resource.Sku,
            FromUnits = Resource.Units,
            Sku = Resource.Sku,
            Units = units,
            Since = now,
            SeenAt = now,
            IsUrgent = units > Resource.Units,
            IsWorthSaying = true,
            Reason = "2 units are the size to keep: no minute of the last 14 days would have been above target.",
            CostChange = MonthlyBill.ComputeChange(ComputeCost(Resource.Units), ComputeCost(units))?.Amount,
            Currency = ComputeCost(units)?.Total.Currency,
        };

    public EvaluationRecord CreateEvaluation() =>
        new()
        {
            ResourceId = Id,
            Service = "signalr",
            Region = Resource.Region,
            Sku = Resource.Sku,
            Units = Resource.Units,
            At = now,
            Recommendation = CreateRecommendation(2),
        };

    public AlertEvent CreateAlert(string condition, AlertSeverity severity, string text, string name = "sample-chat") =>
        new()
        {
            Kind = AlertEventKind.Fired,
            DedupKey = CreateEventId(condition),
            EventId = CreateEventId(condition + name),
            Subject = new AlertSubject(
                AlertSubjectKind.Resource,
                name == Resource.Name ? Id : Id.Replace(Resource.Name, name, StringComparison.Ordinal),
                name,
                team,
                Resource.Region
            ),
            Condition = condition,
            Severity = severity,
            Since = now.AddMinutes(-5),
            At = now,
            Text = text,
        };

    public string? DescribeCost(int from, int to) =>
        ChangeCostText.Describe(rules, Resource with { Units = from }, Resource.Sku, to, DailyMessages.FromRate(PiecesPerMinute));

    private MonthlyCost? ComputeCost(int units) =>
        rules.GetCatalog(Resource.Service).Find(Resource.Sku) is { } sku
            ? MonthlyBill.Compute(sku, units, DailyMessages.FromRate(PiecesPerMinute))
            : null;

    // Unique per run: resending a sample does not reopen an incident that an earlier run has closed.
    public string CreateEventId(string what) => FormattableString.Invariant($"sample-{now.UtcTicks}-{what}");
}
