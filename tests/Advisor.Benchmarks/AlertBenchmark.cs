using System.Collections.Immutable;
using System.Diagnostics;
using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Benchmarks;

/// <summary>
/// A minute of alerts of 10,000 resources: quiet, all beginning to fire, all firing, and the notifications grouped for two teams.
/// </summary>
internal static class AlertBenchmark
{
    private const int Resources = 10_000;

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    public static Benchmark Benchmark { get; } =
        new("alerts", "a minute of alerts of 10,000 resources: quiet, firing at once, grouped", _ => Task.FromResult(Run()));

    private static int Run()
    {
        var rules = RuleSetLoader.Embedded.Alerts;
        var quiet = CreateInputs(rules, 0.3);
        var high = CreateInputs(rules, 0.95);
        var states = new SubjectAlerts[Resources];
        Array.Fill(states, SubjectAlerts.Empty);
        for (var minute = 0; minute < 30; minute++)
        {
            Advance(rules, quiet, states, minute);
        }

        Measure("quiet", () => Advance(rules, quiet, states, 30));
        Measure("pending", () => Advance(rules, high, states, 31));
        IReadOnlyList<AlertEvent> events = [];
        Measure("firing at once", () => events = Advance(rules, high, states, 40));
        Measure("still firing", () => Advance(rules, high, states, 41));
        IReadOnlyList<AlertGroup> messages = [];
        Measure(
            "grouped",
            () => messages = [.. events.GroupBy(alert => alert.Subject.Team).Select(team => AlertGrouping.CreateGroup(team.Key, team))]
        );
        var bytes = states.Sum(state => (long)SubjectAlertsFormat.Write(state).Length);
        Console.Out.WriteLine(
            $"{events.Count:#,0} notifications in {messages.Count} messages; {(double)bytes / Resources:0} bytes of state a resource"
        );
        return events.Count == Resources && messages.Count == 2 ? 0 : 1;
    }

    private static AlertInput[] CreateInputs(AlertRules rules, double load)
    {
        var readings = rules
            .Conditions.Where(c => c.SubjectKind == AlertSubjectKind.Resource)
            .Select(c => new AlertReading(c.Id, c.Number == AlertNumber.ServerLoad ? load : null))
            .ToImmutableArray();
        return
        [
            .. Enumerable
                .Range(0, Resources)
                .Select(i => new AlertInput(
                    new(
                        AlertSubjectKind.Resource,
                        $"/subscriptions/s/resource{i}",
                        $"resource{i}",
                        i % 2 == 0 ? "platform" : "games",
                        "westeurope"
                    ),
                    readings,
                    false,
                    AlertSuppression.None
                )),
        ];
    }

    private static List<AlertEvent> Advance(AlertRules rules, AlertInput[] inputs, SubjectAlerts[] states, int minute)
    {
        var events = new List<AlertEvent>();
        for (var i = 0; i < inputs.Length; i++)
        {
            var step = AlertStateMachine.Advance(rules, inputs[i], states[i], Start.AddMinutes(minute));
            states[i] = step.State;
            events.AddRange(step.Events);
        }

        return events;
    }

    private static void Measure(string what, Action work)
    {
        var bytes = GC.GetAllocatedBytesForCurrentThread();
        var begun = Stopwatch.GetTimestamp();
        work();
        var elapsed = Stopwatch.GetElapsedTime(begun);
        bytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
        Console.Out.WriteLine(
            $"{what, -16} {elapsed.TotalMilliseconds, 7:0.0} ms  {elapsed.TotalMicroseconds / Resources, 6:0.00} us and "
                + $"{bytes / Resources, 6:#,0} B a resource"
        );
    }
}
