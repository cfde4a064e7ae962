using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;

namespace Advisor.Lab.Traces;

/// <summary>One minute (or a coarser bucket) of a real resource's metrics, with the units in force if the export contains them.</summary>
/// <param name="Units">Units in force; null when the export does not contain them.</param>
/// <param name="Readings">Metrics; the totals are those of a mean minute.</param>
public readonly record struct MeasuredSample(DateTimeOffset Time, int? Units, MetricReadings Readings);

/// <summary>Metrics of a real resource, ascending in time, gaps left out.</summary>
/// <param name="Service">By the names of its metrics, or the id of the resource in the export.</param>
public sealed record MeasuredSeries(string Name, ServiceKind Service, IReadOnlyList<MeasuredSample> Samples);

/// <summary>A series of metrics, or why the text is none. Exactly one of the two is set.</summary>
public sealed record MeasuredReading(MeasuredSeries? Series, string? Problem)
{
    /// <summary>Returns why a number is no size of the resource, in words; null when it is one.</summary>
    internal static string? FindSizeProblem(double units, UnitLadder ladder) =>
        ladder.Steps.Any(step => step == units)
            ? null
            : $"{units} units cannot be bought; the sizes are {string.Join(", ", ladder.Steps)}.";

    /// <summary>Returns the service whose metrics have these names.</summary>
    internal static ServiceKind FindService(IEnumerable<string> names) =>
        names.Any(MetricTable.IsOfWebPubSub) ? ServiceKind.WebPubSub : ServiceKind.SignalR;

    internal static MeasuredReading Fail(string problem) => new(null, problem);

    /// <summary>
    /// Creates a series sorted by time, with totals per minute; a problem when there are fewer than two samples or a time is repeated.
    /// </summary>
    /// <param name="samples">Samples with the totals of their bucket.</param>
    /// <param name="interval">Length of a bucket as the export states it; null = the usual time between two samples.</param>
    internal static MeasuredReading Create(string name, ServiceKind service, IEnumerable<MeasuredSample> samples, TimeSpan? interval = null)
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

        if (ordered.Count < 2)
        {
            return Fail($"{name}: at least two samples are needed, this file has {ordered.Count}.");
        }

        var stated = interval is { } length && length > TimeSpan.Zero ? interval : null;
        var minutes = (stated ?? SampleSpacing.FindUsual([.. ordered.Select(s => s.Time)])).TotalMinutes;
        return new MeasuredReading(
            new(name, service, [.. ordered.Select(s => s with { Readings = ConvertToMinute(s.Readings, minutes) })]),
            null
        );
    }

    // 300 MB in a bucket of five minutes are 60 MB a minute; levels do not change.
    private static MetricReadings ConvertToMinute(in MetricReadings readings, double minutes) =>
        readings.ConvertTotals(MetricTable.Sizing, total => total / minutes);
}
