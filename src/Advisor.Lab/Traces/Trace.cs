namespace Advisor.Lab.Traces;

/// <summary>A measured series as read from a file: ascending times, values 0 or more in any unit, gaps left out.</summary>
/// <param name="Name">File name without its extension.</param>
/// <param name="Times">Times, strictly ascending, UTC; at least two.</param>
/// <param name="Values">One value per time, finite and 0 or more.</param>
public sealed record Trace(string Name, IReadOnlyList<DateTimeOffset> Times, IReadOnlyList<double> Values)
{
    public DateTimeOffset Start => Times[0];

    /// <summary>Time from the first to the last sample.</summary>
    public TimeSpan Length => Times[^1] - Times[0];

    /// <summary>
    /// Returns the series by minute, linear between samples and through gaps, from <paramref name="fromDay"/> days after its start.
    /// </summary>
    /// <param name="fromDay">Days to skip at the start, 0 or more.</param>
    /// <param name="days">Maximum length in days; shorter when the series ends earlier.</param>
    /// <returns>One value per minute; the minute of the last sample is not included. Empty when nothing remains.</returns>
    public double[] InterpolateMinutes(double fromDay, double days)
    {
        var left = Length.TotalMinutes - fromDay * 1440;
        return Interpolate(Start.AddDays(fromDay), (int)Math.Max(0, Math.Min(left, days * 1440)));
    }

    /// <summary>Returns the series by minute from an instant on; the first and last sample extend before and after the series.</summary>
    public double[] Interpolate(DateTimeOffset start, int minutes)
    {
        var first = (start - Start).TotalMinutes;
        var result = new double[minutes];
        var next = 1;
        for (var i = 0; i < minutes; i++)
        {
            while (next < Times.Count - 1 && GetOffset(next) < first + i)
            {
                next++;
            }

            var (from, to) = (GetOffset(next - 1), GetOffset(next));
            var share = Math.Clamp((first + i - from) / (to - from), 0, 1);
            result[i] = Math.Max(0, Values[next - 1] + share * (Values[next] - Values[next - 1]));
        }

        return result;
    }

    private double GetOffset(int index) => (Times[index] - Times[0]).TotalMinutes;
}
