using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Links;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <param name="Kind">What it shows, such as "approval asked".</param>
public sealed record SampleMessage(string Kind, AlertMessage Message);

/// <summary>One message of each kind about a made-up resource, by the code that makes the real ones. Their links lead nowhere. Pure but for the keys of the links.</summary>
public sealed class SampleMessages
{
    private const string Mark = "Sample: ";
    private const string Id = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/samples/providers/Microsoft.SignalRService/SignalR/sample-chat";

    private const double PiecesPerMinute = 2500, MinutesOfMonth = 30 * 1440;

    private readonly RuleSet rules;
    private readonly string team;
    private readonly DateTimeOffset now;
    private readonly AppLinks app = new(new Uri("https://advisor.example.com"), KeyRing.Random());
    private readonly MessageLinks links;
    private readonly FleetResource resource;

    private SampleMessages(RuleSet rules, string team, DateTimeOffset now)
    {
        (this.rules, this.team, this.now) = (rules, team, now);
        links = MessageLinks.Of(AzureCloud.Public, app);
        resource = new FleetResource
        {
            Id = Id,
            Name = ResourceIds.NameOf(Id),
            SubscriptionId = ResourceIds.SubscriptionOf(Id),
            ResourceGroup = ResourceIds.GroupOf(Id),
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 3,
            ProvisioningState = "Succeeded",
            Settings = ResourceSettings.Default with { Team = team },
        };
    }

    /// <param name="team">Whose channels they go to.</param>
    public static IReadOnlyList<SampleMessage> Of(RuleSet rules, string team, DateTimeOffset now) => new SampleMessages(rules, team, now).All();

    private List<SampleMessage> All()
    {
        var connections = Alert("connections", AlertSeverity.Error, "sample-chat uses 96 % of its connections, 90 % or more.");
        var firing = new AlertReport
        {
            Alert = connections,
            Limit = "connections, 3,000 at Standard_S1 x 3",
            Proposal = "Standard_S1 x 4 instead of Standard_S1 x 3",
            Cost = Cost(3, 4),
            Next = ClearingText.Describe(connections, rules.Alerts),
            TrendName = "units needed, 2 h",
            Trend = [1.9, 2.0, 2.1, 2.1, 2.3, 2.5, null, 2.6, 2.8, 2.9, 3.0, 3.2],
        };
        var over = connections with { Kind = AlertNotificationKind.Resolved, EventId = Event("resolved"), Since = now.AddMinutes(-40), Text = "sample-chat uses 72 % of its connections." };
        return
        [
            Sample("alert firing", AlertMessages.Of(firing, links)),
            Sample("alert resolved", AlertMessages.Of(new AlertReport { Alert = over, Done = $"Changed from 3 to 4 units at {now.AddMinutes(-30).UtcDateTime:HH:mm} UTC." }, links)),
            Sample("alerts grouped", Grouped()),
            Sample("recommendation", Notice(Disposition.Recommended, ScalingAction.ScaleIn, 1, "Needs 0.82 units; 80 % likely to stay under 0.95 for the next hour. 1 unit is enough.")),
            Sample("approval asked", Notice(Disposition.AwaitingApproval, ScalingAction.ScaleOut, 4, "Needs 3.20 units now and up to 3.52 before a change could take effect; 3 are too few, 4 are enough.")),
            Sample("change done", AlertMessages.Of(ChangeNotices.Changed(Change(), resource), links)),
            Sample("change failed", AlertMessages.Of(Failed(), links)),
            Sample("Advisor itself", AlertMessages.Of(StateNotices.Unreadable(Id, "Its state is damaged: it ends too early. Delete it to begin anew.", now) with { Team = team }, links)),
        ];
    }

    private AlertMessage Grouped()
    {
        var alerts = Enumerable.Range(1, 3)
            .Select(i => Alert(i < 3 ? "serverLoad" : "noData", AlertSeverity.Warning, "One of a group.", $"sample-{i}"))
            .ToList();
        return AlertMessages.Of(AlertGroups.Together(team, alerts, TimeSpan.FromMinutes(5)), alerts.ToDictionary(alert => alert.EventId, alert => new AlertReport { Alert = alert }), links);
    }

    private AlertMessage Notice(string outcome, ScalingAction action, int units, string why)
    {
        var record = new DecisionRecord
        {
            ResourceId = Id,
            Tick = now,
            Action = action,
            Outcome = outcome,
            FromSku = resource.Sku,
            FromUnits = resource.Units,
            Sku = resource.Sku,
            Units = units,
            Reasons = [new Reason("Sample", why)],
            ChangeId = ChangeRecord.IdOf(Id, now),
        };
        var asked = outcome == Disposition.AwaitingApproval ? app.Ask(new ApprovalQuestion(Id, now, record.ChangeId, "", "sample")) : null;
        return AlertMessages.Of(DecisionNotices.Of(record, resource, asked, Cost(resource.Units, units))!, links);
    }

    private AlertReport Failed()
    {
        var alert = Alert("changeFailed", AlertSeverity.Error, "Changes of sample-chat that failed in a row: 1.");
        return new AlertReport
        {
            Alert = alert,
            Done = "The change from 3 to 4 units was refused (ScopeLocked). A lock forbids it. It was decided because: Needs 3.20 units now; 3 are too few, 4 are enough.",
            Cost = Cost(3, 4),
            Next = ClearingText.Describe(alert, rules.Alerts),
        };
    }

    private ChangeRecord Change() => new()
    {
        ResourceId = Id,
        DecidedAt = now,
        FromSku = resource.Sku,
        FromUnits = resource.Units,
        ToSku = resource.Sku,
        ToUnits = 4,
        State = ChangeState.Verified,
        Text = "In effect within 3 minutes.",
        Why = "Needed 3.20 units; 3 were too few, 4 are enough.",
        Cost = Cost(3, 4),
    };

    private AlertNotification Alert(string condition, AlertSeverity severity, string text, string name = "sample-chat") => new()
    {
        Kind = AlertNotificationKind.Fired,
        DedupKey = Event(condition),
        EventId = Event(condition + name),
        Subject = new AlertSubject(AlertSubjectKind.Resource, name == resource.Name ? Id : Id.Replace(resource.Name, name, StringComparison.Ordinal), name, team, resource.Region),
        Condition = condition,
        Severity = severity,
        Since = now.AddMinutes(-5),
        At = now,
        Text = text,
    };

    private string? Cost(int from, int to) => CostWords.Of(rules, resource with { Units = from }, resource.Sku, to, PiecesPerMinute * MinutesOfMonth, PiecesPerMinute);

    // Of one run: a sample that is sent again opens nothing that an earlier one has closed.
    private string Event(string what) => FormattableString.Invariant($"sample-{now.UtcTicks}-{what}");

    private static SampleMessage Sample(string kind, AlertMessage message) => new(kind, message with
    {
        Title = Mark + message.Title,
        Text = $"{message.Text} This is a sample: no action needed, and its links lead nowhere.",
        DedupKey = message.DedupKey.StartsWith("sample-", StringComparison.Ordinal) ? message.DedupKey : "sample-" + message.DedupKey,
        EventId = message.EventId.StartsWith("sample-", StringComparison.Ordinal) ? message.EventId : "sample-" + message.EventId,
    });
}
