using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Core.Scaling;

/// <summary>What a decision says to do; wire names in camel case.</summary>
public enum ScalingAction
{
    Hold,
    ScaleOut,
    ScaleIn,
    ChangeTier,

    /// <summary>A change would help that may not be made automatically; the text says which.</summary>
    Advise,
}

/// <summary>The limits that can bind.</summary>
public enum Dimension
{
    None,
    ServerLoad,
    Connections,
    Inbound,
    Outbound,
    Routing,
}

/// <summary>Used / (target x limit) of each dimension at the size in force; null = unknown, which is never zero.</summary>
public readonly record struct Utilizations(
    Ratio? ServerLoad = null,
    Ratio? Connections = null,
    Ratio? Inbound = null,
    Ratio? Outbound = null,
    Ratio? Routing = null)
{
    public Ratio? this[Dimension dimension] => dimension switch
    {
        Dimension.ServerLoad => ServerLoad,
        Dimension.Connections => Connections,
        Dimension.Inbound => Inbound,
        Dimension.Outbound => Outbound,
        Dimension.Routing => Routing,
        _ => null,
    };
}

/// <summary>One line of the explanation: a stable code, and a sentence with the numbers that were used.</summary>
/// <param name="Code">A stable noun such as <c>ForecastExceedsCapacity</c>; all codes are in <see cref="ReasonCodes"/>.</param>
/// <param name="Text">One sentence in plain words, with its figures.</param>
public sealed record Reason(string Code, string Text);

/// <summary>An alert condition as it stands after this decision.</summary>
/// <param name="Id">Id of the condition in rules/alerts.yaml.</param>
/// <param name="Severity">info, warning, error or critical.</param>
/// <param name="State">pending, firing or resolved.</param>
public sealed record AlertStatus(string Id, string Severity, string State);

/// <summary>What the metrics of a resource allow to say.</summary>
public enum DataState
{
    Ok,

    /// <summary>Too few metrics: nothing is shrunk, nothing is promised.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others (server load high while traffic and connections are low): not acted upon.</summary>
    SuspectMetric,
}

/// <summary>Units that each limit asks for, before the ladder: 6.3 means a seventh unit of Standard_S1 is needed. Null = unknown.</summary>
public readonly record struct Needs(
    double? ServerLoad = null,
    double? Connections = null,
    double? Inbound = null,
    double? Outbound = null,
    double? Routing = null)
{
    public double? this[Dimension dimension] => dimension switch
    {
        Dimension.ServerLoad => ServerLoad,
        Dimension.Connections => Connections,
        Dimension.Inbound => Inbound,
        Dimension.Outbound => Outbound,
        Dimension.Routing => Routing,
        _ => null,
    };
}

/// <summary>What the coming load may ask for: the greatest need over a horizon, as quantiles in units.</summary>
/// <param name="Horizon">From now.</param>
/// <param name="Median">In half of the cases the need stays at or under this.</param>
/// <param name="Upper">In four of five cases.</param>
/// <param name="High">In nineteen of twenty cases.</param>
public sealed record ForecastQuantiles(TimeSpan Horizon, double Median, double Upper, double High);

/// <summary>What a size would be expected to cost until the horizon, in the units of the objective and in money.</summary>
/// <param name="Units">The size.</param>
/// <param name="UnitCost">Expected price of its units.</param>
/// <param name="OverloadCost">Expected price of overload at it.</param>
/// <param name="RemovedCost">Price of the units removed to reach it.</param>
/// <param name="Cost">Its units and messages for a month of 30 days; null where no price is known.</param>
public sealed record SizeCost(int Units, double UnitCost, double OverloadCost, double RemovedCost, MonthlyCost? Cost)
{
    public double Total => UnitCost + OverloadCost + RemovedCost;
}

/// <summary>A way out that no number of units of the present SKU gives: Premium_P2, a split over instances, larger groups.</summary>
/// <param name="Kind">premiumP2, split or largerGroups.</param>
/// <param name="Text">What to do, its price, what it gives and what it demands, with figures.</param>
/// <param name="Sku">The SKU to buy; null where the way is not a purchase.</param>
/// <param name="Units">Units of it for each instance.</param>
/// <param name="Instances">How many instances.</param>
/// <param name="Cost">Units and messages of all of it for a month of 30 days; null where no price is known.</param>
public sealed record WayOut(string Kind, string Text, string? Sku, int? Units, int Instances, MonthlyCost? Cost)
{
    /// <summary>What it demands of the app and of the subscription: "a quota of 200 units in subscription and region, and no change of the app".</summary>
    public string Demands { get; init; } = "";
}

/// <summary>What Advisor says of one resource at one time, with every number behind it.</summary>
public sealed record Decision
{
    public required string ResourceId { get; init; }

    /// <summary>The minute of the metrics behind it.</summary>
    public required DateTimeOffset Time { get; init; }

    public required ScalingAction Action { get; init; }

    /// <summary>The SKU it would have now: the one in force on hold and on advise.</summary>
    public required string Sku { get; init; }

    /// <summary>The units it would have now: those in force on hold and on advise.</summary>
    public required int Units { get; init; }

    /// <summary>What advice names where the action is Advise; null otherwise.</summary>
    public string? AdvisedSku { get; init; }

    /// <summary>What advice names where the action is Advise; null otherwise.</summary>
    public int? AdvisedUnits { get; init; }

    /// <summary>A scale-out for an overload that stands, or up to a minimum of the settings or of an announced window.</summary>
    public bool IsUrgent { get; init; }

    public required Dimension Binding { get; init; }

    /// <summary>Used / (target x limit) at the size in force.</summary>
    public required Utilizations Utilization { get; init; }

    /// <summary>The targets that <see cref="Utilization"/> and <see cref="Needs"/> are of.</summary>
    public TargetUtilizations Targets { get; init; } = TargetUtilizations.Default;

    public DataState DataState { get; init; }

    /// <summary>How far the decision can be trusted, 0 to 1.</summary>
    public required Ratio Confidence { get; init; }

    /// <summary>The parts that <see cref="Confidence"/> is the product of, a line each.</summary>
    public IReadOnlyList<string> ConfidenceParts { get; init; } = [];

    /// <summary>Whether any limit could be read: without one there is nothing to be confident of.</summary>
    public bool KnowsSomething => Utilization != default;

    /// <summary>Why, and why not: the arithmetic and the guards that spoke, most important first.</summary>
    public required IReadOnlyList<Reason> Reasons { get; init; }

    public IReadOnlyList<AlertStatus> Alerts { get; init; } = [];

    public Needs Needs { get; init; }

    /// <summary>Units required now by all limits together, server load as learned, before the ladder; null where nothing is known.</summary>
    public double? UnitsRequired { get; init; }

    public IReadOnlyList<ForecastQuantiles> Forecast { get; init; } = [];

    /// <summary>The chosen size and its neighbours, ascending.</summary>
    public IReadOnlyList<SizeCost> Sizes { get; init; } = [];

    public IReadOnlyList<WayOut> WaysOut { get; init; } = [];

    /// <summary>2-KB pieces of outbound traffic that are billed in a minute, as the mean of about a day; null where no metric says it.</summary>
    public double? MessagesPerMinute { get; init; }

    /// <summary>What the size in force costs in a month; null where its units have no price.</summary>
    public MonthlyCost? CostNow { get; init; }

    /// <summary>What the size decided on, or advised, costs in a month; null where its units have no price.</summary>
    public MonthlyCost? CostAfter { get; init; }

    /// <summary>Change of the monthly bill by this decision, units and messages together; null where a price is not known.</summary>
    public Money? MonthlyCostChange => MonthlyBill.Change(CostNow, CostAfter);
}
