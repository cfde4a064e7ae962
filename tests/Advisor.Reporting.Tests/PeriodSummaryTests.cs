namespace Advisor.Reporting.Tests;

public sealed class PeriodSummaryTests
{
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
}
