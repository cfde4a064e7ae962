using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;

namespace Advisor.Core.Scaling;

/// <summary>
/// Puts the steady size in the place of the size of the minute where a person acts on it: a person who looks once a day or once a week
/// needs a size that holds until then.
/// </summary>
internal static class SteadySelection
{
    private const int HourHorizon = 3,
        Middle = 0;

    /// <summary>Returns the preferred size, and the context with the steady size.</summary>
    /// <param name="minute">Preferred size of this minute.</param>
    public static (DecisionContext Context, PreferredSize Selected) Select(DecisionContext context, PreferredSize minute)
    {
        var use = context.Observation.Steady;
        if (use == SteadyAdvice.None || FindSteadySize(context, context.Sku) is not { } steady)
        {
            return (context, minute);
        }

        context = context with { Steady = steady };
        if (
            use == SteadyAdvice.Beside
            || context.Required.Units is null
            || steady.HistoryMinutes < SteadySize.MinToAdvise.TotalMinutes
            || (use == SteadyAdvice.ForScaleIns && minute.Step > context.CurrentStep)
        )
        {
            return (context, minute);
        }

        // A size of the next SKU is proposed by TierSelector; where it cannot be had, the largest of this one is the nearest to it.
        context = context with
        {
            IsSteady = true,
            Alternatives = AlternativeFinder.FindForLookBack(context, steady),
        };
        if (steady.RecurringPeak is { } recurring)
        {
            // Advisor scales out for a peak that comes back, or the minimum of the week carries it.
            var most = context.Ladder[context.MaxStep];
            var isMet = use == SteadyAdvice.ForScaleIns || Math.Min(context.Minimum.Units, most) >= recurring.Units;
            context = context with
            {
                Steady = steady with { RecurringPeak = isMet ? null : recurring with { Maximum = most < recurring.Units ? most : null } },
            };
        }

        var step = Math.Min(
            context.Ladder.FindIndexAtLeast(steady.Units),
            Math.Max(context.CurrentStep, SizeSelector.FindMaxUsefulStep(context))
        );
        step = use == SteadyAdvice.ForScaleIns ? Math.Min(step, context.CurrentStep) : step;
        return (context, SizeSelector.ApplyBounds(context, step, SelectCode(context, step, minute)));
    }

    /// <summary>Returns the steady size among those of a SKU; null when nothing is known.</summary>
    public static SteadySize? FindSteadySize(DecisionContext context, Sku sku) =>
        SteadySizeSelector.Select(
            SteadyInput.Create(
                context.Rules,
                context.Settings,
                TierSelector.GetCatalog(context),
                sku,
                context.State.History,
                context.Observation.Earlier,
                context.Input.Targets,
                context.Required.RoutingWallUnits,
                (sku, units) => MonthlyBill.Compute(sku, units, context.Messages)
            ),
            context.IsForecastKnown ? FindExpectedSoon(context) : null
        );

    // An overload now or soon is the reason to act at once; a size that no size helps, or that the settings limit, is its own reason.
    private static string SelectCode(DecisionContext context, int step, PreferredSize minute) =>
        step > context.CurrentStep && context.IsOverloaded ? ReasonCodes.SustainedOverload
        : step > context.CurrentStep && minute.Step > context.CurrentStep
            ? (minute.Code == ReasonCodes.FullSize ? minute.Code : ReasonCodes.ForecastExceedsCapacity)
        : step == context.CurrentStep && minute.Code == ReasonCodes.NoSizeSuffices ? minute.Code
        : step == context.CurrentStep && minute.Code == ReasonCodes.MaximumSize && step >= context.MaxStep ? minute.Code
        : ReasonCodes.SteadySize;

    // The history ends where routing does, and a forecast from it may pass that a little: units that carry no more are not kept for it.
    private static double FindExpectedSoon(DecisionContext context)
    {
        var expected = context.ShownForecast.Quantiles[HourHorizon, Middle];
        return context.Required.RoutingWallUnits is null
            ? expected
            : Math.Min(expected, context.Ladder[SizeSelector.FindMaxUsefulStep(context)]);
    }
}
