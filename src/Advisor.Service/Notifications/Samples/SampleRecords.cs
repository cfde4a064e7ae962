using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Notifications.Samples;

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

    /// <summary>The second day of an alert that a recommendation answers.</summary>
    public AlertEvent CreateRepeated(AlertEvent firing)
    {
        var since = now.AddHours(-26);
        var repeated = firing with
        {
            Kind = AlertEventKind.Repeated,
            EventId = CreateEventId("repeated"),
            Since = since,
            IsExplained = true,
            Text = $"{firing.Text} Since the last message (24 h ago): 9 h 12 min above target.",
            Proposal = $"{firing.Proposal}, recommended since {since.UtcDateTime:yyyy-MM-dd HH:mm} UTC",
        };
        return repeated with { Next = ClearingText.Describe(repeated, rules.Alerts) };
    }

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
            Action = ScalingAction.ScaleOut,
            FromSku = Resource.Sku,
            FromUnits = Resource.Units,
            Sku = Resource.Sku,
            Units = units,
            Since = now,
            SeenAt = now,
            IsUrgent = true,
            IsWorthSaying = true,
        };

    public FleetResource CreateResource(string name, int units) =>
        Resource with
        {
            Id = CreateResourceId(name),
            Name = name,
            Units = units,
        };

    public static string CreateResourceId(string name) => Id.Replace("sample-chat", name, StringComparison.Ordinal);

    public AlertEvent CreateAlert(string condition, AlertSeverity severity, string text, string name = "sample-chat") =>
        new()
        {
            Kind = AlertEventKind.Fired,
            DedupKey = CreateEventId(condition + name),
            EventId = CreateEventId(condition + name),
            Subject = new AlertSubject(AlertSubjectKind.Resource, CreateResourceId(name), name, team, Resource.Region),
            Condition = condition,
            Severity = severity,
            Since = now.AddMinutes(-5),
            At = now,
            Text = text,
        };

    public string? DescribeCost(int from, int to) =>
        ChangeCostText.Describe(rules, Resource with { Units = from }, Resource.Sku, to, DailyMessages.FromRate(PiecesPerMinute));

    /// <summary>Returns the change of the monthly bill; null when a price is unknown.</summary>
    public Money? ComputeCostChange(string fromSku, int from, string toSku, int to) =>
        MonthlyBill.ComputeChange(ComputeCost(fromSku, from), ComputeCost(toSku, to));

    private MonthlyCost? ComputeCost(string sku, int units) =>
        rules.GetCatalog(Resource.Service).Find(sku) is { } known
            ? MonthlyBill.Compute(known, units, DailyMessages.FromRate(PiecesPerMinute))
            : null;

    // Unique per run: resending a sample does not reopen an incident that an earlier run has closed.
    public string CreateEventId(string what) => $"sample-{now.UtcTicks}-{what}";
}
