using Advisor.Configuration.Reports;
using Advisor.Configuration.Rules;

namespace Advisor.Configuration.Tests.Reports;

public sealed class ReportReaderTests
{
    private const string Mail = """
        channels:
          - { name: mail, type: email, host: smtp.example.com, from: advisor@example.com, to: [ops@example.com] }
        teams:
          - { name: chat, channels: [mail] }
        routes:
          - team: chat

        """;

    [Fact]
    public void A_weekly_report_looks_back_7_days_and_a_monthly_one_30_unless_it_says_otherwise()
    {
        var reports = Parse(
            """
            reports:
              - { name: weekly, team: CHAT, day: Monday, at: "08:00", timeZone: Europe/Berlin }
              - { name: monthly, day: 1, at: "00:00", timeZone: UTC, channel: MAIL, to: [dana@example.com] }
              - { name: daily figures, day: fri, at: "23:59", timeZone: UTC, since: 24h }
            """
        );

        Assert.Equal([7, 30, 1], reports.Select(report => report.Since.TotalDays));
        Assert.Equal(["mon 08:00 Europe/Berlin", "1 00:00 UTC", "fri 23:59 UTC"], reports.Select(report => report.ScheduleText));
        Assert.All(reports, report => Assert.Equal("mail", report.Channel));
        Assert.Equal(["CHAT", null, null], reports.Select(report => report.Team));
        Assert.Equal(
            [
                [],
                ["dana@example.com"],
                [],
            ],
            reports.Select(report => report.To)
        );
    }

    [Theory]
    [InlineData("", "reports[0]: Reports are sent by mail: add a channel of type email under channels.")]
    [InlineData("team: chat,", "reports[0].team: Unknown team 'chat'.")]
    public void A_file_without_channels_has_no_report(string more, string expected)
    {
        var text = $"reports:\n  - {{ name: weekly, {more} day: mon, at: \"08:00\", timeZone: UTC }}\n";

        Assert.Contains(
            ConfigurationLoader.Parse(text, RuleSetLoader.Embedded).Problems,
            problem => problem.ToString().Contains(expected, StringComparison.Ordinal)
        );
    }

    private static IReadOnlyList<ReportSettings> Parse(string reports)
    {
        var result = ConfigurationLoader.Parse(Mail + reports, RuleSetLoader.Embedded);
        Assert.Empty(result.Problems);
        return result.Configuration!.Reports;
    }
}
