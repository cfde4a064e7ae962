using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>How clients are connected. The guides measured WebSocket and rank the others below it without a figure.</summary>
public enum Transport
{
    WebSocket,
    ServerSentEvents,
    LongPolling,
}

/// <summary>The three quantities of a plan; one of them may be left out and is solved for.</summary>
public enum PlanQuantity
{
    Connections,
    MessageBytes,
    Interval,
}

/// <summary>One basic case of the planned load.</summary>
/// <param name="UseCase">Sending pattern.</param>
/// <param name="Share">Its share of the connections; the shares of a plan add up to 1.</param>
/// <param name="MessageBytes">Its own message size in bytes; null = the plan's.</param>
/// <param name="IntervalSeconds">Its own interval; null = the plan's.</param>
/// <param name="GroupSize">
/// Members of a group; null = the plan's, else as the guide measured (10, or a tenth of the connections for big groups).
/// </param>
public sealed record PlanCase(
    UseCase UseCase,
    Ratio Share,
    int? MessageBytes = null,
    double? IntervalSeconds = null,
    int? GroupSize = null
);

/// <summary>
/// The question "which tier is right for my scenario". One of connections, message size and interval may be null: it is solved for.
/// </summary>
public sealed record PlanRequest
{
    public required ServiceKind Service { get; init; }

    /// <summary>Edition of the tables; null = the current one of the service.</summary>
    public string? Edition { get; init; }

    public ServiceMode Mode { get; init; } = ServiceMode.Default;

    /// <summary>Whether the app servers run ASP.NET SignalR, which needs more of them; the capacity is the same.</summary>
    public bool AspNet { get; init; }

    public Transport Transport { get; init; } = Transport.WebSocket;

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

    /// <summary>Members of a group; null = as the guide measured.</summary>
    public int? GroupSize { get; init; }

    /// <summary>Share of every limit that is to stay free, 0 to below 1; default 0.</summary>
    public Ratio Headroom { get; init; }

    /// <summary>The only SKU to look at; null = the cheapest that can.</summary>
    public string? Sku { get; init; }

    /// <summary>The size to look at; null = the smallest that can.</summary>
    public int? Units { get; init; }

    /// <summary>Hours of a day with this load, above 0 to 24: decides how many messages are billed beyond the included ones.</summary>
    public double HoursPerDay { get; init; } = 24;
}
