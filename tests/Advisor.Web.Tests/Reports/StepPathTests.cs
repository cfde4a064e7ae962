using Advisor.Core.Capacity;
using Advisor.Core.Reports;
using Advisor.Web.Reports;

namespace Advisor.Web.Tests.Reports;

/// <summary>The lines of a report's picture.</summary>
public sealed class StepPathTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Steps_of_one_height_are_one_line_and_a_gap_begins_another()
    {
        var line = new StepPath(null);
        line.Add(0, 1, 9);
        line.Add(1, 2, 9);
        line.Add(2, 3, 5);
        line.Add(7, 8, 5);

        Assert.Equal("M0 9H2V5H3M7 5H8", line.ToString());
    }

    [Fact]
    public void An_area_reaches_down_to_the_axis() =>
        Assert.Equal(
            "M0 10V9H1V5H2V10Z",
            Draw(
                new StepPath(10),
                path =>
                {
                    path.Add(0, 1, 9);
                    path.Add(1, 2, 5);
                }
            )
        );

    [Fact]
    public void A_band_goes_back_along_its_lower_edge() =>
        Assert.Equal(
            "M0 8V3H1V2H2V7H1V8H0ZM5 7V2H6V7H5Z",
            Draw(
                new StepPath(null),
                path =>
                {
                    path.AddBand(0, 1, 3, 8);
                    path.AddBand(1, 2, 2, 7);
                    path.AddBand(5, 6, 2, 7);
                }
            )
        );

    // 880 x 220 pixels, the axes take 44 + 8 and 8 + 22: one unit of 1 is the whole height, 190, and a day is 828 wide.
    [Fact]
    public void A_day_that_stays_at_its_size_is_two_corners()
    {
        var points = Enumerable
            .Range(0, 96)
            .Select(i => new UsagePoint(Start.AddMinutes(15 * i), TimeSpan.FromMinutes(15), 0.5, 0.5, Limit.ServerLoad, 1));

        var chart = ChartGeometry.Create([.. points], Start, Start.AddDays(1), null, 880, 220);

        Assert.Equal(
            ("M44 8H872", "M44 103H872", "M44 198V103H872V198Z", ""),
            (chart.UnitsLine, chart.RequiredLine, chart.RequiredArea, chart.AboveArea)
        );
    }

    private static string Draw(StepPath path, Action<StepPath> draw)
    {
        draw(path);
        return path.ToString();
    }
}
