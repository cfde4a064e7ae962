using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class LowerBoundMinutesTests
{
    [Fact]
    public void Minutes_are_kept_as_stretches_and_found_at_their_edges()
    {
        var bounds = Create(10, 11, 12, 20);

        Assert.Equal([false, true, true, false], new[] { 9, 10, 12, 13 }.Select(bounds.Contains));
        Assert.Equal(
            [false, true, false, true],
            new[] { bounds.HasAny(5, 5), bounds.HasAny(5, 6), bounds.HasAny(13, 7), bounds.HasAny(13, 8) }
        );
        Assert.Equal((20, 1, 3), (bounds.Newest, bounds.NewestLength, Create(10, 11, 12).NewestLength));
    }

    [Fact]
    public void A_range_is_marked_where_its_minutes_are_lower_bounds_and_nowhere_else()
    {
        // The first stretch begins before the range, the last one ends after it.
        var bounds = Create(8, 9, 10, 12, 15, 16);
        bool[] marked = [true, true, true, true, true, true];

        bounds.Mark(marked, 10);

        Assert.Equal(Enumerable.Range(10, 6).Select(bounds.Contains), marked);
        Assert.Equal([true, false, true, false, false, true], marked);
    }

    [Fact]
    public void A_minute_that_is_known_again_and_all_after_it_are_removed()
    {
        var bounds = Create(10, 11, 12, 20).RemoveFrom(12);

        Assert.Equal((true, false, false, 11), (bounds.Contains(11), bounds.Contains(12), bounds.Contains(20), bounds.Newest));
        Assert.True(bounds.RemoveFrom(0).IsEmpty);
    }

    // Three stretches from minute 20 on, of 2, 1 and 2 minutes, and the newest.
    [Theory]
    [InlineData(2, 2, 3, 2)]
    [InlineData(3, 2, 0, 0)] // longer than those before
    [InlineData(2, 1, 0, 0)] // two of those before are not brief
    public void Brief_stretches_before_the_newest_are_counted_where_each_is_brief(int newest, int brief, int count, int longest)
    {
        var bounds = Create([8, 9, 10, 11, 12, 20, 21, 30, 40, 41, .. Enumerable.Range(50, newest)]);

        Assert.Equal((count, longest), bounds.FindBrief(20, brief));
        Assert.Equal((0, 0), bounds.FindBrief(8, brief));
        Assert.Equal((0, 0), LowerBoundMinutes.None.FindBrief(0, brief));
    }

    // Nothing is known of the minutes 11 to 14 and 21; the minutes 16 to 19 were not full, and those from 22 on are too many.
    [Fact]
    public void A_few_minutes_about_which_nothing_is_known_are_bridged()
    {
        var bounds = Create(10, 15, 20, 22, 28).Bridge(4, (minute, count) => (minute, count) is (11, 4) or (21, 1) or (23, 5));

        Assert.Equal([10, 11, 12, 13, 14, 15, 20, 21, 22, 28], Enumerable.Range(0, 40).Where(bounds.Contains));
        Assert.True(LowerBoundMinutes.None.Bridge(4, (_, _) => true).IsEmpty);
    }

    [Fact]
    public void Stretches_older_than_the_history_are_dropped_and_their_number_is_limited()
    {
        Assert.Equal(20, Create(10, 11).Add(20, oldest: 12).RemoveFrom(21).Newest);
        Assert.False(Create(10, 11).Add(20, oldest: 12).Contains(11));

        var many = LowerBoundMinutes.None;
        for (var i = 0; i <= LowerBoundMinutes.MaxStretches; i++)
        {
            many = many.Add(2 * i, 0);
        }

        Assert.Equal((false, true), (many.Contains(0), many.Contains(2)));
    }

    [Fact]
    public void They_are_stored_with_four_bytes_a_stretch_and_read_back_alike()
    {
        // Two months full: of its 87,000 minutes the month kept is stored.
        var bounds = LowerBoundMinutes.None;
        for (var minute = 30_000_000; minute < 30_087_000; minute++)
        {
            bounds = bounds.Add(minute, minute - 43_200);
        }

        bounds = bounds.Add(30_087_100, 30_087_100 - 43_200);
        var bytes = Write(bounds);
        var read = LowerBoundMinutes.Read(new BinaryReader(new MemoryStream(bytes)));

        // The first minute and the count, then two stretches.
        Assert.Equal(sizeof(int) + sizeof(int) + (2 * 4), bytes.Length);
        Assert.Equal(Write(read), bytes);
        Assert.Equal(
            [false, true, true, false, false, true, false],
            new[] { 30_043_899, 30_043_900, 30_086_999, 30_087_000, 30_087_099, 30_087_100, 30_087_101 }.Select(read.Contains)
        );
        Assert.True(LowerBoundMinutes.Read(new BinaryReader(new MemoryStream(Write(LowerBoundMinutes.None)))).IsEmpty);

        static byte[] Write(LowerBoundMinutes bounds)
        {
            var stream = new MemoryStream();
            bounds.Write(new BinaryWriter(stream));
            return stream.ToArray();
        }
    }

    [Fact]
    public void A_history_counts_full_minutes_as_what_a_greater_size_shows_and_other_states_keep_theirs()
    {
        // 4 units needed, full at 1.11 for three minutes, then 8: those three were 8. The state before does not change.
        ushort Encode(double units) => UnitsCode.Encode(units);
        var full = Enumerable
            .Range(0, 3)
            .Aggregate(RequiredUnitsHistory.Empty.Append(100, Encode(4)), (h, i) => h.Append(101 + i, Encode(1.11), isLowerBound: true));
        var next = full.Append(104, Encode(8));
        next.ReplaceBounds(100, Encode(8));

        Assert.Equal([Encode(4), Encode(8), Encode(8), Encode(8), Encode(8)], next.Codes.ToArray());
        Assert.True(next.LowerBounds.IsEmpty);
        Assert.Equal([Encode(4), Encode(1.11), Encode(1.11), Encode(1.11)], full.Codes.ToArray());
        Assert.True(full.LowerBounds.Contains(103));
    }

    [Fact]
    public void Where_it_never_showed_a_bound_stays_one()
    {
        var history = RequiredUnitsHistory.Empty.Append(100, UnitsCode.Encode(4.4), isLowerBound: true).Append(101, UnitsCode.Encode(2));
        history.ReplaceBounds(90, UnitsCode.Encode(2));

        Assert.True(history.LowerBounds.Contains(100));
        Assert.Equal(UnitsCode.Encode(4.4), history.GetCode(100));
    }

    [Fact]
    public void No_quantile_takes_a_bound_for_the_truth()
    {
        // At least 1, then 2 and 4: the first may be either, so half of its weight goes to each. A highest bound keeps its own.
        Span<double> weights = [1, 1, 1];
        BoundedWeights.MoveUp([true, false, false], weights);
        Assert.Equal([0, 1.5, 1.5], weights.ToArray());

        weights = [1, 1, 2];
        BoundedWeights.MoveUp([false, true, true], weights);
        Assert.Equal([1, 0, 3], weights.ToArray());
    }

    private static LowerBoundMinutes Create(params int[] minutes) =>
        minutes.Aggregate(LowerBoundMinutes.None, (bounds, minute) => bounds.Add(minute, 0));
}
