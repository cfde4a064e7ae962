using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Planning;

/// <summary>A request with the rules of its service and edition: compares a load with every size that can be bought.</summary>
internal sealed class PlanSizing(RuleSet rules, PlanRequest request)
{
    private const double Precision = 1e-9; // rounding errors of ratios

    // A load within the rounding of the guides is at the limit, not beyond it; otherwise their own columns, and their example of 256 KB to
    // 8,000 connections, would not fit the size they were measured on.
    private readonly double rounding = rules.GetTable(request.Service, request.Edition).ComputeRounding();

    private readonly double limit = 1 - request.Headroom.Value;

    private CapacityModel? last;

    /// <summary>
    /// Returns the model for the load's proportions; the last one is cached, since solving for connections or interval never changes them.
    /// </summary>
    public CapacityModel GetModel(PlanLoad load, Sku sku)
    {
        var workload = load.Workload;
        if (last is null || last.Sku != sku || !IsSame(last.Workload, workload))
        {
            last = new CapacityModel(Table, sku, workload, countsServerLeg: false, Targets, TargetUtilizations.PublishedLimits);
        }

        return last;
    }

    public RuleSet Rules => rules;

    public PlanRequest Request => request;

    public CapacityTable Table { get; } = rules.GetTable(request.Service, request.Edition);

    /// <summary>Unit quota that the user states for every subscription and region; null = none.</summary>
    public int? StatedQuota { get; } = rules.FindQuota(subscription: null, region: null)?.Units;

    /// <summary>SKUs of the service, with the unit quota that the user states.</summary>
    public SkuCatalog Catalog { get; } =
        rules.FindQuota(subscription: null, region: null) is { } stated
            ? rules.GetCatalog(request.Service).WithQuota(stated.Units)
            : rules.GetCatalog(request.Service);

    /// <summary>Targets of the policy.</summary>
    public TargetUtilizations Targets => rules.Policy.Targets;

    /// <summary>Returns the model that computes with the targets of the policy instead of the published limits.</summary>
    public CapacityModel CreateTargetModel(PlanLoad load, Sku sku) =>
        new(Table, sku, load.Workload, countsServerLeg: false, Targets, Targets);

    /// <summary>Computes a row of the table of sizes.</summary>
    public PlanSize ComputeSize(PlanLoad load, CapacityModel model, int units, double? solved = null)
    {
        var utilization = ComputeUtilization(model, load.Demand, units);
        return new PlanSize(
            model.Sku.Name,
            units,
            IsWithinLimit(utilization),
            utilization,
            LimitingFactor.Find(utilization, rules.Policy.NoLimitingFactorBelow.Value),
            load.Cases.Any(c => Table.FindRowOrEquivalent(c.UseCase) is { } row && row.IsInterpolatedAt(model.Sku, units)),
            MessageBill.ComputeMonthlyCost(this, load, model.Sku, units),
            solved
        );
    }

    /// <summary>Whether a size keeps every limit, including the requested headroom.</summary>
    public bool Fits(PlanLoad load, Sku sku, int units) => IsWithinLimit(ComputeUtilization(GetModel(load, sku), load.Demand, units));

    private static bool IsSame(Workload one, Workload other) =>
        one.Parts.Count == other.Parts.Count
        && one.Parts.Zip(other.Parts)
            .All(pair =>
                Math.Abs(pair.First.Share.Value - pair.Second.Share.Value) < 1e-12
                && pair.First with { Share = pair.Second.Share } == pair.Second
            );

    /// <summary>Whether a utilization is above the printed bandwidth but within the guide's rounding.</summary>
    public bool IsWithinRounding(Ratio? utilization) => utilization is { } u && u.Value > 1 + Precision && u.Value <= rounding + Precision;

    private bool IsWithinLimit(in PerLimit<Ratio> utilization) =>
        IsWithinLimit(utilization.Connections)
        && IsWithinLimit(RoundAsPrinted(utilization.Inbound))
        && IsWithinLimit(RoundAsPrinted(utilization.Outbound))
        && IsWithinLimit(utilization.Routing);

    private bool IsWithinLimit(Ratio? utilization) => !(utilization?.Value > limit + Precision);

    private static PerLimit<Ratio> ComputeUtilization(CapacityModel model, Demand demand, int units) =>
        model.ComputeUtilization(demand, units);

    private Ratio? RoundAsPrinted(Ratio? utilization) => IsWithinRounding(utilization) ? new Ratio(1) : utilization;
}
