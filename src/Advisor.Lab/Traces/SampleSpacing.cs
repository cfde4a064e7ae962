namespace Advisor.Lab.Traces;

/// <summary>Time between the samples of a series, which is the length of their buckets.</summary>
internal static class SampleSpacing
{
    /// <summary>Returns the median of the times between neighbours, so that gaps do not count.</summary>
    /// <param name="times">Ascending times; at least two.</param>
    public static TimeSpan FindUsual(IReadOnlyList<DateTimeOffset> times)
    {
        TimeSpan[] steps = [.. times.Skip(1).Zip(times, (next, time) => next - time).Order()];
        return steps[(steps.Length - 1) / 2];
    }
}
