using Advisor.Core.Metrics;
using Advisor.Core.Observations;

namespace Advisor.Lab.Traces;

/// <summary>One minute (or a coarser grain) of a real resource's metrics, with the units in force if the export contains them.</summary>
/// <param name="Units">Units in force; null when the export does not contain them.</param>
public readonly record struct MeasuredSample(DateTimeOffset Time, int? Units, MetricReadings Readings);

/// <summary>Metrics of a real resource, ascending in time, gaps left out.</summary>
public sealed record MeasuredSeries(string Name, IReadOnlyList<MeasuredSample> Samples);

/// <summary>A series of metrics, or why the text is none. Exactly one of the two is set.</summary>
public sealed record MeasuredReading(MeasuredSeries? Series, string? Problem)
{
    internal static MeasuredReading Fail(string problem) => new(null, problem);

    /// <summary>Creates a series sorted by time; a problem when there are fewer than two samples or a time is repeated.</summary>
    internal static MeasuredReading Create(string name, IEnumerable<MeasuredSample> samples)
    {
        var ordered = samples.OrderBy(s => s.Time).ToList();
        for (var i = 0; i < ordered.Count; i++)
        {
            if (!ObservationCheck.IsPossible(ordered[i].Time))
            {
                return Fail(
                    $"{name}: {ordered[i].Time:yyyy-MM-ddTHH:mm:ssZ} is outside the years {ObservationCheck.FirstYear} to "
                        + $"{ObservationCheck.LastYear}."
                );
            }

            if (i > 0 && ordered[i].Time == ordered[i - 1].Time)
            {
                return Fail(
                    $"{name}: {ordered[i].Time:yyyy-MM-ddTHH:mm:ssZ} occurs twice; export one resource and one aggregation of each metric."
                );
            }
        }

        return ordered.Count < 2
            ? Fail($"{name}: at least two samples are needed, this file has {ordered.Count}.")
            : new MeasuredReading(new(name, ordered), null);
    }
}
