namespace Advisor.Core.Observations;

/// <summary>
/// Why Azure closed connections: the values of <c>ConnectionCloseCategory</c> that Advisor reads. The others are clients that leave by
/// themselves (<c>Normal</c>) or were never connected, such as <c>HandshakeError</c> and <c>Unauthorized</c>.
/// </summary>
public static class CloseCategory
{
    /// <summary>Connections refused because the size is full; they were not connected.</summary>
    public const string Throttled = "Throttled";

    /// <summary>Clients that do not read as fast as messages arrive.</summary>
    public const string SlowClient = "SlowClient";

    /// <summary>Errors inside the service.</summary>
    public const string ServiceError = "ServiceTransientError";

    // The causes of connections that were dropped, in words for people.
    private static readonly Dictionary<string, string> Causes = new(StringComparer.OrdinalIgnoreCase)
    {
        ["ServiceReload"] = "the service was reloaded, for maintenance or a change of size",
        [ServiceError] = "an error inside the service",
        [SlowClient] = "clients read too slowly",
        ["PingTimeout"] = "clients no longer answered, as when the network fails",
        ["ClosedByAppServer"] = "the app server closed them",
        ["ServerConnectionClosed"] = "their app server disconnected, as when it restarts",
        ["NoAvailableServerConnection"] = "no app server was connected",
        ["ServerConnectionNotFound"] = "their app server was no longer connected",
        ["ServiceModeSwitched"] = "the service mode was changed",
    };

    /// <summary>Categories that are read.</summary>
    public static IReadOnlyList<string> All { get; } = [Throttled, .. Causes.Keys];

    /// <summary>Counts the connections that were dropped; null when not read.</summary>
    /// <param name="closes">Connections closed, by category; null when not read, a missing category is 0.</param>
    public static double? CountDropped(IReadOnlyDictionary<string, double>? closes) =>
        closes?.Where(pair => Causes.ContainsKey(pair.Key)).Sum(pair => pair.Value);

    /// <summary>Describes the cause of most dropped ones: "ServiceReload: the service was ..."; null when none was dropped.</summary>
    /// <param name="closes">Connections closed, by category; null when not read.</param>
    public static string? DescribeCause(IReadOnlyDictionary<string, double>? closes)
    {
        var dropped = closes?.Where(pair => pair.Value > 0 && Causes.ContainsKey(pair.Key)).ToList() ?? [];
        return dropped.Count > 0 && dropped.MaxBy(pair => pair.Value).Key is var cause ? $"{cause}: {Causes[cause]}" : null;
    }

    /// <summary>Computes the share of the connections that were dropped in a minute, at most 1; null when unknown.</summary>
    /// <param name="connections">Highest number of connections in that minute; null when not read.</param>
    /// <param name="from">Connections from which a share says something; 0 is returned below.</param>
    public static double? ComputeDroppedShare(IReadOnlyDictionary<string, double>? closes, double? connections, double from)
    {
        if (CountDropped(closes) is not { } dropped || connections is not { } connected)
        {
            return null;
        }

        // The count of the minute may have been taken after the drop.
        var before = Math.Max(connected, dropped);
        return before > 0 && before >= from ? dropped / before : 0;
    }
}
