using System.Globalization;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>The notifications about the resources of one batch.</summary>
internal static class BatchNotices
{
    /// <summary>Many resources of one batch with a fault: one message a day and batch.</summary>
    public static OutboxItem Faulty(SweepJob job, IReadOnlyList<ResourceTurn> faults, DateTimeOffset now)
    {
        var notice = StateNotices.Unreadable(faults[0].ResourceId, faults[0].Problem!, now) with
        {
            Title = string.Create(CultureInfo.InvariantCulture, $"{faults.Count} of {job.ResourceIds.Count} resources are not evaluated"),
            Text = $"They are of batch {job.Shard}. The first, {ResourceIds.NameOf(faults[0].ResourceId)}: {faults[0].Problem}",
            DedupKey = $"stateUnreadable/{job.Shard}",
            ResourceId = null,
        };
        return notice.ToItem() with { Id = notice.DedupKey };
    }

    /// <summary>What was remembered of resources is of a later time than now: a wrong clock wrote it.</summary>
    public static Notification Reset(SweepJob job, IReadOnlyList<string> resourceIds, DateTimeOffset latest, DateTimeOffset now) => new()
    {
        Kind = "stateReset",
        Severity = "warning",
        Title = resourceIds.Count == 1
            ? $"The load model of {ResourceIds.NameOf(resourceIds[0])} is being relearned"
            : string.Create(CultureInfo.InvariantCulture, $"The load models of {resourceIds.Count} resources are being relearned"),
        Text = ResetText(latest, now),
        At = job.Tick,
        DedupKey = string.Create(CultureInfo.InvariantCulture, $"stateReset/{job.Shard}/{job.Tick.UtcDateTime:yyyyMMddHHmm}"),
        ChangeId = job.Shard,
    };

    /// <summary>The same as a sentence.</summary>
    public static string ResetText(DateTimeOffset latest, DateTimeOffset now) => string.Create(
        CultureInfo.InvariantCulture,
        $"What was remembered reaches up to {latest.UtcDateTime:yyyy-MM-dd HH:mm} UTC and it is {now.UtcDateTime:yyyy-MM-dd HH:mm}: ")
        + "a clock was wrong. It is reset, and the recent metrics are read again.";
}
