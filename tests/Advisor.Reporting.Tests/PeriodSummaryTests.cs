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

    [Fact]
    public void A_mail_says_how_many_alerts_its_file_lists_where_it_does_not_list_all()
    {
        // 15 lines of each, so that 986 of 1,001 and 485 of 500 are left.
        Assert.Equal("and 986 more", CreateRest(1001).Name);
        Assert.Equal(
            "the file lists 500 alerts, 'advisor timeline --since 30d --limit 1000 --state STATE' lists more",
            CreateRest(1001).Text
        );
        Assert.Equal(new SummaryLine("and 485 more", "in the file"), CreateRest(500));
        Assert.Equal("and 1,986 more", CreateRest(2001).Name);
    }

    private static SummaryLine CreateRest(int alerts)
    {
        var one = SamplePeriod.Fleet.Alerts.First(alert => alert.HasFired);
        return PeriodSummary.Create(SamplePeriod.Fleet with { Alerts = [.. Enumerable.Repeat(one, alerts)] }).Alerts[^1];
    }
}
