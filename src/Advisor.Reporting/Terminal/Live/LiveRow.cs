using Advisor.Core.Capacity;

namespace Advisor.Reporting.Terminal.Live;

/// <summary>A row of the live screen: one resource.</summary>
public sealed record LiveRow
{
    public required string Id { get; init; }

    /// <summary>Name; untrusted, as all text here.</summary>
    public required string Name { get; init; }

    public required string Sku { get; init; }

    public required int Units { get; init; }

    /// <summary>Limit with the highest utilization; None when none is known.</summary>
    public Limit LimitingFactor { get; init; }

    /// <summary>Utilization of the target, 1 = at the target; null = unknown.</summary>
    public double? Utilization { get; init; }

    /// <summary>Utilization in each minute of the last hour, oldest first; null = no data.</summary>
    public IReadOnlyList<double?> LastHour { get; init; } = [];

    /// <summary>Units that the limiting factor requires; null = unknown, or <see cref="IsBeyondAnySize"/>.</summary>
    public double? RequiredUnits { get; init; }

    /// <summary>Whether no number of units carries what the limiting factor requires.</summary>
    public bool IsBeyondAnySize { get; init; }

    /// <summary>Whether the size is full, and at least these units are required.</summary>
    public bool IsFull { get; init; }

    /// <summary>Pause or pin, recommendation, or change in progress, in a few words; null = none.</summary>
    public string? Next { get; init; }

    /// <summary>Whether <see cref="Next"/> reports a failure.</summary>
    public bool IsFailed { get; init; }

    /// <summary>Number of firing alerts.</summary>
    public int Alerts { get; init; }

    /// <summary>Time since the newest minute with metrics; null = none so far.</summary>
    public TimeSpan? DataAge { get; init; }

    /// <summary>Reasons for the explanation, one sentence each.</summary>
    public IReadOnlyList<string> Reasons { get; init; } = [];
}
