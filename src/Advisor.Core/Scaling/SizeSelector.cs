using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Scaling.Stability;

namespace Advisor.Core.Scaling;

/// <summary>
/// Selects the preferred size before the guards: the experts' agreement, raised by announced minimums and by a sustained overload.
/// </summary>
internal static class SizeSelector
{
    // The half hour used by alerts, and the 80 % quantile at the default prices.
    private const int HalfHour = 2,
        UpperQuantile = 1;

    /// <summary>Returns the preferred size.</summary>
    public static PreferredSize Select(DecisionContext context)
    {
        var agreed = CoverForecast(context, Stabilization.Stabilize(context, context.AgreedStep));
        var (step, code) = (
            agreed,
            agreed > context.CurrentStep && context.Full?.LeadUnits > context.Observation.Units ? ReasonCodes.FullSize
            : agreed > context.CurrentStep ? ReasonCodes.ForecastExceedsCapacity
            : agreed < context.CurrentStep ? ReasonCodes.Oversized
            : ReasonCodes.WithinCapacity
        );
        if (step > context.CurrentStep)
        {
            step = Math.Min(step, Math.Max(context.CurrentStep, FindMaxUsefulStep(context)));
        }

        var guards = context.Rules.Policy.Parts.HasFlag(PolicyParts.Guards);
        if (guards && WasScaleInWrong(context))
        {
            (step, code) = Raise(context, step, code, context.Ladder.FindIndexAtLeast(context.UnitsRequired), ReasonCodes.ScaleInReverted);
        }

        if (guards && context.IsOverloaded)
        {
            (step, code) = Raise(
                context,
                step,
                code,
                Math.Min(
                    Math.Max(context.CurrentStep + 1, context.Ladder.FindIndexAtLeast(context.UnitsRequired)),
                    FindMaxUsefulStep(context)
                ),
                ReasonCodes.SustainedOverload
            );
        }

        return ApplyBounds(context, step, code);
    }

    /// <summary>
    /// Replaces a preferred step by the one that a person pinned, or raises it to announced minimums, to the size of its endpoint group and
    /// to what a failover needs; then applies minimum and maximum of the settings.
    /// </summary>
    public static PreferredSize ApplyBounds(DecisionContext context, int step, string code)
    {
        var own = step;
        if (context.Pin is { } pin)
        {
            (step, code) = (context.Ladder.FindIndexAtLeast(pin.Units), ReasonCodes.Pinned);
        }
        else
        {
            if (context.Minimum is { Window: not null } minimum)
            {
                (step, code) = Raise(context, step, code, context.FindMinimumStep(minimum), ReasonCodes.AnnouncedMinimum);
                own = step;
            }

            if (context.EndpointUnits is { } endpoints)
            {
                (step, code) = Raise(context, step, code, context.Ladder.FindIndexAtLeast(endpoints), ReasonCodes.EndpointGroup);
            }

            if (context.FailoverUnits is { } failover)
            {
                (step, code) = Raise(context, step, code, context.Ladder.FindIndexAtLeast(failover), ReasonCodes.FailoverHeadroom);
            }
        }

        (step, code) = Raise(context, step, code, context.MinStep, ReasonCodes.MinimumSize);
        if (
            step == context.CurrentStep
            && code is ReasonCodes.ForecastExceedsCapacity or ReasonCodes.FullSize or ReasonCodes.WithinCapacity
        )
        {
            code = SelectNoChangeCode(context);
        }

        // The tag that cannot be read may be a minimum, which the other endpoints would have too.
        own = Guards.UnreadableTagGuard.KeepsSize(context) ? Math.Max(own, context.CurrentStep) : own;
        own = Math.Clamp(own, context.MinStep, context.MaxStep);
        return step > context.MaxStep
            ? new(context.MaxStep, context.MaxStep <= context.CurrentStep ? ReasonCodes.MaximumSize : code, own)
            : new(step, code, own);
    }

    /// <summary>Returns why the size in force is kept: it suffices, no size does, or it is too small only briefly.</summary>
    private static string SelectNoChangeCode(DecisionContext context) =>
        context.Required.ByLimit.Routing is double.PositiveInfinity ? ReasonCodes.NoSizeSuffices
        : context.UnitsRequired <= context.Observation.Units + ScaleOutCause.MinShown && !IsFullAtMaximum(context)
            ? ReasonCodes.WithinCapacity
        : context.CurrentStep >= FindMaxUsefulStep(context) ? ReasonCodes.NoSizeSuffices
        : context.CurrentStep >= context.MaxStep ? ReasonCodes.MaximumSize
        : ReasonCodes.ShortOverload;

    // With a target of 100 % a full size needs no more than it has, as far as the metrics show.
    private static bool IsFullAtMaximum(DecisionContext context) =>
        context.Full is { } full
        && full.Units == context.Observation.Units
        && full.LeadUnits > full.Units
        && context.CurrentStep >= Math.Min(context.MaxStep, FindMaxUsefulStep(context));

    /// <summary>
    /// Returns the highest step that still adds useful capacity: beyond the routing limit, units are bought only for the other limits, up
    /// to their forecast.
    /// </summary>
    public static int FindMaxUsefulStep(DecisionContext context)
    {
        if (context.Required.RoutingWallUnits is not { } routingUnits || context.Required.UnitsWithoutRouting is not { } others)
        {
            return context.Ladder.Count - 1;
        }

        var growth = context.UnitsRequired > 0 ? Math.Max(1, context.Forecast[0, 2] / context.UnitsRequired) : 1;
        var forecast = context.State.Model is { } model
            ? RequiredUnits.FindUnits(
                model,
                model.ComputeDemand(context.Observation.Readings, context.Required.MeasuredUnits).ScaleBy(growth),
                context.State.LoadModel
            )
            : null;
        return context.Ladder.FindIndexAtLeast(Math.Max(routingUnits, Math.Max(others, forecast ?? 0)));
    }

    // A scale-in keeps the units that are required now and by its own forecast, so that the smaller size does not cause a forecast alert.
    private static int CoverForecast(DecisionContext context, int step) =>
        step >= context.CurrentStep
            ? step
            : Math.Clamp(
                context.Ladder.FindIndexAtLeast(Math.Max(context.ShownForecast.Quantiles[HalfHour, UpperQuantile], context.UnitsRequired)),
                step,
                context.CurrentStep
            );

    private static bool WasScaleInWrong(DecisionContext context) =>
        context.State.Changes is { IsOurs: true, IsScaleIn: true, ChangedAt: { } at }
        && context.State.MeasuredMinute >= at
        && context.State.MeasuredMinute - at <= context.Rules.Policy.ScaleInTrial.TotalMinutes
        && context.State.OverloadedMinutes >= 1;

    private static (int Step, string Code) Raise(DecisionContext context, int step, string code, int to, string why)
    {
        var limited = Math.Min(to, context.Ladder.Count - 1);
        return limited > step ? (limited, why) : (step, code);
    }
}
