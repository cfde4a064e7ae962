using Advisor.Core.Quantities;

namespace Advisor.Core.Decisions;

/// <summary>Connections that Azure closed as a change of size took effect, beyond those that it usually closes. Per-minute data.</summary>
/// <param name="Dropped">Connections closed, 0 or more.</param>
/// <param name="Connections">Connections before the change, above 0.</param>
/// <param name="ReconnectMinutes">
/// Minutes from the first dropped connection until as many as before were connected again, 2 or more; null if none was dropped, or if fewer
/// were connected when the count ended.
/// </param>
public sealed record ConnectionDrop(double Dropped, double Connections, int? ReconnectMinutes)
{
    /// <summary>Returns one sentence, such as "2,310 of 9,800 connections were dropped and reconnected within 2 minutes."</summary>
    public string Describe() =>
        Math.Round(Dropped) is var dropped && dropped < 1
            ? "No connection was dropped."
            : $"{Wording.FormatNumber(dropped)} of {Wording.FormatCount(Math.Max(Connections, dropped), "connection")} "
                + (dropped == 1 ? "was dropped" : "were dropped")
                + (
                    ReconnectMinutes is { } minutes
                        ? $" and reconnected within {Wording.FormatCount(minutes, "minute")}."
                        : ", and fewer than before were connected afterwards."
                );

    /// <summary>
    /// Returns the share of the connections that were dropped, as a multiple of the share of the units that were removed: 1 = the
    /// connections of the removed units. Null when no unit of the same SKU was removed.
    /// </summary>
    public double? FindRatio(Size from, Size to) =>
        DroppedConnections.FindShare(from, to) is { } removed ? Math.Min(Dropped / Connections, 1) / removed : null;
}
