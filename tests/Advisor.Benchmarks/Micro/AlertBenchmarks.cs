using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using BenchmarkDotNet.Attributes;

namespace Advisor.Benchmarks.Micro;

/// <summary>One minute of the alerts of one resource, every condition of the rules; each operation is the next minute.</summary>
public class AlertBenchmarks
{
    private static readonly AlertRules Rules = RuleSetLoader.Embedded.Alerts;
    private static readonly AlertInput Quiet = CreateInput(0.3),
        Firing = CreateInput(0.95);
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    private SubjectAlerts quiet = SubjectAlerts.Empty,
        firing = SubjectAlerts.Empty;
    private int minute;

    [Benchmark(Baseline = true, Description = "nothing fires")]
    public int StepQuiet() => Step(Quiet, ref quiet);

    [Benchmark(Description = "server load fires")]
    public int StepFiring() => Step(Firing, ref firing);

    private int Step(AlertInput input, ref SubjectAlerts state)
    {
        var step = AlertStateMachine.Advance(Rules, input, state, Start.AddMinutes(minute++));
        state = step.State;
        return step.Events.Count;
    }

    private static AlertInput CreateInput(double load) =>
        new(
            new(AlertSubjectKind.Resource, "/subscriptions/s/resource", "resource", "platform", "westeurope"),
            [
                .. Rules
                    .Conditions.Where(c => c.SubjectKind == AlertSubjectKind.Resource)
                    .Select(c => new AlertReading(c.Id, c.Number == AlertNumber.ServerLoad ? load : null)),
            ],
            false,
            AlertSuppression.None
        );
}
