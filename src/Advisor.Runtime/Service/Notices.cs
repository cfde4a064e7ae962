using System.Globalization;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What people are told of a decision.</summary>
internal static class Notices
{
    /// <summary>Null where nobody is to be told: holds, what is applied (its end is told), dry runs and what is only observed.</summary>
    public static Notification? Of(DecisionRecord record, FleetResource resource, Uri? link) => record.Outcome switch
    {
        Disposition.Recommended => Make("recommendation", record, resource, link),
        Disposition.AwaitingApproval => Make("approval", record, resource, link),
        _ => null,
    };

    /// <summary>Named by the day, so that it is said once a day.</summary>
    public static Notification Unreadable(string resourceId, string problem, DateTimeOffset now) => new()
    {
        Kind = "stateUnreadable",
        Severity = "error",
        Title = $"{ResourceIds.NameOf(resourceId)} is not looked after",
        Text = problem,
        At = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
        DedupKey = $"stateUnreadable/{resourceId.ToLowerInvariant()}",
        ResourceId = resourceId,
    };

    /// <summary>Rows of the state that nobody can read: what they stood for waits.</summary>
    public static Notification UnreadableRows(IReadOnlyList<string> problems, DateTimeOffset now) => new()
    {
        Kind = "stateUnreadable",
        Severity = "error",
        Title = problems.Count == 1 ? "A row of the state cannot be read" : string.Create(CultureInfo.InvariantCulture, $"{problems.Count} rows of the state cannot be read"),
        Text = $"Such a row is left where it is, and what it stands for waits. The first: {problems[0]}",
        At = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
        DedupKey = "stateUnreadable/rows",
    };

    /// <summary>The journal of gathering was damaged and begins anew; named by the day, so that it is said once a day.</summary>
    public static Notification Ungathered(string problem, DateTimeOffset now) => UnreadableRows([problem], now) with
    {
        Text = $"The journal of gathered messages begins anew; one that was under way may come twice. {problem}",
        DedupKey = "stateUnreadable/gather",
        ChangeId = "gather",
    };

    /// <summary>Rows that retention could not work on; named by the day, so that it is said once a day.</summary>
    public static Notification Undeleted(IReadOnlyList<string> problems, DateTimeOffset now) => UnreadableRows(problems, now) with
    {
        Text = $"What is too old is deleted all the same, but for such a row. The first: {problems[0]}",
        DedupKey = "stateUnreadable/retention",
        ChangeId = "retention",
    };

    /// <summary>Many resources of one batch with a fault: one message a day and batch.</summary>
    public static OutboxItem Faulty(SweepJob job, IReadOnlyList<ResourceTurn> faults, DateTimeOffset now)
    {
        var notice = Unreadable(faults[0].ResourceId, faults[0].Problem!, now) with
        {
            Title = string.Create(CultureInfo.InvariantCulture, $"{faults.Count} of {job.ResourceIds.Count} resources are not looked after"),
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
            ? $"{ResourceIds.NameOf(resourceIds[0])} is learned anew"
            : string.Create(CultureInfo.InvariantCulture, $"{resourceIds.Count} resources are learned anew"),
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

    private static Notification Make(string kind, DecisionRecord record, FleetResource resource, Uri? link) => new()
    {
        Kind = kind,
        Severity = record.Action == ScalingAction.ScaleIn ? "info" : "warning",
        Title = string.Create(CultureInfo.InvariantCulture, $"{resource.Name}: {resource.Sku} x {resource.Units}, better {record.Sku} x {record.Units}"),
        Text = string.Join(' ', record.Reasons.Take(2).Select(reason => reason.Text)),
        At = record.Tick,

        // The same advice again is the same message to a receiver.
        DedupKey = string.Create(CultureInfo.InvariantCulture, $"{kind}/{resource.Id.ToLowerInvariant()}/{record.Sku}/{record.Units}/{record.Tick.UtcDateTime:yyyyMMdd}"),
        ResourceId = resource.Id,
        Team = resource.Settings.Team,
        Link = link,
        Reasons = record.Reasons,
    };
}
