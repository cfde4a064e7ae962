using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.State.Changes;
using Advisor.State.Fleet;
using Advisor.State.Notifications;
using Advisor.State.Resources;
using Advisor.State.Rows;
using Advisor.State.Series;
using Advisor.State.Timeline;

namespace Advisor.State.Tests.Rows;

/// <summary>A record of each kind with every field set to something other than its default.</summary>
internal static class GoldenRows
{
    private const string Resource = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/sr-chat";
    private const string Hash = "0123456789abcdef0123456789abcdef";

    private static readonly DateTimeOffset At = new(2026, 1, 5, 10, 3, 0, TimeSpan.Zero);

    private static readonly ChangeRecord Change = new()
    {
        ResourceId = Resource,
        DecidedAt = At,
        FromSku = "Standard_S1",
        FromUnits = 3,
        ToSku = "Standard_S1",
        ToUnits = 4,
        State = ChangeState.Accepted,
        OperationUrl = "https://management.azure.com/operations/1",
        SentAt = At,
        AcceptedAt = At.AddSeconds(2),
        ClosedAt = At.AddMinutes(1),
        Attempts = 1,
        WasAcceptedBefore = true,
        NextAttemptAt = At.AddMinutes(2),
        Code = "Conflict",
        Text = "Another operation is running.",
        ApprovalId = "a",
        PlanHash = "h",
        Reason = "Needs 3.20 units now.",
        Cost = "+48 USD a month",
        OverridesFreeze = true,
        ExceedsKnownQuota = true,
        IsUrgent = true,
    };

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
    };

    private static readonly EvaluationRecord Evaluation = new()
    {
        ResourceId = Resource,
        Service = "signalr",
        Region = "westeurope",
        Sku = "Standard_S1",
        Units = 3,
        At = At,
        DataAt = At.AddMinutes(-1),
        RecommendedSku = "Premium_P1",
        RecommendedUnits = 4,
        Utilization = new Dictionary<Limit, double> { [Limit.ServerLoad] = 1.25 },
        RequiredUnits = new Dictionary<Limit, double> { [Limit.Connections] = 2.5 },
        Forecast = [new ForecastQuantiles(TimeSpan.FromMinutes(15), 3, 3.5, 4)],
        Decisions = [new DecisionCount(ScalingAction.ScaleOut, "Overload", 12)],
        Alerts = [new AlertStatus("serverLoad", "error", "firing", "silenced by ann: load test")],
        State = EvaluationState.Failed,
        Problem = "The metrics could not be read.",
        Action = ScalingAction.ScaleOut,
        Outcome = "applying",
        Reasons = [new Reason("Overload", "Server load is 91 %, above 70 %.")],
        Confidence = 0.5,
        LimitingFactor = Limit.ServerLoad,
        CostNow = new EvaluationCost(146.5m, 12m, 158.5m, "USD"),
        CostAfter = new EvaluationCost(195m, 0.25m, 195.25m, "USD", CostGap.MessagePrice),
        Mode = AdvisorMode.Auto,
        Team = "chat",
        IsChanging = true,
        Paused = PausedScaling.ScaleIn,
        IsSnoozed = true,
        SnoozedUntil = At.AddDays(1),
    };

    private static readonly PauseMark Pause = new("advisor", "3 changes in a row were not verified.", At);

    public static IReadOnlyList<GoldenRow> All { get; } =
    [
        GoldenRow.Create(
            nameof(RecordCodecs.Decision),
            RecordCodecs.Decision,
            new DecisionRecord
            {
                ResourceId = Resource,
                Tick = At,
                Action = ScalingAction.ScaleOut,
                Outcome = "applying",
                FromSku = "Standard_S1",
                FromUnits = 3,
                Sku = "Premium_P1",
                Units = 4,
                Mode = AdvisorMode.Auto,
                Actor = "ann@example.com",
                Reasons = [new Reason("Overload", "Server load is 91 %, above 70 %.")],
                Details = """{"confidence":0.5}""",
                ChangeId = "c",
            }
        ),
        GoldenRow.Create(nameof(RecordCodecs.Change), RecordCodecs.Change, Change),
        GoldenRow.Create(nameof(RecordCodecs.OpenChangeMark), RecordCodecs.OpenChangeMark, new OpenChangeMark("c", Resource)),
        GoldenRow.Create(
            nameof(RecordCodecs.Tally),
            RecordCodecs.Tally,
            new ChangeTally("Standard_S1", 4, 2, ChangeState.Failed, "Conflict", "Another operation is running.", 4, 5, At)
            {
                Reason = "Needs 4.20 units now.",
                Cost = "+48 USD a month",
                Durations = [TimeSpan.FromSeconds(90), TimeSpan.FromMinutes(3)],
            }
        ),
        GoldenRow.Create(nameof(RecordCodecs.Outbox), RecordCodecs.Outbox, Item),
        GoldenRow.Create(
            nameof(RecordCodecs.Approval),
            RecordCodecs.Approval,
            new ApprovalRecord
            {
                Id = $"{Hash}-{Hash}",
                ResourceId = Resource,
                ChangeId = "c",
                CreatedAt = At,
                ExpiresAt = At.AddHours(1),
                PlanHash = "p",
                TokenHash = "t",
                KeyId = "k",
                Plan = """{"name":"sr-chat"}""",
                State = ApprovalState.Declined,
                SettledAt = At.AddMinutes(5),
                SettledBy = "ann@example.com",
                Outcome = "Declined: nothing is changed.",
            }
        ),
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
            }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.Snooze),
            RecordCodecs.Snooze,
            new RecommendationSnooze
            {
                ResourceId = Resource,
                FromSku = "Standard_S1",
                FromUnits = 3,
                Sku = "Premium_P1",
                Units = 2,
                Author = "ann@example.com",
                Reason = "after the release",
                At = At,
                Until = At.AddDays(7),
            }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.Tick),
            RecordCodecs.Tick,
            new TickRecord(At, 2, At.AddSeconds(3)) { Plan = new TickPlan(Hash, "AQ==", [Resource]) }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.Batch),
            RecordCodecs.Batch,
            new BatchRecord(At, "s/westeurope/signalr/0", At.AddSeconds(9), 50, 1)
            {
                IdleResources = ["0123456789ab"],
                MetricCalls = 4,
                Activity = new RegionActivity(At, At.AddMinutes(-1), 40, 2),
            }
        ),
        GoldenRow.Create(nameof(RecordCodecs.Pause), RecordCodecs.Pause, Pause),
        GoldenRow.Create(
            nameof(RecordCodecs.Heartbeat),
            RecordCodecs.Heartbeat,
            new HeartbeatMark(At, At.AddSeconds(9))
            {
                Ticks = 7,
                Evaluations = 350,
                Failures = 1,
                MetricCalls = 28,
            }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.Resume),
            RecordCodecs.Resume,
            new ResumeMark("ann@example.com", "The lock is removed.", At.AddHours(1), Pause)
        ),
        GoldenRow.Create(nameof(RecordCodecs.Clock), RecordCodecs.Clock, new ClockMark(At, TimeSpan.FromMinutes(-7))),
        GoldenRow.Create(nameof(RecordCodecs.Throttle), RecordCodecs.Throttle, new Throttle("metrics/s", At)),
        GoldenRow.Create(
            nameof(RecordCodecs.ChangeRateUsage),
            RecordCodecs.ChangeRateUsage,
            new ChangeRateUsage("s", [new ChangeRateShare("c", 2, At, ChangeDirection.In)])
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.QuotaRefusal),
            RecordCodecs.QuotaRefusal,
            new QuotaRefusal("s", "westeurope", 90, 101, true, At)
        ),
        GoldenRow.Create(nameof(RecordCodecs.Verifications), RecordCodecs.Verifications, new VerificationRun("s", 2, ["c"])),
        GoldenRow.Create(nameof(RecordCodecs.Layout), RecordCodecs.Layout, new StoreLayout(16)),
        GoldenRow.Create(
            nameof(RecordCodecs.GroupingHead),
            RecordCodecs.GroupingHead,
            new GroupingHead(
                new GroupingMemory
                {
                    NewestDeliveryAt = At,
                    LastNotified = new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal) { ["chat"] = At },
                    UnknownTeams = ["chta"],
                    Summaries = [new OpenSummary("pager/chat", "d", At, null!)],
                },
                [2],
                5
            )
        ),
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
        GoldenRow.Create(nameof(RecordCodecs.Evaluation), RecordCodecs.Evaluation, Evaluation) with
        {
            Earlier = Evaluation with { Alerts = [new AlertStatus("serverLoad", "error", "firing")] },
        },
        GoldenRow.Create(
            nameof(RecordCodecs.EvaluationDetails),
            RecordCodecs.EvaluationDetails,
            new EvaluationDetails
            {
                ResourceId = Resource,
                At = At,
                Limits = [new(Limit.Outbound, 4_800_000, 10_000_000, 1, true, ["signalr.echo"], true)],
                Sizes = [new(2, 120, 4.5, 30, new EvaluationCost(96.6m, 12m, 108.6m, "USD"))],
                Alternatives =
                [
                    new(
                        "premiumP2",
                        "Premium_P2 with 100 units.",
                        "Premium_P2",
                        100,
                        2,
                        "a quota of 200 units",
                        new EvaluationCost(6000m, 0m, 6000m, "USD")
                    ),
                ],
                ConfidenceFactors = ["90 % of the last hour is known"],
            }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.ScalingPause),
            RecordCodecs.ScalingPause,
            new ScalingPause
            {
                ResourceId = Resource,
                Scaling = PausedScaling.ScaleIn,
                Author = "ann@example.com",
                Reason = "load test",
                At = At,
            }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.Report),
            RecordCodecs.Report,
            new ReportMark("chat weekly", "mon 08:00 Europe/Berlin", new DateOnly(2026, 3, 2), At)
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.Timeline),
            RecordCodecs.Timeline,
            new TimelineEvent
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
            }
        ),
        GoldenRow.Create(
            nameof(RecordCodecs.ChannelHealth),
            RecordCodecs.ChannelHealth,
            new ChannelHealth("teams", 3, "503: no answer in time.", At)
        ),
        GoldenRow.Create(nameof(RecordCodecs.MinuteDay), RecordCodecs.MinuteDay, CreateDay()),
    ];

    // Three minutes: one with data, one that was not looked at, one without data.
    private static MinuteDay CreateDay()
    {
        var day = new MinuteDay(new DateOnly(2026, 1, 5));
        day.Add(0, new MinuteValues(new RequiredUnitsByLimit(1.5, 0.25, null, 2, 3), 4, HasData: true));
        day.Add(2, new MinuteValues(new RequiredUnitsByLimit(null, null, null, null, null), 5, HasData: false));
        return day;
    }
}
