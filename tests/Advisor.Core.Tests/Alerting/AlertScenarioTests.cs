using Advisor.Core.Alerting;

namespace Advisor.Core.Tests.Alerting;

/// <summary>
/// Runs every scenario of tests/scenarios/alerting. ADVISOR_GOLDEN=update writes the timelines, to be read before they are kept.
/// </summary>
public sealed class AlertScenarioTests
{
    public static TheoryData<string> ListNames() =>
        [
            .. Directory
                .EnumerateFiles(AlertScenario.Folder, "*.json")
                .Select(path => Path.GetFileNameWithoutExtension(path)!)
                .Order(StringComparer.Ordinal),
        ];

    [Theory]
    [MemberData(nameof(ListNames))]
    public void The_timeline_is_that_of_the_scenario(string name)
    {
        var scenario = AlertScenario.Read(name);
        var timeline = scenario.Replay();
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            scenario.Accept(timeline);
            return;
        }

        Assert.Equal(scenario.Expected, timeline);
    }

    [Theory]
    [MemberData(nameof(ListNames))]
    public void A_restart_before_every_evaluation_changes_nothing(string name)
    {
        var scenario = AlertScenario.Read(name);

        Assert.Equal(scenario.Replay(), scenario.Replay(state => SubjectAlertsFormat.Read(SubjectAlertsFormat.Write(state)).Alerts!));
    }

    [Theory]
    [MemberData(nameof(ListNames))]
    public void A_minute_evaluated_twice_sends_nothing_twice(string name)
    {
        var scenario = AlertScenario.Read(name);

        Assert.Equal(scenario.Replay(), scenario.Replay(again: true));
    }
}
