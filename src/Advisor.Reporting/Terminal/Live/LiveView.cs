namespace Advisor.Reporting.Terminal.Live;

/// <summary>Content of one frame of the live screen.</summary>
public sealed record LiveView
{
    /// <summary>Time of the frame.</summary>
    public required DateTimeOffset Now { get; init; }

    /// <summary>The last completed tick; null before the first.</summary>
    public DateTimeOffset? Tick { get; init; }

    /// <summary>Start of the next tick.</summary>
    public required DateTimeOffset NextTick { get; init; }

    /// <summary>Metric calls of the last tick; null before the first.</summary>
    public long? MetricCalls { get; init; }

    public IReadOnlyList<LiveRow> Rows { get; init; } = [];

    /// <summary>Id of the selected resource; null when there is none.</summary>
    public string? SelectedId { get; init; }

    /// <summary>Whether the explanation of the selected resource replaces the table.</summary>
    public bool IsExplaining { get; init; }

    /// <summary>Reason of a silence typed so far; null while none is being entered.</summary>
    public string? Reason { get; init; }

    /// <summary>Result of the last key; null = none.</summary>
    public string? Message { get; init; }

    /// <summary>Events, one line each, newest last.</summary>
    public IReadOnlyList<string> Events { get; init; } = [];
}
