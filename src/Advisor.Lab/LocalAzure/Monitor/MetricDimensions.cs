namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>Dimensions of the metrics, with the usual share of each value.</summary>
internal static class MetricDimensions
{
    public static MetricDimension Endpoint { get; } = new("Endpoint", [("Client", 0.98), ("Server", 0.02), ("LiveTrace", 0)]);

    public static MetricDimension CloseCategory { get; } =
        new(
            "ConnectionCloseCategory",
            [
                ("Normal", 0.9),
                ("PingTimeout", 0.1),
                ("Throttled", 0),
                ("SlowClient", 0),
                ("ServiceTransientError", 0),
                ("ServiceReload", 0),
                ("ServiceModeSwitched", 0),
                ("ClosedByAppServer", 0),
                ("ServerConnectionClosed", 0),
                ("ServerConnectionNotFound", 0),
                ("NoAvailableServerConnection", 0),
            ]
        );

    public static MetricDimension WebPubSubCloseCategory { get; } =
        new(
            "ConnectionCloseCategory",
            [("Normal", 0.9), ("SlowClient", 0.1), ("Throttled", 0), ("ServiceTransientError", 0), ("ServiceReload", 0)]
        );
}
