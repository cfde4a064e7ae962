using Advisor.Core.Quantities;

namespace Advisor.Core.Decisions;

/// <summary>What a scale-in does to connected clients: the removed units drop their connections.</summary>
public static class DroppedConnections
{
    /// <summary>Returns the share of the connections that a change drops; null when no unit of the same SKU is removed.</summary>
    public static double? FindShare(string fromSku, int fromUnits, string toSku, int toUnits) =>
        fromSku.Equals(toSku, StringComparison.OrdinalIgnoreCase) && toUnits < fromUnits ? (double)(fromUnits - toUnits) / fromUnits : null;

    /// <summary>Describes the effect of a scale-in on connected clients; null when no unit is removed.</summary>
    public static string? Describe(string fromSku, int fromUnits, string toSku, int toUnits) =>
        FindShare(fromSku, fromUnits, toSku, toUnits) is { } share
            ? $"Removes {fromUnits - toUnits} of {Wording.FormatCount(fromUnits, "unit")}: "
                + $"about {Wording.FormatPercent(share)} of the connections are dropped, and their clients reconnect."
            : null;
}
