using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Lab.Traces;

/// <summary>
/// Reads metrics from CSV: a header with <c>time</c> (or <c>timestamp</c>), Azure's metric names in any order, and <c>units</c> if the
/// export contains the size; other columns are ignored. An empty field is a missing value.
/// </summary>
public static class MeasuredCsvReader
{
    /// <summary>Whether a line is the header of a metrics file: it contains at least one of Azure's metric names.</summary>
    public static bool IsHeader(string? line) =>
        line is not null && ParseFields(line).Any(name => MetricTable.FindForSizing(name) is not null);

    /// <param name="ladder">Sizes that the units column may have.</param>
    public static MeasuredReading Read(TextReader text, string name, UnitLadder ladder)
    {
        var header = text.ReadLine();
        var columns = header is null ? [] : ParseFields(header);
        var time = Array.FindIndex(columns, c => c.ToUpperInvariant() is "TIME" or "TIMESTAMP");
        if (time < 0)
        {
            return MeasuredReading.Fail($"{name}: no column named time or timestamp.");
        }

        var samples = new List<MeasuredSample>();
        for (var number = 2; text.ReadLine() is { } line; number++)
        {
            if (line.Trim().Length > 0 && ParseRow(ParseFields(line), columns, time, ladder, samples) is { } problem)
            {
                return MeasuredReading.Fail($"{name}: line {number}: {problem}");
            }
        }

        return MeasuredReading.Create(name, MeasuredReading.FindService(columns), samples);
    }

    private static string? ParseRow(string[] fields, string[] columns, int time, UnitLadder ladder, List<MeasuredSample> samples)
    {
        if (fields.Length != columns.Length)
        {
            return $"{fields.Length} fields, but the header has {columns.Length}.";
        }

        if (!InstantText.TryParse(fields[time], out var at))
        {
            return InstantText.DescribeProblem(fields[time]);
        }

        var (readings, units) = (default(MetricReadings), (int?)null);
        for (var i = 0; i < columns.Length; i++)
        {
            var isUnits = string.Equals(columns[i], "units", StringComparison.OrdinalIgnoreCase);
            var metric = MetricTable.FindForSizing(columns[i]);
            if (fields[i].Length == 0 || (!isUnits && metric is null))
            {
                continue;
            }

            if (!FiniteNumber.TryParse(fields[i], NumberStyles.Float, out var value) || !PossibleReadings.IsPossible(value))
            {
                return $"'{fields[i]}' is not a value of {columns[i]}; it is 0 or more, and empty where it is missing.";
            }

            if (isUnits && MeasuredReading.FindSizeProblem(value, ladder) is { } problem)
            {
                return problem;
            }

            units = isUnits ? (int)value : units;
            readings = metric?.With(readings, value) ?? readings;
        }

        samples.Add(new MeasuredSample(at, units, readings));
        return null;
    }

    private static string[] ParseFields(string line) => [.. line.TrimStart('\uFEFF').Split(',').Select(f => f.Trim().Trim('"'))];
}
