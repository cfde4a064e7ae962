using Advisor.Service.Reports;

namespace Advisor.Service.Recommendations;

/// <summary>How far the digests of a team have come.</summary>
/// <param name="Team">Its name.</param>
/// <param name="Schedule">When its digests are due, as text; with the name it names the row.</param>
/// <param name="DueAt">The newest due time whose digest was enqueued, or skipped because there was nothing to say.</param>
/// <param name="Entries">What that digest recommended, the first ones only when there were more; empty when it was skipped.</param>
/// <param name="At">When that was.</param>
public sealed record DigestMark(string Team, string Schedule, DateTimeOffset DueAt, IReadOnlyList<DigestEntry> Entries, DateTimeOffset At)
    : IScheduleMark<DigestMark>
{
    /// <summary>Maximum number of entries kept: they fit a row.</summary>
    public const int MaxEntries = 150;

    string IScheduleMark<DigestMark>.Name => Team;

    public bool IsLaterThan(DigestMark other) => DueAt > other.DueAt;
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
