using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>How far the digests of a team have come.</summary>
/// <param name="Team">Its name.</param>
/// <param name="Schedule">When its digests are due, as text; with the name it names the row.</param>
/// <param name="DueAt">The newest due time whose digest was enqueued, or skipped because there was nothing to say.</param>
/// <param name="Entries">What that digest recommended, the first ones only when there were more; empty when it was skipped.</param>
/// <param name="At">When that was.</param>
public sealed record DigestMark(string Team, string Schedule, DateTimeOffset DueAt, IReadOnlyList<DigestEntry> Entries, DateTimeOffset At)
{
    /// <summary>Maximum number of entries kept: they fit a row.</summary>
    public const int MaxEntries = 150;
}

/// <summary>A recommendation of a digest.</summary>
/// <param name="CostChange">Change of the monthly bill, negative = saved; null when unknown.</param>
/// <param name="Currency">ISO 4217; null without a change of the bill.</param>
public sealed record DigestEntry(
    string ResourceId,
    string FromSku,
    int FromUnits,
    string Sku,
    int Units,
    decimal? CostChange,
    string? Currency
);

/// <summary>The marks of the digests, one for a team and schedule: a schedule that changes starts over.</summary>
public sealed class DigestMarks
{
    private const string Prefix = "digest-";

    private readonly IStateStore store;

    internal DigestMarks(IStateStore store) => this.store = store;

    /// <summary>Null where no digest of the team was due yet.</summary>
    public Task<DigestMark?> FindAsync(string team, string schedule, CancellationToken cancellation) =>
        OptimisticRow.ReadAsync(store, StateKeys.Fleet, CreateKey(team, schedule), RecordCodecs.Digest, cancellation);

    /// <summary>Writes a mark; one of an earlier time changes nothing.</summary>
    public Task SaveAsync(DigestMark mark, CancellationToken cancellation) =>
        OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            CreateKey(mark.Team, mark.Schedule),
            RecordCodecs.Digest,
            mark.At,
            before => before is null || before.DueAt < mark.DueAt ? mark : null,
            cancellation
        );

    private static string CreateKey(string team, string schedule) => Prefix + StateKeys.Hash($"{team.ToLowerInvariant()}\n{schedule}");
}
