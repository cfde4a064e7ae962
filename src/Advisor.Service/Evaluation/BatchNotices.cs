using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;

namespace Advisor.Service.Evaluation;

/// <summary>Creates the notices about the resources of one batch.</summary>
internal static class BatchNotices
{
    /// <summary>Creates the notice that many resources of a batch failed: one a day per batch.</summary>
    public static Notification CreateNotEvaluated(EvaluationBatch batch, IReadOnlyList<ResourceEvaluation> faults, DateTimeOffset now) =>
        StateNotices.CreateUnreadableInBatch(
            batch.Name,
            $"{faults.Count} of {batch.ResourceIds.Count} resources are not evaluated",
            $"Batch {batch.Name}. First problem, {ResourceIds.GetName(faults[0].ResourceId)}: {faults[0].Problem}",
            now
        );

    /// <summary>Creates the notice that state dated in the future was reset: a wrong clock wrote it.</summary>
    public static Notification CreateStateReset(
        EvaluationBatch batch,
        IReadOnlyList<string> resourceIds,
        DateTimeOffset latest,
        DateTimeOffset now
    ) =>
        NoticeItems.Create(
            "stateReset",
            AlertSeverity.Warning,
            $"stateReset/{batch.Name}/{batch.Tick.UtcDateTime:yyyyMMddHHmm}",
            batch.Tick,
            resourceIds.Count == 1
                ? $"The load model of {ResourceIds.GetName(resourceIds[0])} is being relearned"
                : $"The load models of {resourceIds.Count} resources are being relearned",
            DescribeReset(latest, now)
        );

    /// <summary>Describes the same reset as a sentence.</summary>
    public static string DescribeReset(DateTimeOffset latest, DateTimeOffset now) =>
        $"The state is dated {latest.UtcDateTime:yyyy-MM-dd HH:mm} UTC, but it is {now.UtcDateTime:yyyy-MM-dd HH:mm} UTC: "
        + "a clock was wrong. Advisor resets the state and reads the recent metrics again.";
}
