using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Decisions;

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
    public string? AdvisorySku { get; init; }

    /// <summary>What advice names where the action is Advise; null otherwise.</summary>
    public int? AdvisoryUnits { get; init; }

    /// <summary>A scale-out for an overload that stands, or up to a minimum of the settings or of an announced window.</summary>
    public bool IsUrgent { get; init; }

    public required Limit LimitingFactor { get; init; }

    /// <summary>Used / (target x limit) at the size in force.</summary>
    public required Utilizations Utilization { get; init; }

    /// <summary>The targets that <see cref="Utilization"/> and <see cref="RequiredUnits"/> are of.</summary>
    public TargetUtilizations Targets { get; init; } = TargetUtilizations.Default;

    public DataState DataState { get; init; }

    /// <summary>How far the decision can be trusted, 0 to 1.</summary>
    public required Ratio Confidence { get; init; }

    /// <summary>The parts that <see cref="Confidence"/> is the product of, a line each.</summary>
    public IReadOnlyList<string> ConfidenceFactors { get; init; } = [];

    /// <summary>Whether any limit could be read: without one there is nothing to be confident of.</summary>
    public bool HasAnyUtilization => Utilization != default;

    /// <summary>Why, and why not: the arithmetic and the guards that spoke, most important first.</summary>
    public required IReadOnlyList<Reason> Reasons { get; init; }

    public IReadOnlyList<AlertStatus> Alerts { get; init; } = [];

    public RequiredUnitsByLimit RequiredUnits { get; init; }

    /// <summary>
    /// Units required now by all limits together, server load as learned, before the ladder; null where nothing is known.
    /// </summary>
    public double? UnitsRequired { get; init; }

    public IReadOnlyList<ForecastQuantiles> Forecast { get; init; } = [];

    /// <summary>The chosen size and its neighbours, ascending.</summary>
    public IReadOnlyList<SizeCost> Sizes { get; init; } = [];

    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>
    /// 2-KB pieces of outbound traffic that are billed in a minute, as the mean of about a day; null where no metric says it.
    /// </summary>
    public double? MessagesPerMinute { get; init; }

    /// <summary>What the size in force costs in a month; null where its units have no price.</summary>
    public MonthlyCost? CostNow { get; init; }

    /// <summary>What the size decided on, or advised, costs in a month; null where its units have no price.</summary>
    public MonthlyCost? CostAfter { get; init; }

    /// <summary>Change of the monthly bill by this decision, units and messages together; null where a price is not known.</summary>
    public Money? MonthlyCostChange => MonthlyBill.Change(CostNow, CostAfter);
}
