using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Computes the confidence in a decision from the length of its history, reduced for metrics that are missing, suspect or stale, and for an
/// inferred workload.
/// </summary>
internal static class ConfidenceFactors
{
    private const double WithoutHistory = 0.5,
        WithHistory = 0.95,
        FullSet = 40;
    private const double MetricMissing = 0.7,
        Suspect = 0.5,
        Stale = 0.3,
        Full = 0.7;

    /// <summary>Returns the product of all factors.</summary>
    public static Ratio Compute(DecisionContext context) =>
        new(
            ComputeHistoryFactor(context)
                * (IsIncomplete(context) ? MetricMissing : 1)
                * (IsSuspect(context) ? Suspect : 1)
                * (context.IsStale ? Stale : 1)
                * (context.Full is null ? 1 : Full)
                * ComputeWorkloadFactor(context)
        );

    /// <summary>Returns one line per factor that applies, the history first.</summary>
    public static IEnumerable<string> Describe(DecisionContext context)
    {
        yield return context is { IsSteady: true, Steady: { } steady }
            ? SteadySentences.DescribeConfidence(steady)
            : $"{Wording.FormatPercent(ComputeHistoryFactor(context))}: "
                + $"{Wording.FormatCount(context.Forecast.Analogs, "past moment")} like this one"
                + $" ({Wording.FormatPercent(WithoutHistory)} without any, "
                + $"{Wording.FormatPercent(WithHistory)} from {Wording.FormatNumber(FullSet)} on)";
        if (IsIncomplete(context))
        {
            yield return $"x {Wording.FormatPercent(MetricMissing)}: a metric is missing";
        }

        if (IsSuspect(context))
        {
            yield return $"x {Wording.FormatPercent(Suspect)}: a reading contradicts the others, or waits for a second one";
        }

        if (context.IsStale)
        {
            yield return $"x {Wording.FormatPercent(Stale)}: the metrics are {Wording.FormatDuration(context.Age)} old";
        }

        if (context.Full is not null)
        {
            yield return $"x {Wording.FormatPercent(Full)}: the size is full, so the requirement is a lower bound";
        }

        if (context.Settings.Workload is null && context.State.InferredWorkload is { } guess)
        {
            yield return $"x {Wording.FormatPercent(ComputeWorkloadFactor(context))}: the workload is inferred from the traffic, "
                + $"{Wording.FormatPercent(guess.Confidence.Value)} likely to be right";
        }
    }

    private static double ComputeHistoryFactor(DecisionContext context) =>
        context is { IsSteady: true, Steady: { } steady }
            ? steady.Confidence.Value
            : WithoutHistory + ((WithHistory - WithoutHistory) * Math.Min(context.Forecast.Analogs / FullSet, 1));

    private static bool IsIncomplete(DecisionContext context) => !context.Required.CanScaleIn;

    private static bool IsSuspect(DecisionContext context) =>
        context.Required.DataState == DataState.SuspectMetric || context.SuspectReadings.Count > 0 || context.AwaitsSecondReading;

    private static double ComputeWorkloadFactor(DecisionContext context) =>
        context.Settings.Workload is null && context.State.InferredWorkload is { } guess ? 0.5 + (guess.Confidence.Value / 2) : 1;
}
