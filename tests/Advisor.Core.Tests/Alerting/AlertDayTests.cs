using System.Collections.Immutable;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Tests;

namespace Advisor.Core.Tests.Alerting;

/// <summary>
/// A day of 53 resources of two teams: one is hot twice, one flaps, one has a server load that lies, and a region with 50 of them loses its
/// metrics for an hour. Golden/alert-day.txt has what each team is sent.
/// </summary>
public sealed class AlertDayTests
{
    private const int MinutesOfDay = 1440,
        InTheRegion = 50;

    private static readonly DateTimeOffset Midnight = new(2026, 3, 2, 0, 0, 0, TimeSpan.Zero);

    private static readonly AlertRules Rules = AlertScenario.Rules;

    private static readonly AlertSubject[] Subjects =
    [
        .. Enumerable.Range(0, InTheRegion).Select(i => CreateResource($"europe{i:00}", i % 2 == 0 ? "platform" : "games", "westeurope")),
        CreateResource("hot", "games", "eastus"),
        CreateResource("flapping", "games", "eastus"),
        CreateResource("lying", "platform", "eastus"),
    ];

    private static readonly List<AlertGroup> Sent = RunDay(Subjects, restart: false);

    [Fact]
    public void Each_team_is_notified_once_and_of_everything() => Golden.AssertMatches("Advisor.Core.Tests", "alert-day.txt", Print(Sent));

    [Fact]
    public void The_day_is_the_same_in_another_order_with_a_restart_every_minute() =>
        Assert.Equal(Sent.Select(m => m.MessageId), RunDay([.. Subjects.Reverse()], restart: true).Select(m => m.MessageId));

    [Fact]
    public void A_region_that_fails_and_comes_back_is_two_messages_to_each_team()
    {
        var outage = Sent.Where(m => m.Lines.Any(line => line.Condition == "noData")).ToList();

        // 25 of the 50 resources belong to each team.
        Assert.Equal(4, outage.Count);
        Assert.All(outage, message => Assert.Equal((1, InTheRegion / 2), (message.Lines.Count, message.Lines[0].Count)));
    }

    private static List<AlertGroup> RunDay(AlertSubject[] subjects, bool restart)
    {
        var states = new Dictionary<AlertSubject, SubjectAlerts>();
        var sent = new List<AlertEvent>();
        for (var minute = 0; minute < MinutesOfDay; minute++)
        {
            foreach (var subject in subjects)
            {
                var before = states.GetValueOrDefault(subject, SubjectAlerts.Empty);
                before = restart ? SubjectAlertsFormat.Read(SubjectAlertsFormat.Write(before)).Alerts! : before;
                var step = AlertStateMachine.Advance(
                    Rules,
                    new(subject, CreateReadings(subject, minute), false, AlertSuppression.None),
                    before,
                    Midnight.AddMinutes(minute)
                );
                states[subject] = step.State;
                sent.AddRange(step.Events);
            }
        }

        return
        [
            .. sent.GroupBy(alert => (Slot: AlertGrouping.FindSlot(alert.At, Rules.GroupInterval), alert.Subject.Team))
                .OrderBy(group => group.Key.Slot)
                .ThenBy(group => group.Key.Team, StringComparer.Ordinal)
                .Select(group => AlertGrouping.CreateGroup(group.Key.Team, group)),
        ];
    }

    private static ImmutableArray<AlertReading> CreateReadings(AlertSubject subject, int minute)
    {
        var age = subject.Region == "westeurope" && minute is >= 840 and < 900 ? minute - 838 : 2;
        var suspect = subject.Name == "lying" && minute is >= 300 and < 420;
        return
        [
            new("noData", age),
            new(
                "suspectMetric",
                age > 2 ? null
                    : suspect ? 1
                    : 0
            ),
            new("serverLoad", age > 2 || suspect ? null : Load(subject.Name, minute), Target: 0.7),
            new("connections", age > 2 ? null : 0.5, Target: 0.9),
        ];
    }

    // Hot: over 70 % from 09:00, over 90 % from 09:30 to 10:00, again in the evening. Flapping: 7 minutes up and 13 down from 12:00 to
    // 14:00.
    private static double Load(string name, int minute) =>
        name switch
        {
            "hot" => minute switch
            {
                >= 570 and < 600 => 0.95,
                >= 540 and < 660 => 0.8,
                >= 1140 and < 1200 => 0.75,
                _ => 0.4,
            },
            "flapping" when minute is >= 720 and < 840 => minute % 20 < 7 ? 0.8 : 0.5,
            _ => 0.4,
        };

    private static AlertSubject CreateResource(string name, string team, string region) =>
        new(AlertSubjectKind.Resource, $"/subscriptions/s/{name}", name, team, region);

    private static string Print(IEnumerable<AlertGroup> messages)
    {
        var lines = new List<string>();
        foreach (var message in messages)
        {
            lines.Add($"{message.Events.Min(alert => alert.At):HH:mm} to {message.Team}, {message.Severity}");
            lines.AddRange(
                message.Lines.Select(line =>
                    $"  {line.Kind} {line.Condition} {line.Examples[0].Severity}, {line.Region}: {line.Count}, "
                    + $"since {line.Since:HH:mm}. {line.Examples[0].Text}"
                )
            );
        }

        return string.Join('\n', lines) + "\n";
    }
}
