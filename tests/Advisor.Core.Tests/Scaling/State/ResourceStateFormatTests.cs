using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.State;

public class ResourceStateFormatTests
{
    [Fact]
    public void A_state_after_thirty_days_of_minutes_fits_into_60_KiB()
    {
        var state = TestResource.BuildState(30 * 1440, minute => 4000 + (2000 * Math.Sin(minute / 229.0)), 8);

        var bytes = ResourceStateFormat.Write(state);

        Assert.InRange(bytes.Length, 40_000, ResourceStateFormat.MaxBytes);
    }

    [Fact]
    public void A_state_that_was_stored_decides_as_the_one_in_memory()
    {
        var state = TestResource.BuildState(700, minute => 4000 + (2000 * Math.Sin(minute / 229.0)), 8);
        var read = ResourceStateFormat.Read(ResourceStateFormat.Write(state)).State;

        ResourceState? kept = state;
        for (var minute = 700; minute < 1000; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 4000 + (2000 * Math.Sin(minute / 229.0)), 8);
            var (one, other) = (TestResource.Decide(observation, kept), TestResource.Decide(observation, read));
            Assert.Equal(one.Decision!.Units, other.Decision!.Units);
            (kept, read) = (one.State, other.State);
        }

        Assert.Equal(ResourceStateFormat.Write(kept!), ResourceStateFormat.Write(read!));
    }

    [Fact]
    public void A_state_stays_what_it_was_when_later_minutes_are_decided_upon()
    {
        var state = TestResource.BuildState(300, _ => 4000, 8);
        var before = ResourceStateFormat.Write(state);

        // Two futures from the same state: neither sees the other.
        var one = TestResource.Decide(TestResource.CreateObservation(300, 9000, 8), state).State!;
        var other = TestResource.Decide(TestResource.CreateObservation(300, 100, 8), state).State!;
        TestResource.Decide(TestResource.CreateObservation(301, 9000, 8), one);

        Assert.Equal(before, ResourceStateFormat.Write(state));
        Assert.NotEqual(ResourceStateFormat.Write(one), ResourceStateFormat.Write(other));
    }

    [Fact]
    public void Another_version_is_refused_with_what_to_do()
    {
        var bytes = ResourceStateFormat.Write(TestResource.BuildState(3, _ => 4000, 8));
        bytes[4]++;

        var reading = ResourceStateFormat.Read(bytes);

        Assert.Null(reading.State);
        Assert.Equal(
            "The state has version 5; this program reads versions 1 to 4. Use the program that wrote it, or delete the state to start "
                + "again.",
            reading.Problem
        );
    }

    [Fact]
    public void A_second_high_reading_confirms_the_first_one_after_a_restart()
    {
        // 12,000 connections where 3,000 were: the first reading waits, and is stored.
        var waiting = TestResource.Decide(TestResource.CreateObservation(60, 12_000, 4), TestResource.BuildState(60, _ => 3000, 4));
        Assert.Equal(4, waiting.Decision!.Units);
        var read = ResourceStateFormat.Read(ResourceStateFormat.Write(waiting.State!)).State;

        Assert.Equal(20, TestResource.Decide(TestResource.CreateObservation(61, 12_000, 4), read).Decision!.Units);
    }

    [Fact]
    public void Damage_anywhere_is_found()
    {
        var bytes = ResourceStateFormat.Write(TestResource.BuildState(30, _ => 4000, 8));
        for (var at = 0; at < bytes.Length; at += 7)
        {
            var damaged = (byte[])bytes.Clone();
            damaged[at] ^= 0x40;
            Assert.Null(ResourceStateFormat.Read(damaged).State);
        }

        for (var length = 0; length < bytes.Length; length += 11)
        {
            Assert.Null(ResourceStateFormat.Read(bytes.AsMemory(0, length)).State);
        }

        // The highest bits of two words of eight bytes: without a turn between them they would cancel out.
        var twice = (byte[])bytes.Clone();
        (twice[63], twice[127]) = ((byte)(twice[63] ^ 0x80), (byte)(twice[127] ^ 0x80));
        Assert.Contains("checksum", ResourceStateFormat.Read(twice).Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void The_bytes_of_version_1_are_read_and_have_no_usage_yet()
    {
        var state = ResourceStateFormat.Read(Advisor.Tests.GoldenBytes.Read("Advisor.Core.Tests", "resource-state-v1")).State!;

        // 150 minutes at 4,000 connections, one of them at 6,000: 4 and 6 units.
        Assert.Equal((TestResource.Start.AddMinutes(149), 150), (state.Time, state.MinutesKept));
        Assert.Equal((4.0, 6.0), (Math.Round(state.LastUnitsRequired, 2), Math.Round(UnitsCode.Decode(state.Analogs.MaxCode), 2)));
        Assert.Empty(state.Usage.Days);
        Assert.Null(state.Messages);
        var next = TestResource.Decide(TestResource.CreateObservation(150, 4000, 8), state).State!;
        Assert.Equal(1, Assert.Single(next.Usage.Days).KnownMinutes);
    }

    [Fact]
    public void The_bytes_of_version_2_are_read_and_know_no_lower_bounds()
    {
        var state = ResourceStateFormat.Read(Advisor.Tests.GoldenBytes.Read("Advisor.Core.Tests", "resource-state-v2")).State!;

        Assert.Equal((TestResource.Start.AddMinutes(149), 150), (state.Time, state.MinutesKept));
        Assert.Equal(150, Assert.Single(state.Usage.Days).KnownMinutes);
        Assert.True(state.History.LowerBounds.IsEmpty);
        Assert.Equal(1, state.Lead.GetCoefficient(LeadFacts.Analogs));
        Assert.Equal(151, TestResource.Decide(TestResource.CreateObservation(150, 4000, 8), state).State!.MinutesKept);
    }

    [Fact]
    public void The_bytes_of_version_3_are_read_and_only_their_checksum_is_another_in_version_4()
    {
        var bytes = Advisor.Tests.GoldenBytes.Read("Advisor.Core.Tests", "resource-state-v3");

        var written = ResourceStateFormat.Write(ResourceStateFormat.Read(bytes).State!);

        // Four letters, the version, the fields, eight bytes of checksum.
        Assert.Equal((3, 4), (bytes[4], written[4]));
        Assert.Equal(bytes[8..^8], written[8..^8]);
        Assert.NotEqual(bytes[^8..], written[^8..]);
    }

    [Fact]
    public void The_bytes_of_version_4_are_read_and_written_as_they_stand()
    {
        var bytes = Advisor.Tests.GoldenBytes.Read("Advisor.Core.Tests", "resource-state-v4");

        var state = ResourceStateFormat.Read(bytes).State!;

        Assert.Equal((TestResource.Start.AddMinutes(149), 150), (state.Time, state.MinutesKept));
        var day = Assert.Single(state.Usage.Days);
        Assert.Equal((150, 150, 8, 8 * 150), (day.KnownMinutes, day.Minutes, day.MaxUnits, day.UnitMinutes));
        Assert.Equal((true, 4), (state.History.LowerBounds.Contains(TestResource.FirstMinute + 40), ResourceStateFormat.Version));
        Assert.Equal(bytes, ResourceStateFormat.Write(state));
    }

    [Fact]
    public void What_was_written_before_version_1_is_refused() =>
        Assert.Equal(
            "These bytes are not the state of a resource. Delete them to start again.",
            ResourceStateFormat.Read((byte[])[.. "ADVS"u8, 5, 0, 0, 0, .. new byte[100]]).Problem
        );

    [Fact]
    public void The_bound_of_the_forecast_is_stored()
    {
        // Two hours and a half at 4 units, 6 once: no quantile passes 6 x 1.1.
        var state = TestResource.BuildState(150, minute => minute == 20 ? 6000 : 4000, 8);
        var read = ResourceStateFormat.Read(ResourceStateFormat.Write(state)).State!;

        Assert.Equal(6, UnitsCode.Decode(read.Analogs.MaxCode), 2);
        Assert.Equal(state.Analogs.MaxCode, read.Analogs.MaxCode);
    }
}
