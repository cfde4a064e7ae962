using System.Globalization;
using Advisor.Core.Fleet;
using Advisor.Service.Notify;
using Advisor.State.Notifications;

namespace Advisor.Service.Evaluate;

/// <summary>The notifications about the resources of one batch.</summary>
internal static class BatchEvents
{
    /// <summary>Many resources of one batch with a fault: one message a day and batch.</summary>
    public static OutboxItem NotEvaluated(EvaluationBatch batch, IReadOnlyList<ResourceEvaluation> faults, DateTimeOffset now)
    {
        var notice = StateEvents.Unreadable(faults[0].ResourceId, faults[0].Problem!, now) with
        {
            Title = string.Create(CultureInfo.InvariantCulture, $"{faults.Count} of {batch.ResourceIds.Count} resources are not evaluated"),
            Text = $"They are of batch {batch.Name}. The first, {ResourceIds.GetName(faults[0].ResourceId)}: {faults[0].Problem}",
            DedupKey = $"stateUnreadable/{batch.Name}",
            ResourceId = null,
        };
        return notice.ToItem() with { Id = notice.DedupKey };
    }

    /// <summary>What was remembered of resources is of a later time than now: a wrong clock wrote it.</summary>
    public static ServiceEvent StateReset(
        EvaluationBatch batch,
        IReadOnlyList<string> resourceIds,
        DateTimeOffset latest,
        DateTimeOffset now
    ) =>
        new()
        {
            Kind = "stateReset",
            Severity = "warning",
            Title =
                resourceIds.Count == 1
                    ? $"The load model of {ResourceIds.GetName(resourceIds[0])} is being relearned"
                    : string.Create(CultureInfo.InvariantCulture, $"The load models of {resourceIds.Count} resources are being relearned"),
            Text = DescribeReset(latest, now),
            At = batch.Tick,
            DedupKey = string.Create(CultureInfo.InvariantCulture, $"stateReset/{batch.Name}/{batch.Tick.UtcDateTime:yyyyMMddHHmm}"),
            ChangeId = batch.Name,
        };

    /// <summary>The same as a sentence.</summary>
    public static string DescribeReset(DateTimeOffset latest, DateTimeOffset now) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"What was remembered reaches up to {latest.UtcDateTime:yyyy-MM-dd HH:mm} UTC and it is {now.UtcDateTime:yyyy-MM-dd HH:mm}: "
        ) + "a clock was wrong. It is reset, and the recent metrics are read again.";
}
