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

    /// <summary>Creates the notice that state was reset, or the older part of its history was lost.</summary>
    /// <param name="reason">Why, as one or more sentences.</param>
    public static Notification CreateStateReset(EvaluationBatch batch, IReadOnlyList<string> resourceIds, string reason) =>
        NoticeItems.Create(
            "stateReset",
            AlertSeverity.Warning,
            $"stateReset/{batch.Name}/{batch.Tick.UtcDateTime:yyyyMMddHHmm}",
            batch.Tick,
            resourceIds.Count == 1
                ? $"The load model of {ResourceIds.GetName(resourceIds[0])} is being relearned"
                : $"The load models of {resourceIds.Count} resources are being relearned",
            reason
        );

    /// <summary>Reason where the older part of a history is missing, damaged or of another state.</summary>
    public const string LostHistory =
        "The older part of the history is missing or does not belong to the state: those minutes are unknown. "
        + "Advisor reads the metrics of the last 14 days again.";

    /// <summary>Describes the reset of state dated in the future: a wrong clock wrote it.</summary>
    public static string DescribeReset(DateTimeOffset latest, DateTimeOffset now) =>
        $"The state is dated {latest.UtcDateTime:yyyy-MM-dd HH:mm} UTC, but it is {now.UtcDateTime:yyyy-MM-dd HH:mm} UTC: "
        + "a clock was wrong. Advisor resets the state and reads the recent metrics again.";
}
