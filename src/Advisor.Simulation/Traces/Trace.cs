namespace Advisor.Simulation.Traces;

/// <summary>A measured series, as a file has it: ascending instants, values 0 or more in any unit, gaps left out.</summary>
/// <param name="Name">File name without its ending.</param>
/// <param name="Times">Instants, strictly ascending, UTC; at least two.</param>
/// <param name="Values">One value for each instant, finite and 0 or more.</param>
public sealed record Trace(string Name, IReadOnlyList<DateTimeOffset> Times, IReadOnlyList<double> Values)
{
    public DateTimeOffset Start => Times[0];

    public TimeSpan Length => Times[^1] - Times[0];

    /// <summary>
    /// The series by the minute, linear between samples and through gaps, from <paramref name="fromDay"/> days after its start.
    /// </summary>
    /// <param name="fromDay">Days to leave out at the start, 0 or more.</param>
    /// <param name="days">Maximum length in days; shorter where the series ends before.</param>
    /// <returns>One value per minute; the minute of the last sample is not included. Empty where nothing is left.</returns>
    public double[] ByMinute(double fromDay, double days)
    {
        var left = Length.TotalMinutes - fromDay * 1440;
        return Between(Start.AddDays(fromDay), (int)Math.Max(0, Math.Min(left, days * 1440)));
    }

    /// <summary>The series by the minute from an instant on; before its first and after its last sample as it is there.</summary>
    public double[] Between(DateTimeOffset start, int minutes)
    {
        var first = (start - Start).TotalMinutes;
        var result = new double[minutes];
        var next = 1;
        for (var i = 0; i < minutes; i++)
        {
            while (next < Times.Count - 1 && Offset(next) < first + i)
            {
                next++;
            }

            var (from, to) = (Offset(next - 1), Offset(next));
            var share = Math.Clamp((first + i - from) / (to - from), 0, 1);
            result[i] = Math.Max(0, Values[next - 1] + share * (Values[next] - Values[next - 1]));
        }

        return result;
    }

    private double Offset(int index) => (Times[index] - Times[0]).TotalMinutes;
}
