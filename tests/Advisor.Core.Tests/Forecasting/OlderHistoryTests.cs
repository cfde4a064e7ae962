using System.Buffers.Binary;
using Advisor.Core.Forecasting;
using Advisor.Core.Scaling.State;
using Advisor.Core.Tests.Scaling;
using Advisor.Tests;

namespace Advisor.Core.Tests.Forecasting;

public class OlderHistoryTests
{
    private const int Turn = OlderHistory.TurnMinutes;

    // 14 days are kept: of 30 days the part begins with minutes that the state drops, one by one, until it is written again.
    [Theory]
    [InlineData(400)]
    [InlineData(30 * 1440)]
    public void A_state_in_two_parts_is_read_as_it_was_and_the_part_stays_until_its_turn(int minutes)
    {
        var state = TestResource.BuildState(minutes, minute => 4000 + (2000 * Math.Sin(minute / 229.0)), 8);
        var before = state.ChooseOlderHistory(null, turn: 100);
        var writes = new List<int>();
        for (var minute = minutes; minute < minutes + Turn + 50; minute++)
        {
            state = TestResource.Decide(TestResource.CreateObservation(minute, 4000 + (7 * (minute % 31)), 8), state).State!;
            var older = state.ChooseOlderHistory(before, turn: 100);
            writes.AddRange(older == before ? [] : [(state.History.NextMinute - 100) % Turn]);
            before = older;
            state = ReadBack(state, older);
        }

        Assert.All(writes, minute => Assert.Equal(0, minute));
        Assert.InRange(writes.Count, 1, 2);
        Assert.Equal(Math.Min(minutes + Turn + 50, RequiredUnitsHistory.MinutesKept), state.MinutesKept);
    }

    [Fact]
    public void The_rest_of_a_state_of_two_weeks_is_a_quarter_of_it()
    {
        var state = TestResource.BuildState(30 * 1440, minute => 4000 + (2000 * Math.Sin(minute / 229.0)), 8);

        Assert.InRange(Write(state, state.ChooseOlderHistory(null, 0)).Length, 1, ResourceStateFormat.Write(state).Length / 4);
    }

    [Fact]
    public void A_history_shorter_than_a_turn_is_not_divided()
    {
        var history = Create(Turn - 1);

        Assert.Null(OlderHistory.Choose(history, null, 0));
        Assert.NotNull(OlderHistory.Choose(history.Append(history.NextMinute, 1000), null, 0));
    }

    // Six minutes to full sizes, then a greater one that shows what they wanted: the part is written with what they were.
    [Fact]
    public void A_part_whose_minutes_have_changed_is_written_again()
    {
        var history = Create(Turn);
        for (var i = 0; i < 6; i++)
        {
            history = history.Append(history.NextMinute, 1000, isLowerBound: true);
        }

        var before = OlderHistory.Choose(history, null, 0)!;
        var next = history.Append(history.NextMinute, 3000);
        Assert.Same(before, OlderHistory.Choose(next, before, 0));
        next.ReplaceBounds(next.NextMinute - 10, 3000);

        Assert.Equal(3000, OlderHistory.Choose(next, before, 0)!.Codes[^2]);
        Assert.Equal(1000, before.Codes[^1]);
    }

    // A past that begins anew, as after a change of SKU, has none of the minutes of the part; nor has one after three weeks without.
    [Fact]
    public void The_part_of_another_past_is_not_kept()
    {
        var (history, long_) = (Create(Turn), Create(20_000));
        var before = OlderHistory.Choose(long_, null, 0);

        Assert.Null(OlderHistory.Choose(RequiredUnitsHistory.Empty.Append(long_.NextMinute, 1000), before, 0));
        Assert.NotSame(before, OlderHistory.Choose(history, before, 0));
        Assert.Null(OlderHistory.Choose(long_.Append(long_.NextMinute + 30_000, 1000), before, 0));
    }

    [Fact]
    public void Where_the_part_is_lost_its_minutes_are_not_known()
    {
        var state = TestResource.BuildState(1000, _ => 4000, 8);
        var older = state.ChooseOlderHistory(null, 0)!;
        for (var minute = 1000; minute < 1010; minute++)
        {
            state = TestResource.Decide(TestResource.CreateObservation(minute, 4000, 8), state).State!;
        }

        var read = ResourceStateFormat.Read(Write(state, older)).State!;

        Assert.Equal((10, state.Time), (read.MinutesKept, read.Time));
        Assert.Null(read.FindMaxRequiredUnits(TimeSpan.FromMinutes(11), 0.1));
        Assert.Equal(UnitsCode.Unknown, read.History.GetCode(read.History.NextMinute - 11));
    }

    [Fact]
    public void The_part_of_another_state_is_refused()
    {
        var state = TestResource.BuildState(1000, _ => 4000, 8);
        var later = TestResource.Decide(TestResource.CreateObservation(1000, 4000, 8), state).State!;

        var reading = ResourceStateFormat.Read(Write(later, state.ChooseOlderHistory(null, 0)), later.ChooseOlderHistory(null, 0));

        Assert.Equal("The state is damaged: a field cannot be read. Delete it to start again.", reading.Problem);
    }

    [Fact]
    public void Damaged_bytes_are_no_part()
    {
        var bytes = OlderHistory.Choose(Create(400), null, 0)!.Bytes.ToArray();
        for (var i = 0; i < bytes.Length; i += 41)
        {
            byte[] damaged = [.. bytes];
            damaged[i] ^= 0x10;
            Assert.Null(OlderHistory.Read(damaged));
            Assert.Null(OlderHistory.Read(bytes.AsMemory(0, i)));
        }

        Assert.Null(OlderHistory.Read(new byte[100_000]));
    }

    [Fact]
    public void The_bytes_of_version_1_are_read_and_written_as_they_stand()
    {
        var bytes = GoldenBytes.Read("Advisor.Core.Tests", "older-history-v1");
        var history = Create(Turn);

        Assert.Equal(bytes, OlderHistory.Choose(history, null, 0)!.Bytes.ToArray());
        Assert.Equal(history.Codes, OlderHistory.Read(bytes)!.Codes);
        Assert.Equal(history.NextMinute, BinaryPrimitives.ReadInt32LittleEndian(OlderHistory.Read(bytes)!.Name));
    }

    private static RequiredUnitsHistory Create(int minutes)
    {
        var history = RequiredUnitsHistory.Empty;
        history.AddRange(29_460_960, [.. Enumerable.Range(0, minutes).Select(i => (ushort)(i % 7 == 0 ? 0 : 1000 + (i % 900)))]);
        return history;
    }

    private static ResourceState ReadBack(ResourceState state, OlderHistory? older)
    {
        var read = ResourceStateFormat.Read(Write(state, older), older is null ? null : OlderHistory.Read(older.Bytes)).State!;
        Assert.Equal(ResourceStateFormat.Write(state), ResourceStateFormat.Write(read));
        return read;
    }

    private static byte[] Write(ResourceState state, OlderHistory? older)
    {
        using var stream = new MemoryStream();
        ResourceStateFormat.Write(state, stream, older);
        return stream.ToArray();
    }
}
