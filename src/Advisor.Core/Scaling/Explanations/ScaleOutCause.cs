using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>Figure by which the size in force is too small.</summary>
internal enum ScaleOutCauseKind
{
    /// <summary>Units required now.</summary>
    Now,

    /// <summary>Quantile of the units required before a change could take effect.</summary>
    Forecast,

    /// <summary>The same quantile from analogs alone, not confirmed by previous days.</summary>
    PastMoments,

    /// <summary>Quantile of the regression of the lead window.</summary>
    LeadWindow,

    /// <summary>Extrapolated rise of the last minutes.</summary>
    Trend,

    /// <summary>Units required now, with the margin of the policy.</summary>
    Margin,

    /// <summary>Units required at the same minutes of previous days.</summary>
    Clock,
}

/// <summary>Cause of a scale-out in its explanation: the smallest figure of the decision that exceeds the size in force.</summary>
/// <param name="Units">Figure in units, above the units in force.</param>
internal readonly record struct ScaleOutCause(ScaleOutCauseKind Kind, double Units)
{
    /// <summary>Smallest excess that counts, since at most four decimals are shown.</summary>
    public const double MinShown = 0.0001;

    /// <summary>Returns the cause; null if no figure exceeds the size in force.</summary>
    public static ScaleOutCause? Find(DecisionContext context)
    {
        var inForce = context.Observation.Units + MinShown;
        if (context.UnitsRequired > inForce)
        {
            return new(ScaleOutCauseKind.Now, context.UnitsRequired);
        }

        if (FindExceedingQuantile(context, context.Forecast) is { } soon)
        {
            return FindExceedingQuantile(context, context.ShownForecast.Quantiles) is { } shown
                ? new(ScaleOutCauseKind.Forecast, shown)
                : new(ScaleOutCauseKind.PastMoments, soon);
        }

        if (context.Lead is { Facts: not null, Units: var lead } && lead[LeadUnits.Count - 1] > inForce)
        {
            return new(ScaleOutCauseKind.LeadWindow, lead[0] > inForce ? lead[0] : lead[LeadUnits.Count - 1]); // those that are shown
        }

        var margins = context.Rules.Policy.Margins;
        var rise = context.Rules.Policy.Parts.HasFlag(PolicyParts.Trend)
            ? StateUpdater.ComputeRisePerMinute(context.State, context.UnitsRequired)
            : 0;
        return context.UnitsRequired + (margins.TrendMinutes * rise) is var prolonged && prolonged > inForce
                ? new(ScaleOutCauseKind.Trend, prolonged)
            : Math.Max(context.UnitsRequired * margins.RequiredUnits, context.Lead.Units[0] * margins.Median) is var withMargin
            && withMargin > inForce
                ? new(ScaleOutCauseKind.Margin, withMargin)
            : context.Clock.Units is { } clock && clock > inForce ? new(ScaleOutCauseKind.Clock, clock)
            : null;
    }

    /// <summary>Returns the lowest quantile of the lead window that exceeds the size in force; null if none does.</summary>
    private static double? FindExceedingQuantile(DecisionContext context, Forecast forecast)
    {
        for (var quantile = 0; quantile < QuantileLevels.Count; quantile++)
        {
            if (forecast[0, quantile] > context.Observation.Units + MinShown)
            {
                return forecast[0, quantile];
            }
        }

        return null;
    }
}
