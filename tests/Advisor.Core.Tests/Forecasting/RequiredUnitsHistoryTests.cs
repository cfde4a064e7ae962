using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class RequiredUnitsHistoryTests
{
    // Of decide, lines five minutes apart; then one without metrics. A minute that was not full ends the time.
    [Fact]
    public void A_size_is_full_for_the_minutes_between_two_full_ones_that_have_no_reading()
    {
        var history = RequiredUnitsHistory.Empty;
        foreach (var (minute, code, isFull) in new[] { (100, 9000, true), (105, 9010, true), (107, 0, false), (108, 9000, true) })
        {
            history = history.Append(minute, (ushort)code, isFull);
        }

        Assert.Equal((9, 108), (history.FullMinutes.NewestLength, history.FullMinutes.Newest));
        Assert.Equal([true, true, false], new[] { 100, 104, 106 }.Select(history.LowerBounds.Contains));
        Assert.Equal(1, history.Append(109, 8000).Append(110, 9000, isLowerBound: true).FullMinutes.NewestLength);
    }

    // Five minutes without a reading are too many; of four, nothing says that they were full where the minute before them was not.
    [Theory]
    [InlineData(106, true)]
    [InlineData(105, false)]
    public void A_size_is_not_full_for_more_minutes_without_a_reading_nor_for_those_after_one_that_was_not(int next, bool wasFull)
    {
        var history = RequiredUnitsHistory.Empty.Append(100, 9000, wasFull).Append(next, 9000, isLowerBound: true);

        Assert.Equal((1, false), (history.FullMinutes.NewestLength, history.LowerBounds.HasAny(101, 4)));
    }

    [Fact]
    public void Minutes_appended_at_once_are_those_appended_one_by_one()
    {
        // 18 days in quarters of an hour, longer than the buffer of 16; every seventh minute is unknown.
        const int first = 29_460_960;
        var codes = Enumerable.Range(0, 18 * 1440).Select(i => (ushort)(i % 7 == 0 ? 0 : 1000 + (i % 900))).ToArray();
        var (each, atOnce) = (RequiredUnitsHistory.Empty, RequiredUnitsHistory.Empty);

        for (var i = 0; i < codes.Length; i += 15)
        {
            for (var j = i; j < i + 15; j++)
            {
                each = each.Append(first + j, codes[j]);
            }

            atOnce.AddRange(first + i, codes.AsSpan(i, 15));
        }

        Assert.Equal(each.NextMinute, atOnce.NextMinute);
        Assert.Equal(each.Codes, atOnce.Codes);
        Assert.Equal(each.Grid, atOnce.Grid);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    public void The_grid_of_a_history_that_was_read_is_the_same_whenever_it_is_first_asked_for(int later)
    {
        // 12 days with noise and gaps, read 0, 1 or 7 minutes before the grid is needed, and after a full size was corrected.
        const int first = 29_460_963;
        var history = RequiredUnitsHistory.Empty;
        for (var i = 0; i < 12 * 1440; i++)
        {
            history.Add(first + i, (ushort)(i % 97 == 0 ? 0 : 9000 + (i * 7919 % 400)), isLowerBound: i > (12 * 1440) - 20);
        }

        var stored = new MemoryStream();
        using var writer = new BinaryWriter(stored);
        history.Write(writer);
        stored.Position = 0;
        var read = RequiredUnitsHistory.Read(new BinaryReader(stored), hasBounds: true);
        foreach (var one in new[] { history, read })
        {
            for (var i = 0; i < later; i++)
            {
                one.Add(one.NextMinute, 9100);
            }

            one.ReplaceBounds(one.NextMinute - 40, 9600);
        }

        Assert.Equal(history.Codes, read.Codes);
        Assert.Equal(history.Grid, read.Grid);
    }

    [Fact]
    public void Minutes_appended_at_once_do_not_change_the_history_that_shares_the_buffer()
    {
        var history = RequiredUnitsHistory.Empty.Append(100, 1000);
        var (one, other) = (history.Fork(), history.Fork());

        one.AddRange(101, [2000, 3000]);
        other.AddRange(101, [4000]);

        Assert.Equal([1000], history.Codes.ToArray());
        Assert.Equal([1000, 2000, 3000], one.Codes.ToArray());
        Assert.Equal([1000, 4000], other.Codes.ToArray());
    }

    // Minutes that alternate between 1000 and 1020 have second differences of 40: four standard deviations are 4 / (1.954 x 0.72) x 40 =
    // 113.7. The mean of the last five is (1020 + 1000 + 1020 + 1000 + last) / 5.
    [Theory]
    [InlineData(1020, 1012)]
    [InlineData(1130, 1034)] // 96 above the mean: noise
    [InlineData(1200, 1200)] // 152 above it: a step, whose own second difference of 220 does not count as noise
    [InlineData(1, 1)]
    public void The_level_of_a_noisy_load_is_the_mean_of_five_minutes_and_a_step_counts_at_once(int last, int expected)
    {
        var history = RequiredUnitsHistory.Empty;

        history.AddRange(101, [.. Enumerable.Range(0, 14).Select(i => (ushort)(i % 2 == 0 ? 1020 : 1000)), (ushort)last]);

        Assert.Equal(expected, history.Grid[^1]);
    }

    [Fact]
    public void The_level_of_a_smooth_load_is_the_minute_however_steep_it_is()
    {
        var history = RequiredUnitsHistory.Empty;

        // A corner of a ramp is one second difference: 1, and up to two more where minutes were interpolated.
        history.AddRange(101, [.. Enumerable.Range(0, 15).Select(i => (ushort)(1000 + (i < 12 ? 0 : 300 * (i - 11))))]);

        Assert.Equal(1900, history.Grid[^1]);
    }

    [Fact]
    public void Where_too_little_is_known_the_level_is_the_minute()
    {
        var history = RequiredUnitsHistory.Empty;

        // Of 13 second differences, 6 are known.
        history.AddRange(101, [1020, 1000, 1020, 1000, 1020, 0, 1020, 0, 1000, 0, 1000, 1020, 1000, 1020, 1000]);

        Assert.Equal(1000, history.Grid[^1]);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(30)] // one minute of 30 is unknown, so that most windows have a gap
    public void The_level_is_that_of_the_second_differences_of_15_minutes_one_by_one(int gaps)
    {
        var (random, codes) = (new Random(7), new ushort[2000]);
        for (var i = 0; i < codes.Length; i++)
        {
            // Calm and noisy stretches, jumps and the largest codes.
            var level = i / 100 % 4 == 3 ? 65_000 : 3000 + (i / 250 * 700);
            codes[i] = gaps > 0 && random.Next(gaps) == 0 ? UnitsCode.Unknown : (ushort)(level + random.Next(1 + (i / 50 % 5 * 100)));
        }

        var levels = Enumerable.Range(0, codes.Length).Where(i => codes[i] != UnitsCode.Unknown).ToList();

        Assert.Equal(levels.Select(i => ComputePlainly(codes[..(i + 1)])), levels.Select(i => RequiredUnitsHistory.ComputeLevel(codes, i)));
    }

    private static float ComputePlainly(ushort[] codes)
    {
        var window = codes.TakeLast(15).Select(code => (int)code).ToList();
        var differences = window
            .Zip(window.Skip(1), window.Skip(2))
            .Where(three => three is { First: > 0, Second: > 0, Third: > 0 })
            .Select(three => Math.Abs(three.Third - (2 * three.Second) + three.First))
            .Order()
            .ToList();
        if (differences.Count < 8)
        {
            return window[^1];
        }

        var noise = (float)(4 / (1.954 * 0.72) * differences.SkipLast(3).Sum() / (differences.Count - 3));
        var known = window.TakeLast(5).Where(code => code > 0).ToList();
        var mean = (float)known.Sum() / known.Count;
        return noise == 0 || Math.Abs(mean - window[^1]) > noise ? window[^1] : mean;
    }

    [Fact]
    public void A_stored_history_has_the_same_grid_apart_from_the_three_oldest_cells()
    {
        var (random, history) = (new Random(5), RequiredUnitsHistory.Empty);
        for (var minute = 0; minute < 25_003; minute++)
        {
            history.Add(10_000_001 + minute, (ushort)random.Next(3000));
        }

        using var stored = new MemoryStream();
        history.Write(new BinaryWriter(stored));
        stored.Position = 0;
        var read = RequiredUnitsHistory.Read(new BinaryReader(stored), hasBounds: true);

        Assert.Equal(history.Grid[3..].ToArray(), read.Grid[3..].ToArray());
    }

    [Fact]
    public void Corrected_minutes_have_the_grid_of_minutes_that_were_right_at_once()
    {
        var (corrected, right) = (RequiredUnitsHistory.Empty, RequiredUnitsHistory.Empty);
        for (var minute = 10_000_000; minute < 10_000_100; minute++)
        {
            var isFull = minute is >= 10_000_062 and < 10_000_094;
            corrected.Add(minute, isFull ? (ushort)2000 : (ushort)1000, isFull);
            right.Add(minute, isFull ? (ushort)5000 : (ushort)1000);
        }

        corrected.ReplaceBounds(10_000_040, 5000);

        Assert.Equal(right.Codes.ToArray(), corrected.Codes.ToArray());
        Assert.Equal(right.Grid.ToArray(), corrected.Grid.ToArray());
    }
}
