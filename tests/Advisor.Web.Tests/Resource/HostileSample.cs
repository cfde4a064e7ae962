using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tick;
using Advisor.Service.Timeline;
using Advisor.Web.Tests.Fleet;

namespace Advisor.Web.Tests.Resource;

/// <summary>Markup, quotes, addresses of scripts and text that turns the direction, in every field that the dashboard shows.</summary>
internal static class HostileSample
{
    // No slash: it also stands in places of a resource id.
    private const string Evil = "\"'><img src=x onerror=alert(1)><script>alert(1)<!--javascript:alert(1)\u202E\u2066\u200F";

    /// <summary>As long as the pages accept.</summary>
    public const string Id = $"/subscriptions/{Evil}/resourceGroups/{Evil}/providers/Microsoft.SignalRService/SignalR/{Evil}";

    private static readonly string Long = Evil + new string('x', 200);

    public static async Task AddAsync(AdvisorState state, DateTimeOffset now)
    {
        var cost = new EvaluationCost(48.3m, 12m, 60.3m, Evil);
        var record = FleetSample.Create(3, now) with
        {
            ResourceId = Id,
            Region = Evil,
            Sku = "Standard_S1",
            RecommendedSku = Evil,
            Reasons = [new(Evil, Long), new(Evil, Long)],
            Alerts = [new(Long, AlertSeverity.Critical, AlertPhase.Firing)],
            CostNow = cost,
            CostAfter = cost,
            Team = Long,
            Outcome = AuditOutcome.Recommended,
            State = EvaluationState.Failed,
            Problem = Long,
        };
        var details = ResourceSample.CreateDetails(now) with
        {
            ResourceId = Id,
            Limits = [new(Limit.Outbound, 4_800_000, 10_000_000, 1, false, [Long], false)],
            Alternatives = [new(Long, Long, Evil, 100, 1, Long, cost), new("split", Long, null, null, 3, "", null)],
            ConfidenceFactors = [Long],
        };
        var decision = new DecisionRecord
        {
            ResourceId = Id,
            Tick = now.AddHours(-2),
            Action = ScalingAction.ScaleOut,
            Outcome = AuditOutcome.Recommended,
            FromSku = Evil,
            FromUnits = 1,
            Sku = Evil,
            Units = 2,
            Actor = Long,
            Reasons = [new(Evil, Long)],
        };
        var change = new ChangeRecord
        {
            ResourceId = Id,
            DecidedAt = now.AddHours(-3),
            FromSku = Evil,
            FromUnits = 4,
            ToSku = Evil,
            ToUnits = 5,
            Reason = Long,
            Cost = Long,
            Text = Long,
        };
        var alert = new TimelineEvent
        {
            Scope = Id,
            At = now.AddHours(-1),
            Alert = new TimelineAlert
            {
                DedupKey = "a",
                Kind = AlertEventKind.Fired,
                Condition = Long,
                Severity = AlertSeverity.Critical,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = Long,
                Team = Long,
                Since = now.AddHours(-1),
                Text = Long,
            },
        };
        var pause = new ScalingPause
        {
            ResourceId = Id,
            Scaling = PausedScaling.All,
            Author = Long,
            Reason = Long,
            At = now,
        };
        var commit = state.BeginCommit(Id).Save(record).Save(details).Append(decision).Record(alert, "1").Save(pause);
        Assert.True((await commit.RunAsync(CancellationToken.None)).IsCommitted);
        await state.Changes.OpenAsync(change, CancellationToken.None);
        await state.Fleet.PauseAsync(new PauseMark(Long, Long, now), CancellationToken.None);
        await state.Fleet.RecordDeliveryAsync(Long, Long, now, CancellationToken.None);
        await state.DeadLetters.AddAsync(
            new DeadLetter
            {
                Queue = Long,
                MessageId = Evil,
                At = now,
                Problem = Long,
                Text = Long,
            },
            CancellationToken.None
        );
    }
}
