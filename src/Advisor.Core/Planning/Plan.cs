using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>Plan, or the problems that prevent one; exactly one of them.</summary>
/// <param name="Problems">Problems of the request; or, if <paramref name="NothingFits"/>, the limits that no size keeps.</param>
/// <param name="NothingFits">Whether the request is valid and no size fits.</param>
public sealed record PlanAnswer(Plan? Plan, IReadOnlyList<string> Problems, bool NothingFits = false);

/// <summary>Answer to a <see cref="PlanRequest"/>.</summary>
public sealed record Plan
{
    public required PlanRequest Request { get; init; }

    /// <summary>Edition of the capacity tables used.</summary>
    public required string Edition { get; init; }

    /// <summary>The load, including the quantity solved for.</summary>
    public required PlanLoad Load { get; init; }

    /// <summary>Quantity solved for; null if none was left open.</summary>
    public PlanQuantity? SolvedFor { get; init; }

    /// <summary>SKU to buy; null if no size of the SKUs considered fits.</summary>
    public string? Sku { get; init; }

    /// <summary>Units to buy; null if no size of the SKUs considered fits.</summary>
    public int? Units { get; init; }

    /// <summary>Whether the size keeps every limit; false only if the request names a size that does not, or if no size fits.</summary>
    public bool Fits { get; init; }

    /// <summary>Limit with the highest utilization at this size.</summary>
    public Limit LimitingFactor { get; init; }

    /// <summary>
    /// Used / limit at this size, without server load, which the tables do not predict. If no size fits: at the largest one.
    /// </summary>
    public PerLimit<Ratio> Utilization { get; init; }

    /// <summary>App servers of the guide at this size; null when it names none (serverless, Web PubSub).</summary>
    public AppServerAdvice? AppServers { get; init; }

    /// <summary>Connections of the app servers, and the size with capacity for them; null when <see cref="AppServers"/> is null.</summary>
    public ServerConnectionCapacity? ServerConnections { get; init; }

    /// <summary>Size that Advisor would choose for this load by its targets; null if no size fits.</summary>
    public RecommendedSize? RecommendedSize { get; init; }

    /// <summary>
    /// Monthly cost if the load lasts <see cref="PlanRequest.HoursPerDay"/> a day; null when no price is known or no size fits.
    /// </summary>
    public MonthlyCost? Cost { get; init; }

    /// <summary>Billed 2-KB pieces of outbound traffic per minute of the load.</summary>
    public double MessagesPerMinute { get; init; }

    /// <summary>Origin of the price.</summary>
    public PriceOrigin PriceOrigin { get; init; } = new(PriceSource.List);

    /// <summary>Origin of the price, in words: <see cref="Sku.PriceBasis"/>.</summary>
    public string PriceBasis { get; init; } = "list price";

    /// <summary>Limits of this size with their table rows.</summary>
    public IReadOnlyList<CapacityCitation> Citations { get; init; } = [];

    /// <summary>Every size that can be bought, by SKU, ascending.</summary>
    public required IReadOnlyList<PlanSize> Sizes { get; init; }

    /// <summary>Alternatives to the plan's own recommendation if a cheaper ladder does not suffice.</summary>
    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>Notes to read before buying.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>Row of the table of sizes.</summary>
/// <param name="Fits">Whether every limit is kept, including the requested headroom.</param>
/// <param name="Utilization">Used / limit; for a solved plan, at the quantity this size was solved for.</param>
/// <param name="IsInterpolated">Whether a limit is interpolated between two columns of the guide.</param>
/// <param name="Cost">Units and messages for 30 days; null when no price is known.</param>
/// <param name="Solved">Connections, bytes or seconds that this size allows; null if nothing is solved for, or no value fits.</param>
public sealed record PlanSize(
    string Sku,
    int Units,
    bool Fits,
    PerLimit<Ratio> Utilization,
    Limit LimitingFactor,
    bool IsInterpolated,
    MonthlyCost? Cost,
    double? Solved = null
)
{
    /// <summary>Whether clients and server connections fit together; null when the guide names no app servers.</summary>
    public bool? FitsServerConnections { get; init; }

    public Size Size => new(Sku, Units);
}
