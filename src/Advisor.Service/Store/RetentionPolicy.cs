namespace Advisor.Service.Store;

/// <summary>Retention periods of rows, counted from the instant in their key, or from their last write if it has none.</summary>
public sealed record RetentionPolicy
{
    public static RetentionPolicy Default { get; } = new();

    /// <summary>Audit trail, closed changes and timeline; default 400 days, so that a year can be compared with the previous one.</summary>
    public TimeSpan History { get; init; } = TimeSpan.FromDays(400);

    /// <summary>Minutes of resources, in whole days of UTC; default 31 days.</summary>
    public TimeSpan Minutes { get; init; } = TimeSpan.FromDays(31);

    /// <summary>Marks of completed messages, which prevent duplicates, and approvals; default 30 days.</summary>
    public TimeSpan Messages { get; init; } = TimeSpan.FromDays(30);

    /// <summary>Ticks and batches; default 2 days.</summary>
    public TimeSpan Ticks { get; init; } = TimeSpan.FromDays(2);

    /// <summary>
    /// State and snapshot of a resource, and what people set for it, counted from the last write of state and snapshot, and what a deleted
    /// one cost, from its last evaluation; default 31 days, so that the bill of a month has what was deleted on its first day.
    /// </summary>
    public TimeSpan DeletedResources { get; init; } = TimeSpan.FromDays(31);

    /// <summary>Dead-lettered messages; default 90 days.</summary>
    public TimeSpan DeadLetters { get; init; } = TimeSpan.FromDays(90);

    /// <summary>Silences, counted from their end; default 90 days.</summary>
    public TimeSpan Silences { get; init; } = TimeSpan.FromDays(90);
}
