namespace Advisor.Reporting.Terminal.Live;

/// <summary>Everything that one frame of the live screen shows.</summary>
public sealed record LiveView
{
    public required DateTimeOffset Now { get; init; }

    /// <summary>The last tick that was completed; null before the first.</summary>
    public DateTimeOffset? Tick { get; init; }

    /// <summary>When the next tick begins.</summary>
    public required DateTimeOffset NextTick { get; init; }

    /// <summary>Metric calls of the last tick; null before the first.</summary>
    public long? MetricCalls { get; init; }

    public IReadOnlyList<LiveRow> Rows { get; init; } = [];

    /// <summary>The resource that keys act on; null where there is none.</summary>
    public string? SelectedId { get; init; }

    /// <summary>Whether the selected resource is explained in place of the table.</summary>
    public bool IsExplaining { get; init; }

    /// <summary>The reason of a silence as far as it is typed; null while none is asked for.</summary>
    public string? Reason { get; init; }

    /// <summary>What the last key did; null = nothing to say.</summary>
    public string? Message { get; init; }

    /// <summary>One line each, the newest last.</summary>
    public IReadOnlyList<string> Events { get; init; } = [];
}
