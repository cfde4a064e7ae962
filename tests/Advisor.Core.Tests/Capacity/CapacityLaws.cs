using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Capacity;

/// <summary>Laws that hold for every workload, SKU and demand.</summary>
public sealed class CapacityLaws
{
    private static readonly Sku[] Skus = [.. GuideTables.SignalRSkus.Skus];

    private static readonly Gen<WorkloadPart> Parts =
        from useCase in Gen.Elements(GuideTables.SignalR.Rows.Select(row => row.UseCase).ToArray())
        from bytes in Gen.Choose(1, 100_000)
        from members in Gen.Choose(1, 40)
        from weight in Gen.Choose(1, 100)
        select new WorkloadPart(useCase, new Ratio(weight), bytes, useCase is UseCase.SendToSmallGroup ? members : null);

    private static readonly Gen<CapacityModel> Models =
        from parts in Gen.NonEmptyListOf(Parts)
        from sku in Gen.Elements(Skus)
        from table in Gen.Elements(GuideTables.SignalR, GuideTables.SignalR2019)
        from leg in Gen.Elements(true, false)
        let few = parts.Take(4).ToList()
        let sum = few.Sum(p => p.Share.Value)
        select new CapacityModel(table, sku, new Workload([.. few.Select(p => p with { Share = new Ratio(p.Share.Value / sum) })]), leg);

    private static readonly Gen<Demand> Demands =
        from connections in Gen.Choose(0, 2_000_000)
        from inbound in Gen.Choose(0, 2_000_000_000)
        from outbound in Gen.Choose(0, 2_000_000_000)
        from load in Gen.Choose(0, 200_000)
        select new Demand(connections, inbound, outbound, load / 100.0);

    [Fact]
    public void Utilization_never_rises_with_the_units() =>
        CheckLaw(
            (model, demand) =>
                ListSteps(model)
                    .All(step =>
                        LimitingFactor.Limits.All(d =>
                            model.ComputeUtilization(demand, step.Greater)[d]!.Value.Value
                            <= model.ComputeUtilization(demand, step.Smaller)[d]!.Value.Value * (1 + 1e-12)
                        )
                    )
        );

    [Fact]
    public void Ceilings_never_fall_with_the_units() =>
        CheckLaw(
            (model, _) =>
                ListSteps(model)
                    .All(step =>
                        LimitingFactor.Limits.All(d =>
                            !(model.ComputeTargetLimit(d, step.Greater) < model.ComputeTargetLimit(d, step.Smaller))
                        )
                    )
        );

    [Fact]
    public void The_smallest_size_keeps_every_limit_and_the_size_below_it_breaks_one() =>
        CheckLaw(
            (model, demand) =>
            {
                bool IsWithinTarget(int units) =>
                    LimitingFactor.Limits.All(d =>
                        model.ComputeUtilization(demand, units)[d]!.Value.Value
                        <= (IsCarriedInPart(model, demand, d) ? model.Table.ComputeRounding() : 1) + 1e-9
                    );
                return model.ComputeRequiredUnits(demand).FindMinSize(model.Sku.Ladder) is { } smallest
                    ? IsWithinTarget(smallest) && (model.Sku.Ladder.FindPrevious(smallest) is not { } below || !IsWithinTarget(below))
                    : !IsWithinTarget(model.Sku.Ladder.Max);
            }
        );

    [Fact]
    public void A_need_above_a_size_is_a_utilization_above_one_there_and_no_other() =>
        CheckLaw(
            (model, demand) =>
                model.Sku.Ladder.Steps.All(units =>
                    LimitingFactor.Limits.All(d =>
                    {
                        var (need, utilization) = (
                            model.ComputeRequiredUnits(demand)[d]!.Value,
                            model.ComputeUtilization(demand, units)[d]!.Value.Value
                        );
                        return Math.Abs(utilization - 1) < 1e-6
                            || Math.Abs(need - units) < 1e-6 * units
                            || need > units == utilization > 1
                            || (utilization > 1 && IsCarriedInPart(model, demand, d));
                    })
                )
        );

    [Fact]
    public void Twice_the_demand_is_twice_the_utilization() =>
        CheckLaw(
            (model, demand) =>
            {
                var (once, twice) = (
                    model.ComputeUtilization(demand, model.Sku.Ladder.Min),
                    model.ComputeUtilization(
                        demand.SplitOver(1) with
                        {
                            Connections = 2 * demand.Connections,
                            InboundBytes = 2 * demand.InboundBytes,
                            OutboundBytes = 2 * demand.OutboundBytes,
                            ServerLoadUnits = 2 * demand.ServerLoadUnits,
                        },
                        model.Sku.Ladder.Min
                    )
                );
                return LimitingFactor.Limits.All(d =>
                    Math.Abs((2 * once[d]!.Value.Value) - twice[d]!.Value.Value) <= 1e-9 * twice[d]!.Value.Value
                );
            }
        );

    [Fact]
    public void What_is_unknown_changes_nothing_that_is_known() =>
        CheckLaw(
            (model, demand) =>
            {
                var units = model.Sku.Ladder.Max;
                var (all, some) = (
                    model.ComputeUtilization(demand, units),
                    model.ComputeUtilization(demand with { InboundBytes = null }, units)
                );
                return some.Inbound is null && some.Routing is null && some.Outbound == all.Outbound && some.Connections == all.Connections;
            }
        );

    [Fact]
    public void The_order_of_the_parts_does_not_matter() =>
        CheckLaw(
            (model, demand) =>
            {
                var turned = new CapacityModel(
                    model.Table,
                    model.Sku,
                    new Workload([.. model.Workload.Parts.Reverse()]),
                    model.CountsServerLeg
                );
                var (one, other) = (
                    model.ComputeUtilization(demand, model.Sku.Ladder.Max),
                    turned.ComputeUtilization(demand, model.Sku.Ladder.Max)
                );
                return LimitingFactor.Limits.All(d =>
                    Math.Abs(one[d]!.Value.Value - other[d]!.Value.Value) <= 1e-9 * (1 + one[d]!.Value.Value)
                );
            }
        );

    [Fact]
    public void An_alternative_carries_what_it_claims_to_carry() =>
        CheckLaw(
            (model, demand) =>
                Alternatives
                    .Find(model, GuideTables.SignalRSkus, demand)
                    .All(way =>
                        way.Kind == "largerGroups"
                        || model.WithSku(GuideTables.SignalRSkus.Find(way.Sku)!).ComputeRequiredUnits(demand.SplitOver(way.Instances)).Max()
                            <= way.Units + 1e-9
                    )
        );

    // Bytes require no units for messages beyond the most that routing carries, by the figures that the guide prints.
    private static bool IsCarriedInPart(CapacityModel model, Demand demand, Limit limit) =>
        limit is Limit.Inbound or Limit.Outbound
        && model.ComputeUtilization(demand, model.Sku.Ladder.Max).Routing!.Value.Value * model.Table.ComputeRounding() > 1 - 1e-9;

    private static void CheckLaw(Func<CapacityModel, Demand, bool> law) =>
        Prop.ForAll(Models.ToArbitrary(), Demands.ToArbitrary(), (model, demand) => law(model, demand))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(150));

    private static IEnumerable<(int Smaller, int Greater)> ListSteps(CapacityModel model) =>
        model.Sku.Ladder.Steps.Zip(model.Sku.Ladder.Steps.Skip(1));
}
