using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// How far a decision can be trusted: half of it is knowing the past; what is missing, suspect, old or only inferred takes its share away.
/// </summary>
internal static class ConfidenceFactors
{
    private const double WithoutHistory = 0.5,
        WithHistory = 0.95,
        FullSet = 40;
    private const double MetricMissing = 0.7,
        Suspect = 0.5,
        Stale = 0.3;

    /// <summary>The product of all parts.</summary>
    public static Ratio Compute(DecisionContext s) =>
        new(Past(s) * (IsIncomplete(s) ? MetricMissing : 1) * (IsSuspect(s) ? Suspect : 1) * (s.IsStale ? Stale : 1) * Inferred(s));

    /// <summary>A line for each part that counts, the past first.</summary>
    public static IEnumerable<string> Describe(DecisionContext s)
    {
        yield return $"{Wording.Percent(Past(s))}: {Wording.Count(s.Forecast.Analogs, "past moment")} like this one"
            + $" ({Wording.Percent(WithoutHistory)} without any, {Wording.Percent(WithHistory)} from {Wording.Number(FullSet)} on)";
        if (IsIncomplete(s))
        {
            yield return $"x {Wording.Percent(MetricMissing)}: a metric is missing";
        }

        if (IsSuspect(s))
        {
            yield return $"x {Wording.Percent(Suspect)}: a reading contradicts the others, or waits for a second one";
        }

        if (s.IsStale)
        {
            yield return $"x {Wording.Percent(Stale)}: the metrics are {Wording.Duration(s.Age)} old";
        }

        if (s.Settings.Workload is null && s.State.InferredWorkload is { } guess)
        {
            yield return $"x {Wording.Percent(Inferred(s))}: the workload is inferred from the traffic, "
                + $"{Wording.Percent(guess.Confidence.Value)} likely to be right";
        }
    }

    private static double Past(DecisionContext s) =>
        WithoutHistory + ((WithHistory - WithoutHistory) * Math.Min(s.Forecast.Analogs / FullSet, 1));

    private static bool IsIncomplete(DecisionContext s) => !s.Required.CanScaleIn;

    private static bool IsSuspect(DecisionContext s) =>
        s.Required.DataState == DataState.SuspectMetric || s.SuspectReadings.Count > 0 || s.AwaitsSecondReading;

    private static double Inferred(DecisionContext s) =>
        s.Settings.Workload is null && s.State.InferredWorkload is { } guess ? 0.5 + (guess.Confidence.Value / 2) : 1;
}
