using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Scaling.Guards;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>Finds alternatives where no size of the SKU meets the requirement, of the minute or of the look-back.</summary>
internal static class AlternativeFinder
{
    /// <summary>Returns alternatives for the demand of the minute; empty if a size of this SKU suffices.</summary>
    public static IReadOnlyList<Alternative> Find(DecisionInput input, ResourceState state, RequiredUnits need, FullSize? full)
    {
        // The largest size, full, shows no more than it serves; with a target of 100 % that is no more than the size.
        var isShort =
            need.ByLimit.Routing is double.PositiveInfinity || need.Units > input.Sku.Ladder.Max || state.Usage.IsAnyDayFull(input.Sku);
        return isShort ? Find(input, state, need, 1)
            : full is { } at && at.Units == input.Sku.Ladder.Max ? Find(input, state, need, at.LeadUnits / at.Units)
            : [];
    }

    /// <summary>
    /// Returns alternatives for the highest requirement of the look-back where the largest size was too small for it: at night, too, when
    /// the minute requires less. Those of the minute where there are any.
    /// </summary>
    public static IReadOnlyList<Alternative> FindForLookBack(DecisionContext context, SteadySize steady)
    {
        if (context.Alternatives.Count > 0 || context.AwaitsSecondReading || !steady.NoneSuffices() || context.UnitsRequired <= 0)
        {
            return context.Alternatives;
        }

        var factor = steady.FindPeakUnits(context.Ladder.Max) / context.UnitsRequired;
        return Find(context.Input, context.State, context.Required, factor);
    }

    private static IReadOnlyList<Alternative> Find(DecisionInput input, ResourceState state, RequiredUnits need, double factor)
    {
        var messages = DecisionContext.FindMessages(input, state);
        return Alternatives.Find(
            state.Model!,
            input
                .Rules.GetCatalog(input.Observation.Service, input.Observation.Settings)
                .WithQuota(RegionalQuotaGuard.ComputeMaxUnits(input)),
            DecisionBuilder.ComputeDemand(input, state, need).ScaleBy(factor),
            (sku, units) => MonthlyBill.Compute(sku, units, messages),
            MonthlyBill.Compute(input.Sku, input.Observation.Units, messages),
            (model, demand) => state.Usage.IsAnyDayFull(model.Sku) ? null : Alternatives.FindMinSize(model, demand)
        );
    }
}
