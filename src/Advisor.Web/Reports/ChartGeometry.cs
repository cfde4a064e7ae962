using Advisor.Core.Reports;

namespace Advisor.Web.Reports;

/// <summary>A mark on an axis.</summary>
/// <param name="Position">Position on the axis, in SVG units.</param>
internal readonly record struct ChartTick(double Position, string Text);

/// <summary>Paths of a chart. The maximum of every pixel is kept, and a gap in the data is a gap in the line.</summary>
internal sealed record ChartGeometry
{
    private const double LeftMargin = 44,
        RightMargin = 8,
        TopMargin = 8,
        BottomMargin = 22;
    private const int MaxUnitTicks = 5,
        MaxTimeTicks = 8;

    private static readonly double[] NiceSteps = [1, 2, 5];
    private static readonly TimeSpan[] TimeSteps =
    [
        TimeSpan.FromMinutes(10),
        TimeSpan.FromHours(1),
        TimeSpan.FromHours(3),
        TimeSpan.FromHours(6),
        TimeSpan.FromDays(1),
        TimeSpan.FromDays(2),
        TimeSpan.FromDays(5),
    ];

    public required double Left { get; init; }
    public required double Right { get; init; }
    public required double Top { get; init; }
    public required double Bottom { get; init; }
    public required IReadOnlyList<ChartTick> UnitTicks { get; init; }
    public required IReadOnlyList<ChartTick> TimeTicks { get; init; }

    /// <summary>Line of the required units.</summary>
    public required string RequiredLine { get; init; }

    /// <summary>Area below the line of the required units.</summary>
    public required string RequiredArea { get; init; }

    /// <summary>Area between required units and units in force where more were required.</summary>
    public required string AboveArea { get; init; }

    /// <summary>Step line of the units in force.</summary>
    public required string UnitsLine { get; init; }

    /// <summary>Vertical position of the recommended units; null when there is no recommendation.</summary>
    public double? RecommendedY { get; init; }

    public static ChartGeometry Create(
        IReadOnlyList<UsagePoint> points,
        DateTimeOffset from,
        DateTimeOffset to,
        int? recommended,
        double width,
        double height
    )
    {
        var (left, right, top, bottom) = (LeftMargin, width - RightMargin, TopMargin, height - BottomMargin);
        var columns = Reduce(points, from, to, (int)(right - left));
        var highest = columns.Select(c => Math.Max(c.Required ?? 0, c.Units)).Append(recommended ?? 0).Append(1).Max();
        var step = FindUnitStep(highest);
        var ceiling = Math.Ceiling(highest / step) * step;
        double ToY(double units) => Round(bottom - (units / ceiling * (bottom - top)));
        double ToX(DateTimeOffset at) => Round(left + ((at - from) / (to - from) * (right - left)));

        var (line, area, above, stairs) = (new StepPath(null), new StepPath(bottom), new StepPath(null), new StepPath(null));
        foreach (var column in columns)
        {
            var (start, end, inForce) = (ToX(column.Start), ToX(column.End), ToY(column.Units));
            stairs.Add(start, end, inForce);
            if (column.Required is { } required)
            {
                line.Add(start, end, ToY(required));
                area.Add(start, end, ToY(required));
                if (required > column.Units)
                {
                    above.AddBand(start, end, ToY(required), inForce);
                }
            }
        }

        return new ChartGeometry
        {
            Left = left,
            Right = right,
            Top = top,
            Bottom = bottom,
            UnitTicks = [.. ListUnitTicks(ceiling, step).Select(units => new ChartTick(ToY(units), Format(units)))],
            TimeTicks = [.. ListTimeTicks(from, to).Select(tick => new ChartTick(ToX(tick.At), tick.Text))],
            RequiredLine = line.ToString(),
            RequiredArea = area.ToString(),
            AboveArea = above.ToString(),
            UnitsLine = stairs.ToString(),
            RecommendedY = recommended is { } units ? ToY(units) : null,
        };
    }

    /// <summary>Combines points that share a pixel: the maximum requirement, and the units in force at that point.</summary>
    private static List<Column> Reduce(IReadOnlyList<UsagePoint> points, DateTimeOffset from, DateTimeOffset to, int pixels)
    {
        var (columns, last) = (new List<Column>(), int.MinValue);
        foreach (var point in points.Where(point => point.End > from && point.Start < to))
        {
            var pixel = (int)((point.Start - from) / (to - from) * pixels);
            var column = new Column(
                point.Start < from ? from : point.Start,
                point.End > to ? to : point.End,
                point.Required is { } required && double.IsFinite(required) ? required : null,
                point.Units
            );
            if (pixel == last)
            {
                var same = columns[^1];
                columns[^1] =
                    (same.Required ?? -1) >= (column.Required ?? -1) ? same with { End = column.End } : column with { Start = same.Start };
            }
            else
            {
                columns.Add(column);
            }

            last = pixel;
        }

        return columns;
    }

    // 1, 2, 5, 10, 20, 50 ...: as few lines as fit.
    private static double FindUnitStep(double highest)
    {
        for (var power = 1.0; ; power *= 10)
        {
            foreach (var nice in NiceSteps)
            {
                if (highest / (nice * power) <= MaxUnitTicks)
                {
                    return nice * power;
                }
            }
        }
    }

    private static IEnumerable<double> ListUnitTicks(double ceiling, double step)
    {
        for (var units = 0.0; units <= ceiling; units += step)
        {
            yield return units;
        }
    }

    private static IEnumerable<(DateTimeOffset At, string Text)> ListTimeTicks(DateTimeOffset from, DateTimeOffset to)
    {
        var step = TimeSteps.FirstOrDefault(candidate => (to - from) / candidate <= MaxTimeTicks, TimeSteps[^1]);
        var form = step < TimeSpan.FromDays(1) ? "HH:mm" : "MM-dd";
        for (var ticks = ((from.UtcTicks / step.Ticks) + 1) * step.Ticks; ticks < to.UtcTicks; ticks += step.Ticks)
        {
            var at = new DateTimeOffset(ticks, TimeSpan.Zero);
            yield return (at, at.ToString(form));
        }
    }

    private static double Round(double pixels) => Math.Round(pixels, 1);

    private static string Format(double units) => units.ToString("#,##0");

    private readonly record struct Column(DateTimeOffset Start, DateTimeOffset End, double? Required, int Units);
}
