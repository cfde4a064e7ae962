using Advisor.Core.Reports;
using Advisor.Reporting.Markdown;
using Advisor.Tests;

namespace Advisor.Reporting.Tests;

public class PeriodReportTests
{
    [Fact]
    public void Markdown_of_a_fleet_reads_as_reviewed() =>
        Golden.Matches("Advisor.Reporting.Tests", "period.md", PeriodMarkdown.Render(SamplePeriod.Fleet));

    [Fact]
    public void The_summary_of_a_mail_reads_as_reviewed() =>
        Golden.Matches(
            "Advisor.Reporting.Tests",
            "period-mail.txt",
            SummaryMarkdown.Render(PeriodSummary.Create(SamplePeriod.Fleet), "The end.")
        );

    [Fact]
    public void The_summary_of_a_mail_is_short_however_many_resources_there_are()
    {
        var one = SamplePeriod.Fleet.Evaluation.Resources.First(resource => resource.HasRecommendation);
        var many = Enumerable.Range(0, 1000).Select(i => one with { Name = $"chat-{i}" }).ToList();
        var report = SamplePeriod.Fleet with { Evaluation = SamplePeriod.Fleet.Evaluation with { Resources = many, Shown = many } };

        var summary = PeriodSummary.Create(report);

        // 15 lines and one that counts the rest.
        Assert.Equal((16, "and 985 more"), (summary.Recommendations.Count, summary.Recommendations[^1].Name));
    }

    // Of the four alerts one is pending: three fired. The longest began before the window and lasted two days.
    [Fact]
    public void The_alerts_of_the_window_are_summed_up() =>
        Assert.Equal(
            "3 alerts fired: 1 is firing, 2 were resolved. The longest: No data on idle, 2 days.",
            PeriodPhrases.SummarizeAlerts(SamplePeriod.Fleet)
        );

    [Fact]
    public void Without_a_state_only_what_fires_now_is_known() =>
        Assert.Equal(
            "2 alerts are firing.",
            PeriodPhrases.SummarizeAlerts(
                SamplePeriod.Fleet with
                {
                    Changes = null,
                    Alerts =
                    [
                        new("a", "noData", "warning", "firing", null),
                        new("b", "noData", "warning", "firing", null),
                        new("c", "noData", "warning", "pending", null),
                    ],
                }
            )
        );

    [Fact]
    public void Markdown_without_a_resource_reads_as_reviewed() =>
        Golden.Matches("Advisor.Reporting.Tests", "period-empty.md", PeriodMarkdown.Render(SamplePeriod.Empty));

    /// <summary>
    /// 29 days with metrics, on each 2 h with 6 required of 5: 58 h above, 6 / 5 = 120 % at most, first in the 40th half hour.
    /// </summary>
    [Fact]
    public void Time_above_the_target_counts_only_where_metrics_were_read()
    {
        var chat = SamplePeriod.Fleet.Evaluation.Resources.Single(r => r.Name == "chat");

        var usage = UsageSummary.Compute(chat.Usage);

        Assert.Equal((TimeSpan.FromDays(29), TimeSpan.FromHours(58)), (usage.Known, usage.AboveTarget));
        Assert.Equal((1.2, SamplePeriod.Fleet.From.AddHours(20)), (usage.Peak?.Utilization, usage.Peak?.Start));
    }

    [Fact]
    public void At_the_target_is_within_it()
    {
        Assert.False(UsageSummary.Compute(SamplePeriod.Usage(5, _ => 5)).WasAtRisk);
        Assert.True(UsageSummary.Compute(SamplePeriod.Usage(5, i => i == 3 ? 5.01 : 5)).WasAtRisk);
    }

    [Fact]
    public void The_longest_above_its_target_comes_first() =>
        Assert.Equal(["chat", "owned"], SamplePeriod.Fleet.FindAtRisk().Select(found => found.Resource.Name));
}
