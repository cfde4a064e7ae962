using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Decisions;

/// <summary>Decision about one resource at one time, with the figures behind it.</summary>
public sealed record Decision
{
    /// <summary>Id of the resource as in the observation; compares without case.</summary>
    public required string ResourceId { get; init; }

    /// <summary>Minute of the metrics behind the decision.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>What to do; Hold and Advise change nothing.</summary>
    public required ScalingAction Action { get; init; }

    /// <summary>SKU after the decision; the one in force for Hold and Advise.</summary>
    public required string Sku { get; init; }

    /// <summary>Units after the decision; those in force for Hold and Advise.</summary>
    public required int Units { get; init; }

    /// <summary>Size that Advise recommends; null for any other action.</summary>
    public Size? Advisory { get; init; }

    /// <summary>The size that the decision names: the one after it, or the one that Advise recommends.</summary>
    public Size Target => Advisory ?? new(Sku, Units);

    /// <summary>
    /// Whether the decision is a scale-out for a sustained overload, or up to a minimum of the settings or an announced window.
    /// </summary>
    public bool IsUrgent { get; init; }

    /// <summary>
    /// Whether the size in force is the one that is wanted, or the largest or smallest that may be: no change is wanted, and none is only
    /// deferred.
    /// </summary>
    public bool IsSizeWanted() =>
        Action == ScalingAction.Hold
        && Reasons
            is [
                {
                    Code: ReasonCodes.WithinCapacity
                        or ReasonCodes.MinimumSize
                        or ReasonCodes.MaximumSize
                        or ReasonCodes.Pinned
                        or ReasonCodes.AnnouncedMinimum
                        or ReasonCodes.EndpointGroup
                        or ReasonCodes.FailoverHeadroom
                        or ReasonCodes.NoSizeSuffices
                },
                ..,
            ];

    /// <summary>Limit of the highest utilization; <see cref="Limit.None"/> when all are low or unknown.</summary>
    public required Limit LimitingFactor { get; init; }

    /// <summary>Used / (target x limit) of each limit at the size in force.</summary>
    public required PerLimit<Ratio> Utilization { get; init; }

    /// <summary>Targets used for <see cref="Utilization"/> and <see cref="RequiredUnits"/>.</summary>
    public TargetUtilizations Targets { get; init; } = TargetUtilizations.Default;

    /// <summary>Whether the metrics were sufficient, and if not, why.</summary>
    public DataState DataState { get; init; }

    /// <summary>Confidence in the decision, 0 to 1.</summary>
    public required Ratio Confidence { get; init; }

    /// <summary>Factors whose product is <see cref="Confidence"/>, one line each.</summary>
    public IReadOnlyList<string> ConfidenceFactors { get; init; } = [];

    /// <summary>Whether any limit could be read; without one, confidence has no meaning.</summary>
    public bool HasAnyUtilization => Utilization != default;

    /// <summary>Reasons for the decision, most important first: the arithmetic, and the guards that applied.</summary>
    public required IReadOnlyList<Reason> Reasons { get; init; }

    /// <summary>Alerts that are pending, firing or without data after the decision.</summary>
    public IReadOnlyList<Alert> Alerts { get; init; } = [];

    /// <summary>Units required now by each limit to stay at its target, before rounding to the ladder; null = unknown.</summary>
    public PerLimit<double> RequiredUnits { get; init; }

    /// <summary>
    /// Units required now by all limits together, with server load according to the load model, before rounding to the ladder; null when
    /// unknown.
    /// </summary>
    public double? UnitsRequired { get; init; }

    /// <summary>Whether the size was full: <see cref="UnitsRequired"/> and <see cref="RequiredUnits"/> are lower bounds.</summary>
    public bool IsFull => Reason.ShowFullSize(Reasons);

    /// <summary>Quantiles of the maximum of the required units until each horizon; empty when nothing was forecast.</summary>
    public IReadOnlyList<ForecastQuantiles> Forecast { get; init; } = [];

    /// <summary>Chosen size and its neighbours, ascending.</summary>
    public IReadOnlyList<SizeCost> Sizes { get; init; } = [];

    /// <summary>What helps where more units of the SKU do not; empty otherwise.</summary>
    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>Billed 2-KB pieces of outbound traffic by day; null when no metric reports them.</summary>
    public DailyMessages? Messages { get; init; }

    /// <summary>Billed 2-KB pieces of outbound traffic per minute, the mean of the counted days; null = unknown.</summary>
    public double? MessagesPerMinute => Messages?.PerMinute;

    /// <summary>Mean connections of the counted days; null when no metric reports them.</summary>
    public double? MeanConnections { get; init; }

    /// <summary>Monthly cost of the size in force; null when its units have no price.</summary>
    public MonthlyCost? CostNow { get; init; }

    /// <summary>Monthly cost of the decided or advisory size; null when its units have no price.</summary>
    public MonthlyCost? CostAfter { get; init; }

    /// <summary>The size to keep until a person looks again; null when it was not asked for, or nothing of the past is known.</summary>
    public SteadySize? Steady { get; init; }

    /// <summary>Whether the size is advice for a person, chosen to be kept, and not the size of this minute.</summary>
    public bool IsSteady { get; init; }

    /// <summary>
    /// Smallest size that can take over from others, a step of the ladder; null if none is to, or their load is not known.
    /// </summary>
    public int? FailoverUnits { get; init; }

    /// <summary>
    /// Units that the resource would have for its own load alone, which the other endpoints of its group follow; null where no group's
    /// sizes move together.
    /// </summary>
    public int? OwnUnits { get; init; }

    /// <summary>Lowest units by what others of the fleet rely on: a failover, or the sizes of an endpoint group; 0 = none.</summary>
    public int MinUnitsForOthers => Math.Max(FailoverUnits ?? 0, EndpointUnits ?? 0);

    /// <summary>Units of the largest of the other endpoints, where their sizes move together; null = none, or not known.</summary>
    public int? EndpointUnits { get; init; }

    /// <summary>Change of the monthly bill by this decision, units and messages together; null when a price is unknown.</summary>
    public Money? MonthlyCostChange => MonthlyBill.ComputeChange(CostNow, CostAfter);

    /// <summary>
    /// Computes the explanations now, so that a decision that is kept does not keep the history behind it: some 100 KB a resource.
    /// </summary>
    public Decision ComputeExplanations() =>
        this with
        {
            ConfidenceFactors = [.. ConfidenceFactors],
            Reasons = [.. Reasons],
            Forecast = [.. Forecast],
            Sizes = [.. Sizes],
        };

    /// <summary>
    /// Returns the decision with its first reason, and of the sizes only the steady one; without factors, forecast and alerts.
    /// </summary>
    public Decision ToSummary() =>
        this with
        {
            ConfidenceFactors = [],
            Reasons = [.. Reasons.Take(1)],
            Forecast = [],
            Sizes = [],
            Alerts = [],
            Steady = Steady is { } steady ? steady with { Sizes = [steady.Chosen, steady.Sizes[^1]] } : null,
        };
}
