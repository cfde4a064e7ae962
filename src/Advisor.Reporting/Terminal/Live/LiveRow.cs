using Advisor.Core.Capacity;

namespace Advisor.Reporting.Terminal.Live;

/// <summary>A resource on the live screen.</summary>
public sealed record LiveRow
{
    public required string Id { get; init; }

    /// <summary>Comes from outside, as every text here.</summary>
    public required string Name { get; init; }

    public required string Sku { get; init; }

    public required int Units { get; init; }

    /// <summary>The limit with the highest utilization; None where none is known.</summary>
    public Limit LimitingFactor { get; init; }

    /// <summary>Of its target, 1 = at the target; null = unknown.</summary>
    public double? Utilization { get; init; }

    /// <summary>The same in each minute of the last hour, the oldest first; null = no data.</summary>
    public IReadOnlyList<double?> LastHour { get; init; } = [];

    /// <summary>Units that all known limits require; null = unknown.</summary>
    public double? RequiredUnits { get; init; }

    /// <summary>What is recommended or in progress, in a few words; null = nothing.</summary>
    public string? Next { get; init; }

    /// <summary>Whether <see cref="Next"/> says that something is wrong.</summary>
    public bool IsFailed { get; init; }

    /// <summary>Alerts that fire.</summary>
    public int Alerts { get; init; }

    /// <summary>Since the newest minute with metrics; null = there was none.</summary>
    public TimeSpan? DataAge { get; init; }

    /// <summary>What the explanation shows: a sentence each.</summary>
    public IReadOnlyList<string> Reasons { get; init; } = [];
}
