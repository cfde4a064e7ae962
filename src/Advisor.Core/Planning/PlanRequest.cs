using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>Transport of the client connections. The guides measured WebSocket and rank the others below it without a figure.</summary>
public enum Transport
{
    WebSocket,
    ServerSentEvents,
    LongPolling,
}

/// <summary>Quantities of a plan; one of them may be left open and is solved for.</summary>
public enum PlanQuantity
{
    Connections,
    MessageBytes,
    Interval,
}

/// <summary>Basic case of the planned load.</summary>
/// <param name="UseCase">Sending pattern.</param>
/// <param name="Share">Share of the connections; the shares of a plan add up to 1.</param>
/// <param name="MessageBytes">Message size in bytes; null = the plan's.</param>
/// <param name="IntervalSeconds">Interval in seconds; null = the plan's.</param>
/// <param name="GroupSize">
/// Members per group; null = the plan's, otherwise as measured by the guide (10, or a tenth of the connections for big groups).
/// </param>
public sealed record PlanCase(
    UseCase UseCase,
    Ratio Share,
    int? MessageBytes = null,
    double? IntervalSeconds = null,
    int? GroupSize = null
);

/// <summary>
/// Request for the size that fits a scenario. One of connections, message size and interval may be null: it is solved for.
/// </summary>
public sealed record PlanRequest
{
    public required ServiceKind Service { get; init; }

    /// <summary>Edition of the capacity tables; null = the current one of the service.</summary>
    public string? Edition { get; init; }

    public ServiceMode Mode { get; init; } = ServiceMode.Default;

    /// <summary>Whether the app servers run ASP.NET SignalR, which needs more of them; the capacity is the same.</summary>
    public bool AspNet { get; init; }

    public Transport Transport { get; init; } = Transport.WebSocket;

    /// <summary>Parts of the load; their shares add up to 1.</summary>
    public required IReadOnlyList<PlanCase> Cases { get; init; }

    /// <summary>Client connections, 1 or more; null = solved for.</summary>
    public int? Connections { get; init; }

    /// <summary>Mean message size in bytes, 1 or more; null = solved for.</summary>
    public int? MessageBytes { get; init; }

    /// <summary>
    /// Seconds, above 0, between the messages that each client sends; for broadcast and big groups, that each client receives. Null =
    /// solved for.
    /// </summary>
    public double? IntervalSeconds { get; init; }

    /// <summary>Members per group; null = as measured by the guide.</summary>
    public int? GroupSize { get; init; }

    /// <summary>Share of every limit that stays free, 0 to below 1; default 0.</summary>
    public Ratio Headroom { get; init; }

    /// <summary>SKU to plan with; null = the cheapest one that fits.</summary>
    public string? Sku { get; init; }

    /// <summary>Unit count to plan with; null = the smallest one that fits.</summary>
    public int? Units { get; init; }

    /// <summary>Hours per day with this load, above 0 to 24; determines the messages billed beyond the included ones.</summary>
    public double HoursPerDay { get; init; } = 24;
}
