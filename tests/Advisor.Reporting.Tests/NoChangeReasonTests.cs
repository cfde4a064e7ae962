using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;
using Advisor.Core.Settings;

namespace Advisor.Reporting.Tests;

/// <summary>Why a size stays, in the words of the table.</summary>
public class NoChangeReasonTests
{
    [Theory]
    [InlineData(ReasonCodes.WithinCapacity, "no change")]
    [InlineData(ReasonCodes.MaximumSize, "no change: max 2 units, needs 3")] // 2.3 units are needed: the third
    [InlineData(ReasonCodes.MonthlyBudget, "no change: budget")]
    [InlineData(ReasonCodes.BilledByDailyPeak, "no change: billed by day")]
    [InlineData(ReasonCodes.RegionalQuota, "no change: regional quota")]
    [InlineData(ReasonCodes.CoolingDown, "no change: cooldown")]
    [InlineData(ReasonCodes.ChangedByOthers, "no change: changed by others")]
    [InlineData(ReasonCodes.NotInEffect, "no change: changes take no effect")]
    [InlineData(ReasonCodes.ChangeInProgress, "no change: change in progress")]
    [InlineData(ReasonCodes.ChangeRateLimit, "no change: hourly change limit")]
    [InlineData(ReasonCodes.ShortOverload, "no change: expected to pass before a change takes effect")]
    [InlineData("SomethingNew", "no change")] // a code of a later version
    public void A_guard_that_speaks_is_named(string code, string expected) =>
        Assert.Equal(expected, ReportPhrases.DescribeRecommendation(CreateHeld(code)));

    [Theory]
    [InlineData("2026-01-05T18:00:00Z", "no change: frozen until Mon 18:00 UTC")]
    [InlineData("2026-01-05T18:00:00-05:00", "no change: frozen until Mon 23:00 UTC")]
    [InlineData("2026-01-20T06:30:00Z", "no change: frozen until 2026-01-20 06:30 UTC")]
    [InlineData("2026-01-05T10:00:00Z", "no change: frozen")] // over since: the reason is older than the settings
    public void A_freeze_says_until_when(string end, string expected)
    {
        var freeze = new PlannedWindow("release", SampleReport.Time.AddHours(-1), DateTimeOffset.Parse(end), null, IsFreeze: true);

        Assert.Equal(
            expected,
            ReportPhrases.DescribeRecommendation(
                CreateHeld(ReasonCodes.FreezeWindow) with
                {
                    Settings = new ResourceSettings { Windows = [freeze] },
                }
            )
        );
    }

    [Theory]
    [InlineData("no change: stale metrics", ReasonCodes.StaleMetrics)]
    [InlineData("no change: stale metrics", ReasonCodes.WithinCapacity, ReasonCodes.StaleMetrics)]
    [InlineData("no change: change in progress, stale metrics", ReasonCodes.ChangeInProgress, ReasonCodes.StaleMetrics)]
    [InlineData("no change: too few metrics", ReasonCodes.InsufficientData)]
    public void Metrics_that_are_too_old_are_not_called_too_few(string expected, params string[] codes) =>
        Assert.Equal(expected, ReportPhrases.DescribeRecommendation(CreateHeld(codes) with { State = ReportState.InsufficientData }));

    [Theory]
    [InlineData("no change: suspect metric", ReasonCodes.WithinCapacity, ReasonCodes.SuspectMetric)]
    [InlineData("no change: paused, suspect metric", ReasonCodes.ScalingPaused, ReasonCodes.SuspectMetric)]
    public void What_keeps_the_size_is_named_before_a_suspect_metric(string expected, params string[] codes) =>
        Assert.Equal(expected, ReportPhrases.DescribeRecommendation(CreateHeld(codes) with { State = ReportState.SuspectMetric }));

    // 2 % of 20,000 known minutes are 400.
    [Theory]
    [InlineData(401, 2, "no change: no size is large enough")]
    [InlineData(400, 2, "no change")]
    [InlineData(401, 3, "no change")] // there is a larger size
    public void A_steady_size_kept_for_want_of_a_larger_one_says_so(int minutes, int largest, string expected)
    {
        var held = CreateHeld(ReasonCodes.SteadySize);
        var sizes = Enumerable.Range(1, largest).Select(units => new SteadyOption(units, units == 3 ? 0 : minutes, 0, null));
        held = held with { Decision = held.Decision! with { Steady = held.Decision.Steady! with { Units = 2, Sizes = [.. sizes] } } };

        Assert.Equal(expected, ReportPhrases.DescribeRecommendation(held));
        Assert.Equal(expected, ReportPhrases.DescribeRecommendation(held.ToSummary()));
    }

    private static ResourceReport CreateHeld(params string[] codes)
    {
        var chat = SampleReport.ScaleOut;
        return chat with
        {
            Units = 2,
            Decision = chat.Decision! with
            {
                Action = ScalingAction.Hold,
                RequiredUnits = new PerLimit<double>(2.3, 1.4, 1.9, 1.9, double.PositiveInfinity),
                Reasons = [.. codes.Select(code => new Reason(code, "One sentence."))],
            },
        };
    }
}
