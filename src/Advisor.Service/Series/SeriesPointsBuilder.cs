using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Service.Series;

/// <summary>Aggregates minutes to points of a chart.</summary>
/// <param name="first">First minute of the first point, counted from 1970.</param>
/// <param name="step">Minutes per point.</param>
internal sealed class SeriesPointsBuilder(int first, int step, int count)
{
    // Longest gap that does not end a step: a pause of Advisor or late data is no change of size.
    private const int BridgedMinutes = 5;

    private readonly CodeBand required = new(count);
    private readonly Dictionary<Limit, CodeBand> byLimit = [];
    private readonly List<UnitsStep> steps = [];
    private int newestWithUnits = int.MinValue;

    /// <summary>Adds a minute; minutes come in ascending order.</summary>
    public void Add(int number, MinuteDay day, int minute)
    {
        AddUnits(number, day.GetUnits(minute));
        if (!day.HasData(minute))
        {
            return;
        }

        var (point, highest) = ((number - first) / step, UnitsCode.Unknown);
        foreach (var limit in LimitingFactor.Limits)
        {
            var code = day.GetCode(limit, minute);
            if (code == UnitsCode.Unknown)
            {
                continue;
            }

            if (!byLimit.TryGetValue(limit, out var band))
            {
                byLimit.Add(limit, band = new CodeBand(count));
            }

            band.Add(point, code);
            highest = Math.Max(highest, code);
        }

        if (highest != UnitsCode.Unknown)
        {
            required.Add(point, highest);
        }
    }

    /// <summary>Returns the points, the last one completed.</summary>
    /// <param name="last">Last minute of the chart.</param>
    public SeriesPoints Build(int last)
    {
        EndUnits(last + 1);
        return new(
            Minutes.ToInstant(first),
            TimeSpan.FromMinutes(step),
            count,
            byLimit.OrderBy(pair => pair.Key).ToDictionary(pair => pair.Key, pair => pair.Value.ToBand()),
            required.ToBand(),
            steps
        );
    }

    private void AddUnits(int number, int units)
    {
        if (units == 0)
        {
            return;
        }

        EndUnits(number);
        if (steps.Count == 0 || steps[^1].Units != units)
        {
            steps.Add(new UnitsStep(Minutes.ToInstant(number), units));
        }

        newestWithUnits = number;
    }

    // After the last known minute the size is unknown, if the gap is longer than a pause.
    private void EndUnits(int number)
    {
        if (steps.Count > 0 && number - newestWithUnits - 1 > Math.Max(BridgedMinutes, step))
        {
            steps.Add(new UnitsStep(Minutes.ToInstant(newestWithUnits + 1), null));
        }
    }

    private sealed class CodeBand(int count)
    {
        private readonly ushort[] min = new ushort[count],
            max = new ushort[count];

        public void Add(int point, ushort code)
        {
            min[point] = min[point] == UnitsCode.Unknown ? code : Math.Min(min[point], code);
            max[point] = Math.Max(max[point], code);
        }

        public SeriesBand ToBand() => new(Decode(min), Decode(max));

        private static double?[] Decode(ushort[] codes) =>
            Array.ConvertAll(codes, code => code == UnitsCode.Unknown ? (double?)null : Math.Round(UnitsCode.Decode(code), 3));
    }
}
