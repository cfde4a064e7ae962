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
    public static double? FindShare(Size from, Size to, double? ratio = null) =>
        from.HasSkuOf(to) && to.Units < from.Units ? Math.Min((double)(from.Units - to.Units) / from.Units * (ratio ?? 1), 1) : null;

    /// <summary>Describes the effect of a scale-in on connected clients; null when no unit is removed.</summary>
    /// <inheritdoc cref="FindShare"/>
    public static string? Describe(Size from, Size to, double? ratio = null) =>
        FindShare(from, to, ratio) is { } share
            ? $"Removes {from.Units - to.Units} of {Wording.FormatCount(from.Units, "unit")}: "
                + $"about {Wording.FormatPercent(share)} of the connections are dropped, and their clients reconnect."
                + (ratio is null ? "" : $" Measured: the mean of the last {MeasuredFrom} scale-ins.")
            : null;
}
