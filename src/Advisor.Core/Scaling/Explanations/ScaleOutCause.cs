using Advisor.Core.Forecasting;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>What makes the size in force too small.</summary>
internal enum ScaleOutCauseKind
{
    /// <summary>The units required now.</summary>
    Now,

    /// <summary>A quantile of what will be required before a change could take effect.</summary>
    Forecast,

    /// <summary>The same by past moments alone, where the clock does not confirm it.</summary>
    PastMoments,

    /// <summary>The rise of the last minutes, prolonged.</summary>
    Trend,

    /// <summary>The units required now, with the margin of the policy.</summary>
    Margin,

    /// <summary>What the same minutes of the days before needed.</summary>
    Clock,
}

/// <summary>The smallest figure of a decision that exceeds the size in force: what a scale-out is explained by.</summary>
/// <param name="Units">Above the units in force.</param>
internal readonly record struct ScaleOutCause(ScaleOutCauseKind Kind, double Units)
{
    /// <summary>Four decimals are shown at the most: what is less than that above the size in force is not above it.</summary>
    public const double MinShown = 0.0001;

    /// <summary>The cause; null where no figure exceeds the size in force.</summary>
    public static ScaleOutCause? Find(DecisionContext context)
    {
        var inForce = context.Observation.Units + MinShown;
        if (context.UnitsRequired > inForce)
        {
            return new(ScaleOutCauseKind.Now, context.UnitsRequired);
        }

        if (Quantile(context, context.Forecast) is { } soon)
        {
            return Quantile(context, context.ShownForecast.Quantiles) is { } shown
                ? new(ScaleOutCauseKind.Forecast, shown)
                : new(ScaleOutCauseKind.PastMoments, soon);
        }

        var margins = context.Rules.Policy.Margins;
        var rise = context.Rules.Policy.Parts.HasFlag(PolicyParts.Trend)
            ? StateUpdater.RisePerMinute(context.State, context.UnitsRequired)
            : 0;
        return context.UnitsRequired + (margins.TrendMinutes * rise) is var prolonged && prolonged > inForce
                ? new(ScaleOutCauseKind.Trend, prolonged)
            : Math.Max(context.UnitsRequired * margins.RequiredUnits, context.Forecast[0, 0] * margins.Median) is var withMargin
            && withMargin > inForce
                ? new(ScaleOutCauseKind.Margin, withMargin)
            : context.Clock.Units is { } clock && clock > inForce ? new(ScaleOutCauseKind.Clock, clock)
            : null;
    }

    /// <summary>The lowest quantile of the lead window that exceeds the size in force; null where none does.</summary>
    private static double? Quantile(DecisionContext context, Forecast forecast)
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
