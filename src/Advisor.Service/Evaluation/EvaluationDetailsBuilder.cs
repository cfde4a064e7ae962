using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Text;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Service.Evaluation;

/// <summary>Builds the details of an evaluation: the amounts behind each utilization, the sizes and the alternatives.</summary>
internal static class EvaluationDetailsBuilder
{
    private const int Decimals = 4;

    /// <param name="state">State after the decision.</param>
    /// <param name="series">Minutes of the evaluation, ascending.</param>
    /// <param name="month">Bill of the month in progress; null when the units in force have no price.</param>
    public static EvaluationDetails Create(
        FleetResource resource,
        Decision decision,
        ResourceState? state,
        IReadOnlyList<MinuteSample> series,
        MonthBill? month,
        DateTimeOffset now
    ) =>
        new()
        {
            ResourceId = resource.Id,
            At = now,
            Limits = state?.Model is { } model && series is [.., var newest] ? ListLimits(model, newest, resource.Units) : [],
            Sizes =
            [
                .. from size in decision.Sizes
                let steady = decision.IsSteady ? decision.Steady?.Find(size.Units) : null
                select new SizeDetails(
                    size.Units,
                    Round(size.UnitCost),
                    Round(size.OverloadCost),
                    Round(size.RemovedCost),
                    EvaluationCost.FromMonthlyCost(size.Cost)
                )
                {
                    Utilization =
                        state?.Model is { } known && series is [.., var last]
                            ? ListUtilizations(known, last, resource.Units, size.Units)
                            : null,
                    OverloadedMinutes = steady?.OverloadedMinutes,
                    BeyondLimitMinutes = steady?.BeyondLimitMinutes,
                },
            ],
            LookBackDays = decision is { IsSteady: true, Steady: { } kept } ? kept.LookBack.TotalDays : null,
            Alternatives =
            [
                .. decision.Alternatives.Select(alternative => new AlternativeDetails(
                    alternative.Kind,
                    UntrustedText.Sanitize(alternative.Text),
                    alternative.Sku,
                    alternative.Units,
                    alternative.Instances,
                    Wording.JoinWords(alternative.Requirements),
                    EvaluationCost.FromMonthlyCost(alternative.Cost)
                )),
            ],
            Load = CostText.DescribeUsage(decision.MeanConnections, decision.Messages),
            CostRates = decision.CostNow is { } cost ? CostText.DescribeRates(cost, decision.MeanConnections, decision.Messages) : null,
            Month = month is null ? null : CostText.DescribeMonth(month),
            ConfidenceFactors = [.. decision.ConfidenceFactors],
        };

    private static Dictionary<Limit, double> ListUtilizations(CapacityModel model, MinuteSample newest, int measuredUnits, int units)
    {
        var utilization = model.ComputeUtilization(model.ComputeDemand(newest.Readings, measuredUnits), units);
        return LimitingFactor
            .Limits.Where(limit => utilization[limit] is { } known && double.IsFinite(known.Value))
            .ToDictionary(limit => limit, limit => Round(utilization[limit]!.Value.Value));
    }

    private static IReadOnlyList<LimitDetails> ListLimits(CapacityModel model, MinuteSample newest, int units) =>
        [
            .. CapacityExplanation
                .Explain(model, model.ComputeDemand(newest.Readings, units), units)
                .Where(limit => limit.Used is { } used && double.IsFinite(used))
                .Select(limit => new LimitDetails(
                    limit.Limit,
                    Round(limit.Used!.Value),
                    limit.TargetLimit is { } amount ? Round(amount) : null,
                    model.Targets[limit.Limit].Value,
                    model.Targets[limit.Limit] != model.PolicyTargets[limit.Limit],
                    limit.Rows,
                    limit.IsInterpolated
                )),
        ];

    private static double Round(double value) => Math.Round(value, Decimals);
}
