using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Series;

/// <summary>
/// Appends the minutes of an evaluation to the series of its resource; at first, all that were read. Pure: the commit of the state
/// writes them.
/// </summary>
internal static class MinuteSeriesUpdater
{
    /// <summary>Returns the newest day and the days completed since, ascending; empty when there are no new minutes.</summary>
    public static IReadOnlyList<MinuteDay> Append(RuleSet rules, UnwrittenEvaluation evaluation, DateTimeOffset now)
    {
        var stored = evaluation.Resource.Stored.Minutes;
        if (stored is { IsNewer: true })
        {
            return [];
        }

        var newest = ReadNewest(stored, now);
        var days = new SortedList<DateOnly, MinuteDay>();
        if (newest is not null)
        {
            days.Add(newest.Day, newest);
        }

        var isNew = false;
        foreach (var (time, values) in ListValues(rules, evaluation, now))
        {
            // A day before the newest one is complete: it has been moved to its own row.
            var day = MinuteDay.GetDay(time);
            if (day < newest?.Day || time > now)
            {
                continue;
            }

            if (!days.TryGetValue(day, out var minutes))
            {
                days.Add(day, minutes = new MinuteDay(day));
            }

            isNew |= minutes.Add(Minutes.ToNumber(time) % MinuteDay.Minutes, values);
        }

        return isNew ? [.. days.Values] : [];
    }

    // Minutes written by a wrong clock are discarded.
    private static MinuteDay? ReadNewest(StoredMinutes? stored, DateTimeOffset now)
    {
        var read = stored?.Read();
        return read?.Day > MinuteDay.GetDay(now) ? null : read;
    }

    private static IEnumerable<(DateTimeOffset Time, MinuteValues Values)> ListValues(
        RuleSet rules,
        UnwrittenEvaluation evaluation,
        DateTimeOffset now
    )
    {
        var (resource, state) = (evaluation.Resource.Resource!, evaluation.Result.State);
        var catalog = rules.GetCatalog(resource.Service, resource.Settings);
        foreach (var sample in evaluation.SettledSeries)
        {
            // Zeros during an outage of the metrics count as missing.
            var isAccepted = !(evaluation.ZeroMetrics is { } zeros && sample.Time >= zeros.Since && sample.Readings.IsZero);
            yield return (sample.Time, CreateValues(sample, isAccepted, resource, catalog, state));
        }

        // Without any minute of metrics, record the size and that metrics are missing.
        var end = Minutes.Floor(now - rules.Policy.MetricLag).AddMinutes(-1);
        if (!evaluation.Result.IsCurrent && (evaluation.Series.Count == 0 || evaluation.Series[^1].Time < end))
        {
            yield return (end, new MinuteValues(default, resource.Units, HasData: false));
        }
    }

    private static MinuteValues CreateValues(
        MinuteSample sample,
        bool isAccepted,
        FleetResource resource,
        SkuCatalog catalog,
        ResourceState? state
    )
    {
        var readings = sample.Readings;
        var sku = catalog.Find(resource.Sku);

        // The state has the past of another SKU in the units of now.
        var other = sku is null ? null : UnitsAtMinute.FindOfOtherSku(catalog, sku, readings);
        var units = other ?? state?.FindUnits(sample.Time) ?? UnitsAtMinute.Find(sku, readings);
        var inForce = units ?? resource.Units;
        if (!isAccepted || readings.IsEmpty)
        {
            return new MinuteValues(default, units, HasData: false);
        }

        return state?.Model is { } model
            ? new MinuteValues(DrawnUnits.Compute(model, model.ComputeDemand(readings, inForce), inForce), units, HasData: true)
            : new MinuteValues(default, units, HasData: true);
    }
}
