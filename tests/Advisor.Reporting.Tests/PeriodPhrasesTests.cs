using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Reporting.Tests;

public sealed class PeriodPhrasesTests
{
    // Of the four alerts one is pending: three fired. The longest began before the window and lasted two days.
    [Fact]
    public void The_alerts_of_the_window_are_summed_up() =>
        Assert.Equal(
            "3 alerts fired: 1 is firing, 2 were resolved. The longest: No data on idle, 2 days.",
            PeriodPhrases.SummarizeAlerts(SamplePeriod.Fleet)
        );

    // chat of group a is paused and pinned, that of group b is paused for good; Azure may write an id in any case.
    [Fact]
    public void Resources_of_one_name_in_two_groups_are_counted_as_two() =>
        Assert.Equal(
            "2 resources are paused or pinned, 1 without an end.",
            PeriodPhrases.SummarizePauses(
                SamplePeriod.Fleet with
                {
                    Pauses =
                    [
                        new("chat", "/groups/a/chat", "Scale-in is paused.", SampleReport.Time),
                        new("chat", "/groups/A/chat", "The size is pinned.", SampleReport.Time),
                        new("chat", "/groups/b/chat", "Scale-in is paused.", null),
                    ],
                }
            )
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
                        new("a", "noData", AlertSeverity.Warning, AlertPhase.Firing, null),
                        new("b", "noData", AlertSeverity.Warning, AlertPhase.Firing, null),
                        new("c", "noData", AlertSeverity.Warning, AlertPhase.Pending, null),
                    ],
                }
            )
        );
}
