using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>
/// Pauses and resumes the scaling of a resource for a person, or pins its size, each with a record in the audit trail. Such a pause applies
/// in addition to those of settings and tags, in every evaluation and before every change; a pin in place of theirs.
/// </summary>
public static class ScalingPauses
{
    /// <summary>Pauses scaling, or pins the size, replacing any earlier pause or pin by a person.</summary>
    public static Task<bool> PauseAsync(AdvisorState state, FleetResource resource, ScalingPause pause, CancellationToken cancellation) =>
        PersonLine.CommitAsync(
            state,
            CreateLine(
                resource,
                pause.Units is null ? AuditOutcome.Paused : AuditOutcome.Pinned,
                pause.Author,
                $"{DescribeWhat(pause)}{DescribeEnd(pause)}: {pause.Reason}",
                pause.At
            ),
            commit => commit.Save(pause),
            cancellation
        );

    /// <summary>Ends the pause or pin set by a person; false when none is in force at <paramref name="now"/>.</summary>
    public static async Task<bool> ResumeAsync(
        AdvisorState state,
        FleetResource resource,
        string author,
        string reason,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        await state.FindPauseAsync(resource.Id, cancellation) is { } pause
        && pause.IsInForce(now)
        && await PersonLine.CommitAsync(
            state,
            CreateLine(
                resource,
                AuditOutcome.Resumed,
                author,
                pause.Units is null ? $"{DescribeDirections(pause)} no longer paused: {reason}" : $"The size is no longer pinned: {reason}",
                now
            ),
            commit => commit.DeletePause(),
            cancellation
        );

    /// <summary>
    /// Returns the pause or pin by a person that holds for a resource: its own; for a geo-replica without one, the pause of its resource,
    /// or a pause of both directions where that is pinned, since a size is of one region. Null if none is in force.
    /// </summary>
    public static async Task<ScalingPause?> FindAsync(
        AdvisorState state,
        string resourceId,
        DateTimeOffset now,
        CancellationToken cancellation
    ) => await FindAsync(state, resourceId, await state.FindPauseAsync(resourceId, cancellation), now, cancellation);

    /// <summary>Does the same with the pause or pin of the resource itself, in force or not, where it is loaded.</summary>
    public static async Task<ScalingPause?> FindAsync(
        AdvisorState state,
        string resourceId,
        ScalingPause? own,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        own?.IsInForce(now) == true ? own
        : ResourceIds.FindOwner(resourceId) is { } owner
        && await state.FindPauseAsync(owner, cancellation) is { } pause
        && pause.IsInForce(now)
            ? Inherit(pause)
        : null;

    /// <summary>
    /// Returns what still pauses or pins a resource whose own pause by a person has ended, in sentences: settings, tags, or a person's
    /// pause of the resource that a geo-replica belongs to. Null when nothing does.
    /// </summary>
    /// <param name="resource">The resource, with its settings in force.</param>
    public static async Task<string?> DescribeRemainingAsync(
        AdvisorState state,
        FleetResource resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var settings = Apply(resource, await FindAsync(state, resource.Id, own: null, now, cancellation)).Settings;
        var remaining = settings
            .ListPauses(now)
            .Select(pause => pause.Describe(now))
            .Append(settings.FindPin(now)?.Describe(now))
            .OfType<string>();
        return string.Join(' ', remaining) is { Length: > 0 } text ? text : null;
    }

    /// <summary>Returns the pauses and pins by people that are in force at an instant, in the order of the resources.</summary>
    public static async Task<IReadOnlyList<ScalingPause>> ListAsync(
        AdvisorState state,
        IEnumerable<string> resourceIds,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var ids = resourceIds.ToList();
        var found = new ScalingPause?[ids.Count];
        await Parallel.ForEachAsync(
            Enumerable.Range(0, ids.Count),
            new ParallelOptions { MaxDegreeOfParallelism = BucketedRows.Parallelism, CancellationToken = cancellation },
            async (i, cancel) => found[i] = await state.FindPauseAsync(ids[i], cancel)
        );
        return [.. found.OfType<ScalingPause>().Where(pause => pause.IsInForce(now))];
    }

    /// <summary>Returns the resource with the pause or pin set by a person added to its settings.</summary>
    internal static FleetResource Apply(FleetResource resource, ScalingPause? pause) =>
        pause is null ? resource : resource with { Settings = Apply(resource.Settings, pause) };

    /// <summary>Returns settings with the pause or pin set by a person.</summary>
    internal static ResourceSettings Apply(ResourceSettings settings, ScalingPause? pause) =>
        pause is null ? settings
        : pause.Units is { } units ? settings with { PersonPin = new ResourcePin(units, Describe(pause)) { Until = pause.Until } }
        : settings with { PersonPause = new ResourcePause(pause.Scaling, Describe(pause)) { Until = pause.Until } };

    // The resource stays the owner, where the pause is ended.
    private static ScalingPause Inherit(ScalingPause pause) =>
        pause with
        {
            Units = null,
            Reason =
                ResourceIds.GetName(pause.ResourceId)
                + (
                    pause.Units is { } units
                        ? $" is pinned at {Wording.FormatCount(units, "unit")}, a replica keeps the size that it has; "
                        : " is paused; "
                )
                + pause.Reason,
        };

    private static string Describe(ScalingPause pause) => $"{pause.Author} ({pause.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC: {pause.Reason})";

    private static string DescribeEnd(ScalingPause pause) => pause.Until is { } end ? $" until {Wording.FormatEnd(end, pause.At)}" : "";

    private static string DescribeWhat(ScalingPause pause) =>
        pause.Units is { } units ? $"The size is pinned at {Wording.FormatCount(units, "unit")}" : $"{DescribeDirections(pause)} paused";

    private static string DescribeDirections(ScalingPause pause) => new ResourcePause(pause.Scaling, "").DescribeDirections();

    private static DecisionRecord CreateLine(FleetResource resource, AuditOutcome outcome, string author, string text, DateTimeOffset at) =>
        PersonLine.Create(resource.Id, resource.Size, resource.Size, outcome, author, new("Answered", text), at) with
        {
            Mode = resource.Settings.Mode,
        };
}
