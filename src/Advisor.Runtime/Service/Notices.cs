using System.Globalization;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>The messages about a decision, a change and Advisor itself.</summary>
internal static class Notices
{
    /// <summary>Null where nobody is to be told: holds, what is applied (its end is told), dry runs and what is only observed.</summary>
    /// <param name="asked">The question to a person; null where nobody is asked, or can be.</param>
    /// <param name="cost">What the change costs or saves; null where no price is known.</param>
    public static Notification? Of(DecisionRecord record, FleetResource resource, AskedApproval? asked, string? cost) => record.Outcome switch
    {
        Disposition.Recommended => Make("recommendation", record, resource, cost) with
        {
            Title = $"{Noun(record.Action)} {(record.Action == ScalingAction.Advise ? "" : "recommended ")}for {resource.Name}: {Sizes(record)}",
            Next = record.Action == ScalingAction.Advise
                ? "This is an advisory: Advisor does not make this change by itself."
                : $"In mode {ModeOf(record.Mode)} Advisor changes nothing here by itself.",
        },
        Disposition.AwaitingApproval => Make("approval", record, resource, cost) with
        {
            Title = $"Approval asked for {resource.Name}: {Verb(record.Action)}, {Sizes(record)}",
            Link = asked?.Link,
            Next = asked is null
                ? "Waiting for approval, but there is no page to answer on: docs/approvals.md says how to switch it on."
                : string.Create(CultureInfo.InvariantCulture, $"Waiting for approval until {asked.Record.ExpiresAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC. Without an answer nothing is changed."),
        },
        _ => null,
    };

    /// <summary>A change is in effect.</summary>
    /// <param name="resource">As it is now; null where it could not be read.</param>
    public static Notification Changed(ChangeRecord change, FleetResource? resource) => new()
    {
        Kind = "changed",
        Severity = "info",
        Title = $"{ResourceIds.NameOf(change.ResourceId)} {Done(change)}: {ChangeWords.Sizes(change.FromSku, change.FromUnits, change.ToSku, change.ToUnits)}",
        Text = string.Join(' ', new[] { change.Text, change.Why }.OfType<string>()),
        At = change.DecidedAt,
        DedupKey = $"changed/{change.Id}",
        ResourceId = change.ResourceId,
        Team = resource?.Settings.Team,
        ChangeId = change.Id,
        Cost = change.Cost,
    };

    /// <summary>Named by the day, so that it is said once a day.</summary>
    public static Notification Unreadable(string resourceId, string problem, DateTimeOffset now) => new()
    {
        Kind = "stateUnreadable",
        Severity = "error",
        Title = $"{ResourceIds.NameOf(resourceId)} is not evaluated",
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

    private static Notification Make(string kind, DecisionRecord record, FleetResource resource, string? cost) => new()
    {
        Kind = kind,

        // What saves money disturbs nobody.
        Severity = record.Action == ScalingAction.ScaleIn || cost?.StartsWith('-') == true ? "info" : "warning",
        Title = "",
        Text = string.Join(' ', new[] { ChangeWords.Why(record.Reasons), ChangeWords.Dropped(record.FromSku, record.FromUnits, record.Sku, record.Units) }.OfType<string>()),
        At = record.Tick,

        // The same advice again is the same message to a receiver.
        DedupKey = string.Create(CultureInfo.InvariantCulture, $"{kind}/{resource.Id.ToLowerInvariant()}/{record.Sku}/{record.Units}/{record.Tick.UtcDateTime:yyyyMMdd}"),
        ResourceId = resource.Id,
        Team = resource.Settings.Team,
        Cost = cost,
        Reasons = record.Reasons,
    };

    private static string Sizes(DecisionRecord record) => ChangeWords.Sizes(record.FromSku, record.FromUnits, record.Sku, record.Units);

    private static string Noun(ScalingAction action) => action switch
    {
        ScalingAction.ScaleOut => "Scale-out",
        ScalingAction.ScaleIn => "Scale-in",
        ScalingAction.ChangeTier => "Tier change",
        _ => "Advisory",
    };

    private static string Verb(ScalingAction action) => action switch
    {
        ScalingAction.ScaleOut => "scale out",
        ScalingAction.ScaleIn => "scale in",
        _ => "change the tier",
    };

    private static string Done(ChangeRecord change) =>
        change.ChangesTier ? "changed its tier" : change.ToUnits > change.FromUnits ? "scaled out" : "scaled in";

    private static string ModeOf(AdvisorMode mode) => char.ToLowerInvariant(mode.ToString()[0]) + mode.ToString()[1..];
}
