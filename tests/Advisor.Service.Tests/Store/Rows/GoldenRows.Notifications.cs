using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Recommendations;
using Advisor.Service.Reports;
using Advisor.Service.Silences;
using Advisor.Service.Store.Rows;
using Advisor.Service.Timeline;

namespace Advisor.Service.Tests.Store.Rows;

/// <content>Alerts, notifications and reports.</content>
internal static partial class GoldenRows
{
    private static readonly OutboxItem Item = new()
    {
        Scope = Resource,
        Id = "change",
        CreatedAt = At,
        Kind = OutboxKind.Delivery,
        Target = "teams",
        DedupKey = "d",
        Payload = """{"title":"Load \u003c 70 %"}""",
        Attempts = 2,
        SentAt = At.AddMinutes(1),
        NextAttemptAt = At.AddMinutes(2),
        LastError = "503",
        IsPartial = true,
    };

    private static readonly GroupingMemory Memory = new()
    {
        NewestDeliveryAt = At,
        LastNotified = new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal) { ["chat"] = At },
        UnknownTeams = ["chta"],
        Windows = new Dictionary<string, ChannelWindow>(StringComparer.Ordinal)
        {
            ["teams-chat"] = new(At, 10, 2, AlertSeverity.Error, ["Server load: sr-chat"]),
        },
        Storms = new Dictionary<string, TeamStorm>(StringComparer.Ordinal) { ["chat"] = new(At, 3) },
        Summaries =
        [
            new OpenSummary("pager/chat", "d", At, null!) { Severities = new Dictionary<AlertSeverity, int> { [AlertSeverity.Error] = 2 } },
        ],
    };

    private static TimelineEvent Timeline =>
        new()
        {
            Scope = Resource,
            At = At,
            Change = Change,
            Alert = new TimelineAlert
            {
                DedupKey = "d",
                Kind = AlertEventKind.Resolved,
                Condition = "serverLoad",
                Severity = AlertSeverity.Error,
                SubjectKind = AlertSubjectKind.Channel,
                SubjectName = "sr-chat",
                Team = "chat",
                Since = At.AddMinutes(-5),
                Text = "Server load is 91 %.",
            },
            Person = new TimelinePerson(AuditOutcome.Paused, "ops", "Scale-in is paused. load test"),
        };

    private static IEnumerable<GoldenRow> Notifications =>
        [
            GoldenRow.Create(nameof(RecordCodecs.Outbox), RecordCodecs.Outbox, Item with { ETag = GoldenRow.ETag }) with
            {
                Earlier = Item with { IsPartial = null, ETag = GoldenRow.ETag },
            },
            GoldenRow.Create(
                nameof(RecordCodecs.Silence),
                RecordCodecs.Silence,
                new Silence
                {
                    Id = "s1",
                    Matchers = new Dictionary<string, string>(StringComparer.Ordinal) { ["alert"] = "serverLoad", ["team"] = "chat" },
                    Author = "ann@example.com",
                    Reason = "load test",
                    Start = At,
                    End = At.AddHours(2),
                    ETag = GoldenRow.ETag,
                }
            ),
            GoldenRow.Create(nameof(RecordCodecs.GroupingHead), RecordCodecs.GroupingHead, new GroupingHead(Memory, [2], 5)) with
            {
                Earlier = new GroupingHead(
                    Memory with
                    {
                        Windows = null,
                        Storms = null,
                        Summaries = [Memory.Summaries[0] with { Severities = null }],
                    },
                    [2],
                    5
                ),
            },
            GoldenRow.Create(nameof(RecordCodecs.GroupingDeliveries), RecordCodecs.GroupingDeliveries, [Item]),
            GoldenRow.Create(nameof(RecordCodecs.GroupingHashes), RecordCodecs.GroupingHashes, [Hash, new string('f', 32)]),
            GoldenRow.Create(
                nameof(RecordCodecs.DeadLetter),
                RecordCodecs.DeadLetter,
                new DeadLetter
                {
                    Id = "1-a",
                    Queue = "delivery",
                    MessageId = "m",
                    At = At,
                    Problem = "The message is not a batch.",
                    Text = "{ ünlesbar",
                    Delivery = new DeadLetterDelivery("teams/chat", "e", "teams", "d"),
                    ResentAt = At.AddHours(1),
                    ResentBy = "ann@example.com",
                }
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.Report),
                RecordCodecs.Report,
                new ReportMark("chat weekly", "mon 08:00 Europe/Berlin", new DateOnly(2026, 3, 2), At)
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.Digest),
                RecordCodecs.Digest,
                new DigestMark(
                    "chat",
                    "weekly (UTC)",
                    At.AddHours(-2),
                    [new DigestEntry(Resource, "Standard_S1", 3, "Standard_S1", 2, -48.3m, "USD")],
                    At
                )
            ),
            GoldenRow.Create(nameof(RecordCodecs.Timeline), RecordCodecs.Timeline, Timeline) with
            {
                Earlier = Timeline with { Change = Change with { EvaluatedAt = null, StateBefore = null, Drop = null }, Person = null },
            },
            GoldenRow.Create(
                nameof(RecordCodecs.ChannelHealth),
                RecordCodecs.ChannelHealth,
                new ChannelHealth("teams", 3, "503: no answer in time.", At)
            ),
        ];
}
