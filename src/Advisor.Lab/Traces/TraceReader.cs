using System.Globalization;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;

namespace Advisor.Lab.Traces;

/// <summary>A trace, or why the text is none. Exactly one of the two is set.</summary>
public sealed record TraceReading(Trace? Trace, string? Problem);

/// <summary>Reads a series from CSV with the header <c>timestamp,value</c>: ISO 8601 times, values with a decimal point.</summary>
public static class TraceReader
{
    private const string Header = "timestamp,value";

    /// <summary>Reads the text of one file. The first invalid line ends the reading with a problem that names file and line.</summary>
    public static TraceReading Read(TextReader text, string name)
    {
        var header = text.ReadLine();
        if (!string.Equals(header?.TrimStart('\uFEFF').Trim(), Header, StringComparison.OrdinalIgnoreCase))
        {
            return CreateProblem($"{name}: the first line is '{Shorten(header)}'; a trace starts with '{Header}'.");
        }

        var times = new List<DateTimeOffset>();
        var values = new List<double>();
        for (var number = 2; text.ReadLine() is { } line; number++)
        {
            if (line.Length > 0 && ParseRow(line, times, values) is { } problem)
            {
                return CreateProblem($"{name}: line {number}: {problem}");
            }
        }

        return times.Count < 2
            ? CreateProblem($"{name}: a trace needs at least two samples, this one has {times.Count}.")
            : new TraceReading(new Trace(name, times, values), null);
    }

    private static string? ParseRow(string line, List<DateTimeOffset> times, List<double> values)
    {
        var comma = line.IndexOf(',', StringComparison.Ordinal);
        if (comma < 0)
        {
            return $"'{Shorten(line)}' has no comma; expected {Header}.";
        }

        if (!InstantText.TryParse(line.AsSpan(0, comma), out var time))
        {
            return InstantText.DescribeProblem(Shorten(line[..comma]));
        }

        if (!FiniteNumber.TryParse(line.AsSpan(comma + 1), NumberStyles.Float, out var value) || value < 0)
        {
            return $"'{Shorten(line[(comma + 1)..])}' is not a value of 0 or more; leave a minute without data out.";
        }

        if (!ObservationCheck.IsPossible(time))
        {
            return $"{time:yyyy-MM-ddTHH:mm:ssZ} is outside the years {ObservationCheck.FirstYear} to {ObservationCheck.LastYear}.";
        }

        if (times.Count > 0 && time <= times[^1])
        {
            return $"{time:yyyy-MM-ddTHH:mm:ssZ} does not come after the line before; sort the file and drop repeats.";
        }

        times.Add(time);
        values.Add(value);
        return null;
    }

    private static TraceReading CreateProblem(string problem) => new(null, problem);

    private static string Shorten(string? text) =>
        text is null ? ""
        : text.Length <= 40 ? text
        : text[..40] + "…";
}
