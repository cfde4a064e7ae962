using Advisor.Lab.Traces;

namespace Advisor.Lab.Tests.Traces;

public class TraceReaderTests
{
    [Fact]
    public void A_trace_becomes_minutes_on_straight_lines_through_gaps_too()
    {
        var trace = Read("timestamp,value\n2026-01-05T00:00:00Z,10\n2026-01-05T00:05:00Z,20\n2026-01-05T00:15:00Z,0\n").Trace!;

        // 10 to 20 in five minutes: 2 a minute; 20 to 0 in ten minutes: -2 a minute; the last sample's minute is not included.
        Assert.Equal([10, 12, 14, 16, 18, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2], trace.InterpolateMinutes(0, 14));
        Assert.Equal([10, 12, 14], trace.InterpolateMinutes(0, 3.0 / 1440));
        Assert.Equal([20, 18], trace.InterpolateMinutes(5.0 / 1440, 2.0 / 1440));
        Assert.Empty(trace.InterpolateMinutes(1, 14));
    }

    [Theory]
    [InlineData("time,value\n", "x: the first line is 'time,value'; a trace starts with 'timestamp,value'.")]
    [InlineData("", "x: the first line is ''; a trace starts with 'timestamp,value'.")]
    [InlineData("timestamp,value\n2026-01-05T00:00:00Z,1\n", "x: a trace needs at least two samples, this one has 1.")]
    [InlineData("timestamp,value\nyesterday,1\n", "x: line 2: 'yesterday' is not an instant such as 2026-01-05T10:03:00Z.")]
    [InlineData("timestamp,value\n2026-01-05T00:00:00Z\n", "x: line 2: '2026-01-05T00:00:00Z' has no comma; expected timestamp,value.")]
    [InlineData(
        "timestamp,value\n2026-01-05T00:00:00Z,-1\n",
        "x: line 2: '-1' is not a value of 0 or more; leave a minute without data out."
    )]
    [InlineData(
        "timestamp,value\n2026-01-05T00:00:00Z,NaN\n",
        "x: line 2: 'NaN' is not a value of 0 or more; leave a minute without data out."
    )]
    [InlineData(
        "timestamp,value\n2026-01-05T00:00:00Z,1\n2026-01-05T00:00:00Z,2\n",
        "x: line 3: 2026-01-05T00:00:00Z does not come after the line before; sort the file and drop repeats."
    )]
    public void A_file_that_does_not_fit_is_named_with_its_line(string text, string problem)
    {
        var reading = Read(text);
        Assert.Null(reading.Trace);
        Assert.Equal(problem, reading.Problem);
    }

    private static TraceReading Read(string text)
    {
        using var reader = new StringReader(text);
        return TraceReader.Read(reader, "x");
    }
}
