using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;

namespace Advisor.Reporting.Tests;

public class ReportPhrasesTests
{
    // A server load that contradicts the traffic is no limiting factor.
    [Theory]
    [InlineData(Limit.ServerLoad, 0.9, "1 resource: 1 without change.")]
    [InlineData(Limit.ServerLoad, 1.01, "1 resource: 1 without change (1 above target).")]
    [InlineData(Limit.Connections, 1.01, "1 resource: 1 without change.")]
    public void The_summary_counts_the_resources_that_stay_above_target(Limit limiting, double serverLoad, string expected)
    {
        var held = SampleReport.ScaleOut.Decision! with
        {
            Action = ScalingAction.Hold,
            Units = 5,
            LimitingFactor = limiting,
            Utilization = new(new Ratio(serverLoad), new Ratio(0.84), new Ratio(0.64), new Ratio(0.64)),
        };

        Assert.Equal(
            expected,
            ReportPhrases.SummarizeCounts(
                SampleReport.All with
                {
                    Failures = [],
                    Resources = [SampleReport.Create("chat", "Standard_S1", 5, held, ReportState.Ok)],
                }
            )
        );
    }

    [Fact]
    public void The_summary_counts_the_scopes_that_could_not_be_read() =>
        Assert.Equal(
            "1 resource: 1 to scale out. 2 scopes or resources could not be read.",
            ReportPhrases.SummarizeCounts(
                SampleReport.All with
                {
                    Failures = [.. SampleReport.All.Failures, .. SampleReport.All.Failures],
                    Resources = [SampleReport.ScaleOut],
                }
            )
        );

    [Fact]
    public void The_summary_of_a_large_fleet_groups_the_digits_of_each_number() =>
        Assert.Equal(
            "2,500 resources: 1,500 to scale out, 1,000 to scale in.",
            ReportPhrases.SummarizeCounts(
                SampleReport.All with
                {
                    Failures = [],
                    Resources =
                    [
                        .. Enumerable.Repeat(SampleReport.ScaleOut, 1500),
                        .. Enumerable.Repeat(
                            SampleReport.ScaleOut with
                            {
                                Decision = SampleReport.ScaleOut.Decision! with { Action = ScalingAction.ScaleIn },
                            },
                            1000
                        ),
                    ],
                }
            )
        );

    [Theory]
    [InlineData(ReasonCodes.SteadySize, "scale in to 3 as the load falls (7.7 required now)")]
    [InlineData(ReasonCodes.Oversized, "scale in to 3 as the load falls (7.7 required now)")]
    [InlineData(ReasonCodes.Pinned, "scale in to 3: pinned (7.7 required now)")] // the load need not fall
    [InlineData(ReasonCodes.MaximumSize, "scale in to 3: at the maximum of the settings (7.7 required now)")]
    [InlineData(ReasonCodes.MaxStep, "scale in to 3, 7.7 required now")] // what led to the step is not the first reason
    public void A_scale_in_below_the_requirement_says_what_leads_to_it(string code, string expected)
    {
        var resource = SampleReport.ScaleOut with
        {
            Units = 8,
            Decision = SampleReport.ScaleOut.Decision! with
            {
                Action = ScalingAction.ScaleIn,
                Units = 3,
                UnitsRequired = 7.68,
                Reasons = [new Reason(code, "One sentence.")],
            },
        };

        Assert.Equal(expected, ReportPhrases.DescribeRecommendation(resource));
        Assert.Equal(expected["scale in to 3".Length..].TrimStart(' ', ':', ','), ResourceSummary.Create(resource).Remark);
    }

    [Theory]
    [InlineData(2, "scale in to 2, but sun 20:00-22:00 UTC needs 10", "sun 20:00-22:00 UTC needs 10")]
    [InlineData(10, "scale in to 10", "steady size 2")] // what a guard or a minimum leaves carries them
    public void A_scale_in_names_the_hours_that_come_back_and_need_more(int units, string recommendation, string remark)
    {
        var peak = new RecurringPeak(new WeeklyWindow(WeekDays.Sunday, TimeSpan.FromHours(20), TimeSpan.FromHours(22)), "UTC", 10);
        var decision = SampleReport.ScaleOut.Decision!;
        var resource = SampleReport.ScaleOut with
        {
            Units = 20,
            Decision = decision with
            {
                Action = ScalingAction.ScaleIn,
                Units = units,
                UnitsRequired = 1.5,
                IsSteady = true,
                Steady = decision.Steady! with { Units = 2, RecurringPeak = peak },
            },
        };

        Assert.Equal(recommendation, ReportPhrases.DescribeRecommendation(resource));
        Assert.Equal(remark, ResourceSummary.Create(resource).Remark);
    }

    [Theory]
    [InlineData(ScalingAction.ScaleOut, AdvisorMode.Recommend, null, null, true)]
    [InlineData(ScalingAction.ScaleIn, AdvisorMode.AutoUp, null, null, true)]
    [InlineData(ScalingAction.ChangeTier, AdvisorMode.Approve, null, null, true)]
    [InlineData(ScalingAction.ScaleOut, AdvisorMode.Auto, null, null, false)]
    [InlineData(ScalingAction.ScaleOut, AdvisorMode.Recommend, "owned-autoscale", null, false)]
    [InlineData(ScalingAction.ScaleIn, AdvisorMode.Recommend, null, "only 1 h of history", false)]
    [InlineData(ScalingAction.Advise, AdvisorMode.Recommend, null, null, false)]
    [InlineData(ScalingAction.Hold, AdvisorMode.Recommend, null, null, false)]
    public void The_command_is_for_a_change_that_a_person_makes_and_that_lasts(
        ScalingAction action,
        AdvisorMode mode,
        string? autoscale,
        string? advisory,
        bool isShown
    )
    {
        var sample = SampleReport.ScaleOut;
        var resource = sample with
        {
            Decision = sample.Decision! with { Action = action },
            Settings = new ResourceSettings { Mode = mode },
            AutoscaleSetting = autoscale,
            Advisory = advisory,
        };

        Assert.Equal(isShown, ReportPhrases.FindCommand(resource) is not null);
    }
}
