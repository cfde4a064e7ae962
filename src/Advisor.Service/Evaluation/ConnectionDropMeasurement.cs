using System.Text.Json.Serialization;
using Advisor.Core.Decisions;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Connections dropped by one change, minute by minute: from its request until the clients are back after it took effect, or for
/// <see cref="MaxMinutes"/> after that.
/// </summary>
/// <param name="From">Minute in which the request was sent; Azure shows no closer beginning of the effect.</param>
/// <param name="Usual">Connections dropped per minute before.</param>
/// <param name="Connections">Connections before, above 0.</param>
internal sealed record ConnectionDropMeasurement(string ChangeId, DateTimeOffset From, double Usual, double Connections)
{
    private const int MaxMinutes = 5;

    // A minute in which more than this multiple of the usual number is dropped counts.
    private const double Unusual = 2;

    // Clients come and go: from this share of the connections on, those that were dropped are back.
    private const double BackFrom = 0.95;

    /// <summary>Minute in which the change was seen to be in effect; null before.</summary>
    public DateTimeOffset? EffectAt { get; init; }

    /// <summary>Connections dropped so far beyond the usual ones.</summary>
    public double Dropped { get; init; }

    /// <summary>First minute with unusually many; null before it.</summary>
    public DateTimeOffset? FirstAt { get; init; }

    /// <summary>Minute after the last such minute in which the connections were back; null before it.</summary>
    public DateTimeOffset? BackAt { get; init; }

    /// <summary>Newest minute counted; null before the first.</summary>
    public DateTimeOffset? CountedAt { get; init; }

    /// <summary>Whether the change is in effect and nothing more is to be counted.</summary>
    [JsonIgnore]
    public bool IsComplete => EffectAt is { } at && CountedAt >= at && (BackAt is not null || CountedAt >= at.AddMinutes(MaxMinutes));

    /// <summary>Adds a minute.</summary>
    /// <param name="dropped">Connections dropped in it.</param>
    /// <param name="connected">Highest number of connections in it; null when not read.</param>
    public ConnectionDropMeasurement Add(DateTimeOffset minute, double dropped, double? connected) =>
        dropped > Usual * Unusual
            ? this with
            {
                Dropped = Dropped + dropped - Usual,
                FirstAt = FirstAt ?? minute,
                BackAt = null,
                CountedAt = minute,
            }
            : this with
            {
                BackAt = BackAt ?? (FirstAt is not null && connected >= Connections * BackFrom ? minute : null),
                CountedAt = minute,
            };

    /// <summary>Returns the result of a complete measurement.</summary>
    public ConnectionDrop GetResult() =>
        new(Math.Round(Dropped), Connections, FirstAt is { } first && BackAt is { } back ? (int)(back - first).TotalMinutes + 1 : null);
}
