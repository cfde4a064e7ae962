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

    /// <summary>
    /// Creates the notices that resources are not evaluated because the rules do not have their size: one a day for each, to its team, or
    /// for the batch when there are more than <paramref name="max"/>.
    /// </summary>
    public static IEnumerable<Notification> CreateUnknownSizes(
        EvaluationBatch batch,
        IReadOnlyList<(FleetResource Resource, string Problem)> unknown,
        int max,
        DateTimeOffset now
    ) =>
        unknown.Count > max
            ?
            [
                CreateUnknownSize(
                    batch.Name,
                    $"{unknown.Count} of {batch.ResourceIds.Count} resources are not evaluated",
                    $"Batch {batch.Name}. First, {unknown[0].Resource.Name}: {unknown[0].Problem}",
                    now
                ),
            ]
            : unknown.Select(one =>
                CreateUnknownSize(
                    one.Resource.Id.ToLowerInvariant(),
                    $"{one.Resource.Name} is not evaluated",
                    one.Problem,
                    now,
                    one.Resource.Id
                ) with
                {
                    Team = one.Resource.Settings.Team,
                }
            );

    private static Notification CreateUnknownSize(string key, string title, string text, DateTimeOffset now, string? resourceId = null) =>
        NoticeItems.CreateDaily("unknownSize", key, title, text, now, resourceId);

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
