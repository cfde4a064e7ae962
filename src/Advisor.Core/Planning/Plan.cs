using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;

namespace Advisor.Core.Planning;

/// <summary>A plan, or why there is none; exactly one of them.</summary>
/// <param name="Problems">What is wrong with the question; or, where <paramref name="NothingFits"/>, what no size keeps.</param>
/// <param name="NothingFits">Whether the question is sound and no size answers it.</param>
public sealed record PlanAnswer(Plan? Plan, IReadOnlyList<string> Problems, bool NothingFits = false);

/// <summary>The answer to a <see cref="PlanRequest"/>.</summary>
public sealed record Plan
{
    public required PlanRequest Request { get; init; }

    /// <summary>Edition of the tables that it was read from.</summary>
    public required string Edition { get; init; }

    /// <summary>The load, with what was solved for filled in.</summary>
    public required PlanLoad Load { get; init; }

    /// <summary>What was solved for; null where nothing was left out.</summary>
    public PlanQuantity? SolvedFor { get; init; }

    /// <summary>The SKU to buy; null where no size of any SKU will do.</summary>
    public string? Sku { get; init; }

    /// <summary>The units of it; null where no size of any SKU will do.</summary>
    public int? Units { get; init; }

    /// <summary>
    /// Whether the size keeps every limit; false only where the request named a size that does not, or where there is none.
    /// </summary>
    public bool Fits { get; init; }

    /// <summary>The limit that is used most at this size.</summary>
    public Limit LimitingFactor { get; init; }

    /// <summary>
    /// Used / limit at this size, without server load, which no table predicts. Where no size will do: at the largest one.
    /// </summary>
    public Utilizations Utilization { get; init; }

    /// <summary>
    /// App servers that the guide used at this size, the largest of the cases; null where it names none (serverless, Web PubSub).
    /// </summary>
    public int? AppServers { get; init; }

    /// <summary>
    /// The last size that the guide counted app servers at, in units, where this one is beyond it and the count goes on in proportion; null
    /// elsewhere.
    /// </summary>
    public int? AppServersExtrapolatedFrom { get; init; }

    /// <summary>The connections of the app servers and the size that has room for them; null as above.</summary>
    public ServerConnectionCapacity? ServerConnections { get; init; }

    /// <summary>What Advisor would run this load at, by its targets; null where nothing fits.</summary>
    public RecommendedSize? RecommendedSize { get; init; }

    /// <summary>
    /// What it costs in a month, if the load lasts <see cref="PlanRequest.HoursPerDay"/>; null where no price is known or nothing fits.
    /// </summary>
    public MonthlyCost? Cost { get; init; }

    /// <summary>2-KB pieces of outbound traffic that are billed in a minute of the load.</summary>
    public double MessagesPerMinute { get; init; }

    /// <summary>Whether the unit price was set by the user instead of taken from the list prices of the rules.</summary>
    public bool HasOwnPrice { get; init; }

    /// <summary>Whose price it is, in words: <see cref="Sku.PriceBasis"/>.</summary>
    public string PriceBasis { get; init; } = "list price";

    /// <summary>The limits of this size with their table rows.</summary>
    public IReadOnlyList<CapacityCitation> Citations { get; init; } = [];

    /// <summary>Every size that can be bought, by SKU and ascending.</summary>
    public required IReadOnlyList<PlanSize> Sizes { get; init; }

    /// <summary>What helps where a cheaper ladder does not suffice, other than what the plan itself names.</summary>
    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>What a reader should know before buying.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>One size of the table of all sizes.</summary>
/// <param name="Fits">Whether every limit is kept, with the headroom asked for.</param>
/// <param name="Utilization">Used / limit; of a solved plan, at what this size was solved to.</param>
/// <param name="IsInterpolated">Whether a limit lies between two columns of the guide.</param>
/// <param name="Cost">Units and messages for 30 days; null where no price is known.</param>
/// <param name="Solved">
/// The connections, bytes or seconds that this size allows; null where nothing is solved for, or where it allows none.
/// </param>
public sealed record PlanSize(
    string Sku,
    int Units,
    bool Fits,
    Utilizations Utilization,
    Limit LimitingFactor,
    bool IsInterpolated,
    MonthlyCost? Cost,
    double? Solved = null
)
{
    /// <summary>Whether clients and server connections fit together; null where the guide names no app servers.</summary>
    public bool? FitsServerConnections { get; init; }
}
