using Advisor.Core.Capacity;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Series;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>Reads the utilization of a limit in each minute of the last hour, from the required units that the state keeps.</summary>
public static class LiveHour
{
    private const int Minutes = 60;

    // Below it, a utilization of four decimals is too coarse to compare with.
    private const double MinUtilization = 0.01;

    /// <summary>Reads the last hour up to the newest minute with metrics; null = no data in a minute.</summary>
    public static async Task<IReadOnlyList<double?>> ReadAsync(
        AdvisorState state,
        EvaluationRecord record,
        Limit limit,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        // Ends at the newest minute with metrics: metrics lag by some minutes, which is not a gap.
        var before = (record.DataAt ?? now).AddMinutes(1);
        var query = new SeriesQuery(before.AddMinutes(-Minutes), before, Minutes);
        return Compute(
            query.Run((await state.Minutes.ReadAsync(record.ResourceId, query.From, query.Before, cancellation)).Records),
            record,
            limit
        );
    }

    /// <summary>Computes the utilization of each point, 1 = at the target; null = no data.</summary>
    public static IReadOnlyList<double?> Compute(SeriesPoints points, EvaluationRecord record, Limit limit)
    {
        var required = (points.ByLimit.TryGetValue(limit, out var band) ? band : points.Required).Max;
        var mostUseful = FindMostUsefulUnits(required, record, limit);
        var hour = new double?[points.Count];
        var (step, units) = (0, (int?)null);
        for (var i = 0; i < points.Count; i++)
        {
            for (var at = points.Start + (i * points.Step); step < points.Units.Count && points.Units[step].At <= at; step++)
            {
                units = points.Units[step].Units;
            }

            hour[i] = required[i] / (units > mostUseful && required[i] < units ? mostUseful : units);
        }

        return hour;
    }

    /// <summary>
    /// Returns the units from which on more of them do not raise the limit, as the newest evaluation shows: where 17.9 units carry the load
    /// and 30 are used to 89.6 %, 30 carry no more than 20. Beyond any size it shows none, and they are at least what a minute of the hour
    /// required below the units in force. Null where every unit in force raises it.
    /// </summary>
    private static double? FindMostUsefulUnits(IReadOnlyList<double?> required, EvaluationRecord record, Limit limit)
    {
        var units =
            record.IsBeyondAnySize(limit) ? required.Where(known => known < record.Units).Max()
            : record.Utilization.TryGetValue(limit, out var used)
            && used >= MinUtilization
            && record.RequiredUnits.TryGetValue(limit, out var now)
                ? now / used
            : (double?)null;
        return units < record.Units ? units : null;
    }
}
