using Advisor.Core.Quantities;

namespace Advisor.Core.Decisions;

/// <summary>What a scale-in does to connected clients: the removed units drop their connections.</summary>
public static class DroppedConnections
{
    /// <summary>Number of measured scale-ins of a resource from which their mean replaces the share of the removed units.</summary>
    public const int MeasuredFrom = 10;

    /// <summary>Returns the share of the connections that a change drops; null when no unit of the same SKU is removed.</summary>
    /// <param name="ratio">
    /// Mean of the last scale-ins by <see cref="ConnectionDrop.FindRatio"/>; null when unknown: 1, the connections of the removed units.
    /// </param>
    public static double? FindShare(string fromSku, int fromUnits, string toSku, int toUnits, double? ratio = null) =>
        fromSku.Equals(toSku, StringComparison.OrdinalIgnoreCase) && toUnits < fromUnits
            ? Math.Min((double)(fromUnits - toUnits) / fromUnits * (ratio ?? 1), 1)
            : null;

    /// <summary>Describes the effect of a scale-in on connected clients; null when no unit is removed.</summary>
    /// <inheritdoc cref="FindShare"/>
    public static string? Describe(string fromSku, int fromUnits, string toSku, int toUnits, double? ratio = null) =>
        FindShare(fromSku, fromUnits, toSku, toUnits, ratio) is { } share
            ? $"Removes {fromUnits - toUnits} of {Wording.FormatCount(fromUnits, "unit")}: "
                + $"about {Wording.FormatPercent(share)} of the connections are dropped, and their clients reconnect."
                + (ratio is null ? "" : $" Measured: the mean of the last {MeasuredFrom} scale-ins.")
            : null;
}
