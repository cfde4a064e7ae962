using System.Collections.Immutable;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Alerting;

/// <summary>Laws that hold whatever the numbers, the clock, the silences and the changes do.</summary>
public sealed class AlertStateMachineLaws
{
    private static readonly DateTimeOffset Start = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private static readonly AlertRules Rules = AlertScenario.Rules with
    {
        Conditions =
        [
            .. AlertScenario.Rules.Conditions.Where(c =>
                c.Id is "serverLoad" or "connections" or "inboundCeiling" or "noData" or "changeFailed"
            ),
        ],
    };

    // Below the limits of server load (90 %) and connections (98 %), so that the severities ascend.
    private const double Target = 0.7;

    // A minute: how the clock moves, the number of each condition (missing, calm, in between, high, very high), a change, a silence.
    private static readonly Gen<Minute> Minutes =
        from step in Gen.Frequency((30, Gen.Constant(1)), (2, Gen.Choose(2, 300)), (1, Gen.Choose(-120, 0)))
        from numbers in Gen.ArrayOf(
            Gen.Frequency((2, Gen.Constant(-1)), (6, Gen.Constant(0)), (2, Gen.Constant(1)), (8, Gen.Constant(2)), (4, Gen.Constant(3))),
            Rules.Conditions.Count
        )
        from keep in Gen.Frequency((4, Gen.Constant(true)), (1, Gen.Constant(false)))
        from change in Gen.Frequency((8, Gen.Constant(false)), (1, Gen.Constant(true)))
        from silent in Gen.Frequency((8, Gen.Constant(false)), (1, Gen.Constant(true)))
        select new Minute(step, numbers, keep, change, silent);

    private static readonly Gen<Minute[]> Lives =
        from length in Gen.Choose(1, 120)
        from minutes in Gen.ArrayOf(Minutes, length)
        select minutes;

    [Fact]
    public void Nothing_fires_twice_without_being_resolved_between_and_only_what_was_sent_is_resolved_or_changed() =>
        Check(
            Lives,
            life =>
            {
                var open = new Dictionary<string, AlertSeverity>();
                foreach (var sent in Replay(life).Messages)
                {
                    var isOpen = open.TryGetValue(sent.DedupKey, out var severity);
                    var fits = sent.Kind switch
                    {
                        AlertEventKind.Fired => !isOpen && sent.PreviousSeverity is null,
                        AlertEventKind.Updated => isOpen && sent.PreviousSeverity == severity && sent.Severity != severity,
                        _ => isOpen && sent.Severity == severity,
                    };
                    if (!fits)
                    {
                        return false;
                    }

                    open[sent.DedupKey] = sent.Severity;
                    if (sent.Kind == AlertEventKind.Resolved)
                    {
                        open.Remove(sent.DedupKey);
                    }
                }

                return true;
            }
        );

    [Fact]
    public void What_was_sent_is_resolved_after_a_quiet_time_and_then_forgotten() =>
        Check(
            Lives,
            life =>
            {
                // Three hours: longer than the flap window (1 h) and every delay (10 min).
                var calm = Enumerable.Repeat(new Minute(1, [.. Rules.Conditions.Select(_ => 0)], false, false, false), 180);
                var (messages, state) = Replay([.. life, .. calm]);
                return messages.Count(m => m.Kind == AlertEventKind.Fired) == messages.Count(m => m.Kind == AlertEventKind.Resolved)
                    && state.Alerts.Count == 0;
            }
        );

    [Fact]
    public void What_fires_and_is_not_suppressed_was_sent_with_its_severity() =>
        Check(
            Lives,
            life =>
            {
                // High for half an hour without a silence: every condition that no worse one inhibits has been sent as it is.
                var high = Enumerable.Repeat(new Minute(1, [.. Rules.Conditions.Select(_ => 3)], false, false, false), 30);
                var (messages, _) = Replay([.. life, .. high]);
                var last = messages.GroupBy(m => m.Condition).ToDictionary(g => g.Key, g => g.Last());
                return new[] { "noData", "changeFailed" }.All(id =>
                    last.TryGetValue(id, out var sent)
                    && sent.Kind != AlertEventKind.Resolved
                    && sent.Severity == Rules.Find(id)!.Levels[^1].Severity
                );
            }
        );

    [Fact]
    public void A_restart_at_any_point_gives_the_same_messages() =>
        Check(
            from life in Lives
            from at in Gen.Choose(0, life.Length)
            select (life, at),
            x =>
                AreSame(
                    Replay(x.life).Messages,
                    Replay(
                        x.life,
                        (state, i) => i == x.at ? SubjectAlertsFormat.Read(SubjectAlertsFormat.Write(state)).Alerts! : state
                    ).Messages
                )
        );

    [Fact]
    public void An_evaluation_done_again_after_a_crash_gives_the_same_messages_with_the_same_event_ids() =>
        Check(Lives, life => AreSame(Replay(life).Messages, Replay(life).Messages));

    [Fact]
    public void Event_ids_are_never_used_twice() =>
        Check(
            Lives,
            life =>
            {
                var ids = Replay(life).Messages.Select(m => m.EventId).ToList();
                return ids.Distinct().Count() == ids.Count;
            }
        );

    [Fact]
    public void The_order_of_resources_does_not_matter() =>
        Check(
            from lives in Gen.ListOf(Lives, 4)
            from order in Gen.Shuffle(new[] { 0, 1, 2, 3 })
            select (lives, order),
            x =>
            {
                var inTurn = Enumerable.Range(0, 4).SelectMany(i => Replay(x.lives[i], name: i).Messages);
                var shuffled = x.order.SelectMany(i => Replay(x.lives[i], name: i).Messages);
                return inTurn.Select(m => m.EventId).ToHashSet(StringComparer.Ordinal).SetEquals(shuffled.Select(m => m.EventId));
            }
        );

    [Fact]
    public void The_state_takes_little_room() =>
        Check(Lives, life => SubjectAlertsFormat.Write(Replay(life).State).Length < 40 + (Rules.Conditions.Count * 280));

    // Lists are equal where they are the same list; the severities are those of the rules.
    private static bool AreSame(IReadOnlyList<AlertEvent> one, IReadOnlyList<AlertEvent> other) =>
        one.Select(sent => sent with { Severities = null }).SequenceEqual(other.Select(sent => sent with { Severities = null }));

    private static void Check<T>(Gen<T> gen, Func<T, bool> law) =>
        Prop.ForAll(Arb.From(gen), law).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    private static (IReadOnlyList<AlertEvent> Messages, SubjectAlerts State) Replay(
        Minute[] life,
        Func<SubjectAlerts, int, SubjectAlerts>? between = null,
        int name = 0
    )
    {
        var subject = new AlertSubject(AlertSubjectKind.Resource, $"/subscriptions/s/r{name}", "chat", "platform", "westeurope");
        var (state, now, messages) = (SubjectAlerts.Empty, Start, new List<AlertEvent>());
        var numbers = life[0].Numbers;
        for (var i = 0; i < life.Length; i++)
        {
            state = between?.Invoke(state, i) ?? state;
            now = now.AddMinutes(life[i].Step);
            // Most minutes keep the numbers of the one before, so that periods can pass.
            numbers = life[i].Keep && i > 0 ? numbers : life[i].Numbers;
            var holds = life[i].Silent
                ? new AlertSuppression(
                    [new(new Dictionary<string, string> { ["team"] = "platform" }, "dana", "test", now, now.AddMinutes(1))],
                    []
                )
                : AlertSuppression.None;
            var readings = Rules
                .Conditions.Select((c, at) => new AlertReading(c.Id, CreateNumber(c, numbers[at]), Target))
                .ToImmutableArray();
            var step = AlertStateMachine.Advance(Rules, new(subject, readings, life[i].Change, holds), state, now);
            state = step.State;
            messages.AddRange(step.Events);
        }

        return (messages, state);
    }

    private static double? CreateNumber(AlertCondition condition, int kind) =>
        kind switch
        {
            -1 => null,
            0 => GetNumberAt(condition.Levels[0], condition.Levels[0].Leave) - 0.1,
            1 => (GetNumberAt(condition.Levels[0], condition.Levels[0].Leave) + GetNumberAt(condition.Levels[0], condition.Levels[0].Enter))
                / 2,
            2 => GetNumberAt(condition.Levels[0], condition.Levels[0].Enter) + 0.01,
            _ => GetNumberAt(condition.Levels[^1], condition.Levels[^1].Enter) + 0.01,
        };

    private static double GetNumberAt(AlertLevel level, Threshold threshold) => level.ToUnitOfNumber(threshold, Target);

    internal sealed record Minute(int Step, int[] Numbers, bool Keep, bool Change, bool Silent);
}
