using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Connections that Azure drops in a usual minute and at changes of size by Advisor; in the state of a resource. A minute that was not read
/// is unknown: the change is then not measured.
/// </summary>
internal sealed record ConnectionDropMemory
{
    private const int UsualOverMinutes = 30;

    /// <summary>Newest minute that was read; null before the first.</summary>
    public DateTimeOffset? ReadAt { get; init; }

    /// <summary>Connections dropped per minute outside changes, a running mean of half an hour; null before the first.</summary>
    public double? Usual { get; init; }

    /// <summary>The change that is being measured; null when there is none.</summary>
    public ConnectionDropMeasurement? Open { get; init; }

    /// <summary>
    /// Last scale-ins by <see cref="ConnectionDrop.FindRatio"/>, newest last, at most <see cref="DroppedConnections.MeasuredFrom"/>; null
    /// before the first.
    /// </summary>
    public IReadOnlyList<double>? Ratios { get; init; }

    /// <summary>Returns the mean of the last scale-ins; null until there are enough.</summary>
    public double? FindMeanRatio() => Ratios is { Count: >= DroppedConnections.MeasuredFrom } ratios ? ratios.Average() : null;

    /// <summary>Begins, continues or gives up measuring the change that was followed in this tick.</summary>
    /// <param name="change">The change after its last step; null when none was followed.</param>
    /// <param name="connections">Newest number of connections; null when not read.</param>
    public ConnectionDropMemory Follow(ChangeRecord? change, double? connections) =>
        change is not { SentAt: { } sent } ? this
        : change is { IsOpen: false, State: not ChangeState.Verified } ? this with { Open = Open?.ChangeId == change.Id ? null : Open }
        : (Open?.ChangeId == change.Id ? Open : Begin(change.Id, sent, connections)) is var measured
            ? this with
            {
                Open = measured is null || change.IsOpen ? measured : measured with { EffectAt = Minutes.Floor(change.ClosedAt ?? sent) },
            }
        : this;

    /// <summary>Adds the closes of a minute. Returns the measurement when it is complete, with the state after it.</summary>
    /// <param name="closes">Connections closed, by category; null when not read.</param>
    /// <param name="connections">Highest number of connections in that minute; null when not read.</param>
    public (ConnectionDropMemory Memory, ConnectionDropMeasurement? Complete) Read(
        DateTimeOffset minute,
        IReadOnlyDictionary<string, double>? closes,
        double? connections
    )
    {
        if (minute <= ReadAt)
        {
            return (this, null);
        }

        var dropped = CloseCategory.CountDropped(closes);
        var read = this with { ReadAt = dropped is null ? ReadAt : minute };
        if (Open is null || minute < Open.From)
        {
            return (
                read with
                {
                    Usual = dropped is { } count ? (Usual ?? count) + ((count - (Usual ?? count)) / UsualOverMinutes) : Usual,
                },
                null
            );
        }

        var measured = dropped is { } all && ReadAt == minute.AddMinutes(-1) ? Open.Add(minute, all, connections) : null;
        return measured is { IsComplete: true } ? (read with { Open = null }, measured) : (read with { Open = measured }, null);
    }

    /// <summary>Adds a scale-in that was measured.</summary>
    public ConnectionDropMemory Add(double? ratio) =>
        ratio is { } known ? this with { Ratios = [.. (Ratios ?? []).TakeLast(DroppedConnections.MeasuredFrom - 1), known] } : this;

    private ConnectionDropMeasurement? Begin(string changeId, DateTimeOffset sent, double? connections) =>
        Usual is { } usual && connections is > 0 and var before && Minutes.Floor(sent) is var from && ReadAt < from
            ? new(changeId, from, usual, before)
            : null;
}
