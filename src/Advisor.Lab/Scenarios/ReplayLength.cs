using Advisor.Lab.Traces;

namespace Advisor.Lab.Scenarios;

/// <summary>The time that a replay needs: three days, of which the first two are not scored.</summary>
internal static class ReplayLength
{
    private const double MinMinutes = 3 * 1440,
        MaxBucketMinutes = 60;

    /// <summary>Returns why samples are too few to replay, in words; null when they are enough.</summary>
    /// <param name="minutes">Minutes from the first replayed sample to the last, whose own bucket of up to an hour counts too.</param>
    /// <param name="times">Times of the samples; at least two.</param>
    public static string? FindProblem(double minutes, IReadOnlyList<DateTimeOffset> times)
    {
        var whole = minutes + Math.Min(SampleSpacing.FindUsual(times).TotalMinutes, MaxBucketMinutes);
        return whole >= MinMinutes
            ? null
            : $"only {Math.Floor(Math.Max(0, minutes) / 144) / 10:0.#} days; a replay needs three, of which the first two are not scored.";
    }
}
