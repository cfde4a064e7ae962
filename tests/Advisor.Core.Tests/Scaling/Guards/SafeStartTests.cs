using Advisor.Core.Decisions;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>The first scale-in of a resource in mode auto. 1,000 connections are one unit.</summary>
public sealed class SafeStartTests
{
    private const int Day = 1440;

    private static readonly ResourceSettings Gradual = TestResource.Settings with { Mode = AdvisorMode.Auto, Trust = ScalingTrust.Gradual };

    [Fact]
    public void Ten_units_become_five_after_a_day_and_one_after_another()
    {
        // 800 connections require 0.8 units. Start at minute 2 with the metrics of minute 0: a day of history is there 1,439 minutes later.
        // A change is in force after 4 minutes; the day of the floor begins there.
        var loop = new ClosedLoop(10, Gradual).Run(3 * Day, (_, units) => TestResource.CreateReadings(800, units));

        Assert.Equal([1, 5, 10], loop.Sizes);
        var (half, one) = (FindFirst(loop, 5), FindFirst(loop, 1));
        Assert.Equal(Day - 1, half);
        Assert.Equal(half + 4 + Day, one);
    }

    [Fact]
    public void Each_step_says_what_is_cut_off_and_until_when()
    {
        var loop = new ClosedLoop(10, Gradual).Run(2 * Day, (_, units) => TestResource.CreateReadings(800, units));

        // The first decision is at 00:02 for the minute 00:00; the half is decided at 00:01 a day later, in force at 00:05.
        Assert.Equal(
            "1 unit is recommended; the first scale-in waits for a day of history, until 2026-01-06 00:01 UTC (trust: full does not wait).",
            FindSentence(loop.Decisions[600])
        );
        Assert.Equal(
            "The first scale-in by Advisor removes at most half of the units: 10 to 5 now, to 1 tomorrow if that still suffices "
                + "(trust: full does it at once).",
            FindSentence(loop.Decisions[Day - 1])
        );
        Assert.Equal(
            "1 unit is recommended; the first scale-in by Advisor began at 10 units, and the size goes below half of that after a day, "
                + "from 2026-01-07 00:05 UTC on.",
            FindSentence(loop.Decisions[Day + 300])
        );
    }

    [Fact]
    public void A_scale_out_is_never_deferred()
    {
        // From hour 2 on 9,500 connections at 4 units: without a day of history.
        var loop = new ClosedLoop(4, Gradual).Run(180, (minute, units) => TestResource.CreateReadings(minute < 120 ? 3000 : 9500, units));

        Assert.True(loop.Units >= 10, $"{loop.Units}");
        Assert.DoesNotContain(loop.Decisions, decision => decision.Action == ScalingAction.ScaleOut && FindSentence(decision) is not null);
    }

    [Theory]
    [InlineData(AdvisorMode.Auto, ScalingTrust.Full, null)]
    [InlineData(AdvisorMode.Auto, null, null)]
    [InlineData(AdvisorMode.Auto, ScalingTrust.Gradual, 20)]
    [InlineData(AdvisorMode.Recommend, ScalingTrust.Gradual, null)]
    public void Full_trust_a_maximum_step_and_other_modes_do_not_wait(AdvisorMode mode, ScalingTrust? trust, int? maxStep)
    {
        var settings = TestResource.Settings with { Mode = mode, Trust = trust, MaxStep = maxStep };
        var loop = new ClosedLoop(10, settings).Run(240, (_, units) => TestResource.CreateReadings(800, units));

        Assert.Equal([1, 10], loop.Sizes);
        Assert.DoesNotContain(loop.Decisions, decision => FindSentence(decision) is not null);
    }

    [Fact]
    public void What_is_half_of_an_odd_size_is_rounded_up()
    {
        // Half of 7 is 3.5: 4 units.
        var loop = new ClosedLoop(7, Gradual).Run(2 * Day, (_, units) => TestResource.CreateReadings(800, units));

        Assert.Equal([4, 7], loop.Sizes);
    }

    [Fact]
    public void The_first_scale_in_is_stored_and_a_state_without_one_is_written_as_before()
    {
        var loop = new ClosedLoop(10, Gradual).Run(Day + 60, (_, units) => TestResource.CreateReadings(800, units));
        var before = new ClosedLoop(10, Gradual).Run(60, (_, units) => TestResource.CreateReadings(800, units)).State!;

        var read = ResourceStateFormat.Read(ResourceStateFormat.Write(loop.State!)).State!;

        Assert.Equal(loop.State!.FirstScaleIn, read.FirstScaleIn);
        Assert.Equal(10, read.FirstScaleIn!.From);
        Assert.Null(ResourceStateFormat.Read(ResourceStateFormat.Write(before)).State!.FirstScaleIn);
        // Two numbers of 4 bytes, and nothing where there is none.
        Assert.Equal(
            8,
            ResourceStateFormat.Write(loop.State).Length - ResourceStateFormat.Write(loop.State with { FirstScaleIn = null }).Length
        );
    }

    private static int FindFirst(ClosedLoop loop, int units) => loop.Decisions.FindIndex(decision => decision.Units == units);

    private static string? FindSentence(Decision decision) =>
        decision.Reasons.FirstOrDefault(reason => reason.Code == ReasonCodes.SafeStart)?.Text;
}
