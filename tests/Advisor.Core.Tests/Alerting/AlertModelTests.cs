using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Alerting;

/// <summary>
/// One condition beside a model that has no state: it looks back over the readings. A severity fires when its threshold held at every
/// reading for the pending period, and ends when the other one held at every reading for the delay; without readings both wait.
/// </summary>
public sealed class AlertModelTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    // One severity, so that none implies another; never flapping and never dropped, so that the periods are those of the rules.
    private static readonly AlertCondition Condition = AlertScenario.Rules.Find("serverLoad")! with
    {
        Levels = [AlertScenario.Rules.Find("serverLoad")!.Levels[^1]],
        InhibitedBy = [],
    };

    private static readonly AlertRules Rules = AlertScenario.Rules with
    {
        Conditions = [Condition],
        FlapAfter = int.MaxValue,
        KeepLastFor = TimeSpan.FromDays(1),
    };

    private static AlertLevel Level => Condition.Levels[0];

    // Critical from 90 % on, and until below 85 %, each for its 5 or 10 minutes.
    private static readonly Arbitrary<double?[]> Lives = Arb.From(
        from runs in Gen.NonEmptyListOf(
            from number in Gen.Elements<double?>(0.5, 0.87, 0.95, null)
            from minutes in Gen.Frequency((3, Gen.Choose(1, 4)), (2, Gen.Choose(5, 14)))
            select Enumerable.Repeat(number, minutes)
        )
        select runs.SelectMany(run => run).ToArray(),
        Shrink
    );

    [Fact]
    public void An_alert_fires_and_resolves_in_the_minute_in_which_the_readings_say_so() =>
        Prop.ForAll(
                Lives,
                life =>
                {
                    var (expected, actual) = (string.Join(", ", Look(life)), string.Join(", ", Replay(life)));
                    return (expected == actual).Label($"expected {expected}; was {actual}");
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    /// <summary>The model: the minutes of the events, from all readings at once.</summary>
    private static IEnumerable<string> Look(double?[] life)
    {
        var (fires, begun, since) = (false, 0, 0);
        for (var at = 0; at < life.Length; at++)
        {
            // The readings since the last event, without those that are missing: a missing minute counts for no period.
            var held = Enumerable
                .Range(begun, at + 1 - begun)
                .Where(minute => life[minute] is not null)
                .Reverse()
                .TakeWhile(minute => (fires ? Level.Leave : Level.Enter).IsMetBy(life[minute]!.Value))
                .ToList();
            var needed = (fires ? Level.ResolveDelay : Level.Pending).TotalMinutes;
            if (life[at] is not null && held.Count > needed)
            {
                // An alert has begun with the first reading that made it fire.
                since = fires ? since : held[^1];
                yield return $"{(fires ? AlertEventKind.Resolved : AlertEventKind.Fired)} {at} since {since}";
                (fires, begun) = (!fires, at + 1);
            }
        }
    }

    private static IEnumerable<string> Replay(double?[] life)
    {
        var subject = new AlertSubject(AlertSubjectKind.Resource, "/subscriptions/s/chat", "chat", "platform", "westeurope");
        var state = SubjectAlerts.Empty;
        for (var at = 0; at < life.Length; at++)
        {
            var input = new AlertInput(subject, [new AlertReading(Condition.Id, life[at], 0.7)], false, AlertSuppression.None);

            // Every state is read back from its bytes: a restart after each minute.
            var step = AlertStateMachine.Advance(
                Rules,
                input,
                SubjectAlertsFormat.Read(SubjectAlertsFormat.Write(state)).Alerts,
                Start.AddMinutes(at)
            );
            state = step.State;
            foreach (var alert in step.Events.Where(alert => alert.Kind != AlertEventKind.Repeated))
            {
                yield return $"{alert.Kind} {at} since {(alert.Since - Start).TotalMinutes}";
            }
        }
    }

    private static IEnumerable<double?[]> Shrink(double?[] life)
    {
        for (var size = life.Length / 2; size > 0; size /= 2)
        {
            for (var at = 0; at + size <= life.Length; at += size)
            {
                yield return [.. life[..at], .. life[(at + size)..]];
            }
        }
    }
}
