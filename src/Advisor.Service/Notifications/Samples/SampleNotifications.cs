using Advisor.Configuration;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Recommendations;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Notifications.Samples;

/// <summary>
/// Sample messages of every kind about a fictitious resource, built by the code that builds real ones. Their links do not work.
/// Pure except for the keys of the links.
/// </summary>
public sealed class SampleNotifications
{
    private const string TitlePrefix = "Sample: ";
    private const string NeedsMore = "Needs 3.20 units now and up to 3.52 before a change could take effect; 3 are too few, 4 are enough.";

    private readonly RuleSet rules;
    private readonly string team;
    private readonly DateTimeOffset now;
    private readonly AppLinks app = new(new Uri("https://advisor.example.com"), KeyRing.CreateRandom());
    private readonly NotificationLinks links;
    private readonly SampleRecords records;

    private SampleNotifications(RuleSet rules, string team, DateTimeOffset now)
    {
        (this.rules, this.team, this.now) = (rules, team, now);
        links = NotificationLinks.Create(AzureCloud.Public, app);
        records = new SampleRecords(rules, team, now);
    }

    /// <param name="team">Team whose channels get the samples.</param>
    public static IReadOnlyList<SampleNotification> Create(RuleSet rules, string team, DateTimeOffset now) =>
        new SampleNotifications(rules, team, now).CreateAll();

    private List<SampleNotification> CreateAll()
    {
        var connections = records.CreateAlert(
            "connections",
            AlertSeverity.Error,
            "sample-chat uses 96 % of its connection quota, above the target of 90 %."
        );
        var firing = connections with
        {
            Limit = "3,000 connections at Standard_S1 x 3, target 90 %",
            Proposal = "Standard_S1 x 4 instead of Standard_S1 x 3",
            Cost = records.DescribeCost(3, 4),
            Next = ClearingText.Describe(connections, rules.Alerts),
            TrendName = "units required, 2 h",
            Trend = [1.9, 2.0, 2.1, 2.1, 2.3, 2.5, null, 2.6, 2.8, 2.9, 3.0, 3.2],
        };
        var resolved = connections with
        {
            Kind = AlertEventKind.Resolved,
            EventId = records.CreateEventId("resolved"),
            Since = now.AddMinutes(-40),
            Text = "sample-chat is back to 72 % of its connection quota.",
        };
        return
        [
            CreateSample("alert firing", NotificationBuilder.Create(firing, links)),
            CreateSample("alert that goes on", NotificationBuilder.Create(records.CreateRepeated(firing), links)),
            CreateSample(
                "alert resolved",
                NotificationBuilder.Create(
                    resolved with
                    {
                        Done = $"Changed from 3 to 4 units at {now.AddMinutes(-30).UtcDateTime:HH:mm} UTC.",
                    },
                    links
                )
            ),
            CreateSample("alerts grouped", CreateGrouped()),
            CreateSample("recommendation", CreateNotice(AuditOutcome.Recommended, ScalingAction.ScaleOut, 4, NeedsMore)),
            CreateSample("digest", CreateDigest()),
            CreateSample("approval asked", CreateNotice(AuditOutcome.AwaitingApproval, ScalingAction.ScaleOut, 4, NeedsMore)),
            CreateSample("approvals combined", CreateCombined()),
            CreateSample(
                "change done",
                NotificationBuilder.AddLinks(ChangeNotices.CreateChanged(records.CreateChange(), records.Resource), links)
            ),
            CreateSample("change failed", NotificationBuilder.Create(records.CreateFailedAlert(), links)),
            CreateSample(
                "Advisor itself",
                NotificationBuilder.AddLinks(
                    StateNotices.CreateUnreadable(
                        SampleRecords.Id,
                        "Its state is damaged: it ends too early. Delete it to start over.",
                        now
                    ) with
                    {
                        Team = team,
                    },
                    links
                )
            ),
        ];
    }

    private Notification CreateGrouped()
    {
        var overloaded = Enumerable
            .Range(1, 2)
            .Select(i => $"sample-{i}")
            .Select(name =>
                records.CreateAlert(
                    "serverLoad",
                    AlertSeverity.Warning,
                    $"{name} has a server load of 86 %, above the target of 70 %.",
                    name
                )
            );
        var silent = records.CreateAlert("noData", AlertSeverity.Error, "sample-3 has had no metrics for 20 min.", "sample-3");
        return NotificationBuilder.Create(AlertGrouping.CreateGroup(team, [.. overloaded, silent]), links);
    }

    private Notification CreateDigest() =>
        NotificationBuilder.AddLinks(
            new SampleDigest(records, app, team, now).Create(links) with
            {
                DedupKey = records.CreateEventId("digest"),
                EventId = records.CreateEventId("digest"),
            },
            links
        );

    private Notification CreateCombined()
    {
        (string Name, int Units)[] resources = [("sample-chat", 4), ("sample-live", 7), ("sample-orders", 5)];
        return NoticeGrouping
            .Combine(
                resources.Select(resource =>
                    CreateNotice(
                        AuditOutcome.AwaitingApproval,
                        ScalingAction.ScaleOut,
                        resource.Units,
                        NeedsMore,
                        records.CreateResource(resource.Name, 3)
                    )
                ),
                _ => team,
                links
            )
            .Single();
    }

    private Notification CreateNotice(AuditOutcome outcome, ScalingAction action, int units, string why, FleetResource? about = null)
    {
        var resource = about ?? records.Resource;
        var record = new DecisionRecord
        {
            ResourceId = resource.Id,
            Tick = now,
            Action = action,
            Outcome = outcome,
            FromSku = resource.Sku,
            FromUnits = resource.Units,
            Sku = resource.Sku,
            Units = units,
            Reasons = [new Reason("Sample", why)],
            ChangeId = ChangeRecord.CreateId(resource.Id, now),
        };
        var approval =
            outcome == AuditOutcome.AwaitingApproval
                ? app.CreateApproval(new ApprovalRequest(resource.Id, now, record.ChangeId, "", "sample"))
                : null;
        var cost = records.DescribeCost(resource.Units, units);
        var notice =
            outcome == AuditOutcome.AwaitingApproval
                ? RecommendationNotices.CreateApproval(record, resource, approval, cost)
                : RecommendationNotices.CreateRecommendation(record, records.CreateRecommendation(units), resource, cost);
        return NotificationBuilder.AddLinks(notice!, links);
    }

    private static SampleNotification CreateSample(string kind, Notification message) =>
        new(
            kind,
            message with
            {
                Title = TitlePrefix + message.Title,
                Text = $"{message.Text} This is a sample: no action needed, and its links do not work.".TrimStart(),
                DedupKey = message.DedupKey.StartsWith("sample-", StringComparison.Ordinal)
                    ? message.DedupKey
                    : "sample-" + message.DedupKey,
                EventId = message.EventId.StartsWith("sample-", StringComparison.Ordinal) ? message.EventId : "sample-" + message.EventId,
            }
        );
}
