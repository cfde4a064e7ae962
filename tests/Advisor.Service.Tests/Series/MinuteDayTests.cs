using Advisor.Core.Capacity;
using Advisor.Service.Series;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Series;

/// <summary>A day of minutes, in memory and as the payload of a row.</summary>
public sealed class MinuteDayTests
{
    /// <summary>Bytes before the compressed planes.</summary>
    internal const int HeaderBytes = 6;

    private static readonly DateOnly Day = new(2026, 3, 4);
    private static readonly DateTimeOffset At = new(2026, 3, 4, 23, 59, 0, TimeSpan.Zero);

    [Fact]
    public void A_minute_that_was_never_evaluated_is_unknown_and_not_zero()
    {
        var day = new MinuteDay(Day);

        Assert.Equal(new MinuteValues(default, null, false), day[7]);
        Assert.Equal(0, day.Count);
    }

    [Fact]
    public void A_payload_begins_with_the_day_and_the_number_of_minutes()
    {
        var day = new MinuteDay(new DateOnly(2026, 1, 5));
        day.Add(258, new MinuteValues(default, 7, HasData: true));

        // 2026-01-05 is day 739,620 from 0001-01-01: 0B 49 24. 259 minutes: 01 03. Both with the low byte first.
        Assert.Equal([0x24, 0x49, 0x0B, 0x00, 0x03, 0x01], RecordCodecs.MinuteDay.Write(day)[..HeaderBytes]);
    }

    [Fact]
    public void A_minute_comes_back_from_its_row_within_the_step_of_the_code()
    {
        var day = new MinuteDay(Day);
        day.Add(0, new MinuteValues(new PerLimit<double>(ServerLoad: 6.3, Routing: 100), 7, HasData: true));
        day.Add(1, new MinuteValues(default, 7, HasData: false));
        day.Add(1439, new MinuteValues(new PerLimit<double>(Connections: 0.01), null, HasData: true));

        var read = ReadBack(day);

        // A code is a step of 0.014 %: at most half of it off. Less than half a unit is taken as half a unit.
        Assert.Equal((Day, 1440), (read.Day, read.Count));
        Assert.InRange(read[0].Required.ServerLoad!.Value, 6.3 * 0.9999, 6.3 * 1.0001);
        Assert.InRange(read[0].Required.Routing!.Value, 99.99, 100.01);
        Assert.Equal((null, 7, true), (read[0].Required.Connections, read[0].Units, read[0].HasData));
        Assert.Equal(new MinuteValues(default, 7, false), read[1]);
        Assert.Equal(new MinuteValues(default, null, false), read[2]);
        Assert.Equal(new MinuteValues(new PerLimit<double>(Connections: 0.5), null, true), read[1439]);
    }

    [Fact]
    public void A_minute_with_data_stays_and_one_without_gives_way_to_what_came_late()
    {
        var day = new MinuteDay(Day);

        Assert.True(day.Add(5, new MinuteValues(default, 2, HasData: false)));
        Assert.False(day.Add(5, new MinuteValues(default, 9, HasData: false)));
        Assert.True(day.Add(5, new MinuteValues(new PerLimit<double>(Connections: 2), null, HasData: true)));
        Assert.False(day.Add(5, new MinuteValues(new PerLimit<double>(Connections: 9), 9, HasData: true)));

        // The units that were known before the metrics came are kept.
        Assert.Equal((2, true), (day[5].Units, day[5].HasData));
        Assert.InRange(day[5].Required.Connections!.Value, 1.999, 2.001);
    }

    [Fact]
    public void The_noisiest_day_fits_a_row_with_room_to_spare()
    {
        var draw = new Random(1);
        var day = new MinuteDay(Day);
        for (var minute = 0; minute < MinuteDay.Minutes; minute++)
        {
            double Any() => Math.Exp(draw.NextDouble() * 8);
            day.Add(minute, new MinuteValues(new(Any(), Any(), Any(), Any(), Any()), draw.Next(1, 1000), HasData: true));
        }

        // 1440 x (1 + 6 x 2) bytes = 18,720 before compression; noise does not compress, the frame adds a few bytes.
        Assert.InRange(RecordCodecs.MinuteDay.Write(day).Length, 10_000, 18_720 + 64);
        Assert.Equal(day[1000], ReadBack(day)[1000]);
    }

    [Fact]
    public void A_damaged_row_is_refused_and_so_is_one_of_a_newer_program()
    {
        var bytes = RecordCodecs.MinuteDay.Write(new MinuteDay(Day));

        Assert.Equal("NewerVersion", GetRefusal(new Row("p", "k", RecordCodecs.MinuteDay.Version + 1, At, bytes, "e")).Code);
        Assert.Equal("Corrupt", GetRefusal(new Row("p", "k", RecordCodecs.MinuteDay.Version, At, bytes.AsMemory(0, 5), "e")).Code);
        Assert.Equal("Corrupt", GetRefusal(new Row("p", "k", RecordCodecs.MinuteDay.Version, At, new byte[100], "e")).Code);
        Assert.Equal(
            "Corrupt",
            GetRefusal(new Row("p", "k", RecordCodecs.MinuteDay.Version, At, (byte[])[.. Enumerable.Repeat((byte)255, 99)], "e")).Code
        );
    }

    private static StateStoreException GetRefusal(Row row) => Assert.Throws<StateStoreException>(() => RecordCodecs.MinuteDay.Read(row));

    private static MinuteDay ReadBack(MinuteDay day) =>
        RecordCodecs.MinuteDay.Read(new Row("p", "k", RecordCodecs.MinuteDay.Version, At, RecordCodecs.MinuteDay.Write(day), "e"));
}
