using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

public sealed class SubjectAlertsFormatTests
{
    internal static readonly SubjectAlerts Firing = Evaluate(SubjectAlerts.Empty, 0, 10);

    [Fact]
    public void What_was_written_is_read_again()
    {
        var bytes = SubjectAlertsFormat.Write(Firing);

        Assert.Single(Firing.Alerts);
        Assert.Equal(bytes, SubjectAlertsFormat.Write(SubjectAlertsFormat.Read(bytes).Alerts!));
        // 32 bytes without alerts. serverLoad: name 11, count 4, two levels of 9, start 8, missing 9, one rise 12, notified 9 = 71.
        Assert.Equal(32, SubjectAlertsFormat.Write(SubjectAlerts.Empty).Length);
        Assert.Equal(32 + 71, bytes.Length);
    }

    [Fact]
    public void Bytes_that_are_cut_off_anywhere_are_refused_with_a_sentence()
    {
        var bytes = SubjectAlertsFormat.Write(Firing);

        Assert.All(
            Enumerable.Range(0, bytes.Length),
            length =>
            {
                var reading = SubjectAlertsFormat.Read(bytes.AsSpan(0, length));
                Assert.Null(reading.Alerts);
                Assert.EndsWith("to start again.", reading.Problem, StringComparison.Ordinal);
            }
        );
    }

    [Fact]
    public void Bytes_that_are_changed_anywhere_are_read_or_refused_and_never_throw()
    {
        var bytes = SubjectAlertsFormat.Write(Firing);

        Assert.All(
            Enumerable.Range(0, bytes.Length * 8),
            bit =>
            {
                var changed = bytes.ToArray();
                changed[bit / 8] ^= (byte)(1 << (bit % 8));
                var reading = SubjectAlertsFormat.Read(changed);
                Assert.True(reading.Alerts is null != reading.Problem is null);
            }
        );
    }

    [Fact]
    public void Another_version_is_refused_by_its_number()
    {
        var bytes = SubjectAlertsFormat.Write(Firing);
        bytes[4] = 2;

        Assert.Equal(
            "The alerts have version 2; this program reads version 1. Use the program that wrote it, or delete them to start again.",
            SubjectAlertsFormat.Read(bytes).Problem
        );
    }

    [Fact]
    public void A_condition_that_the_rules_no_longer_have_is_closed()
    {
        var step = AlertStateMachine.Advance(
            AlertScenario.Rules with
            {
                Conditions = [.. AlertScenario.Rules.Conditions.Where(c => c.Id != "serverLoad")],
            },
            CreateInput(0.8),
            Firing,
            ToTime(11)
        );

        var sent = Assert.Single(step.Events);
        Assert.Equal((AlertEventKind.Resolved, "serverLoad", AlertSeverity.Warning), (sent.Kind, sent.Condition, sent.Severity));
        Assert.Empty(step.State.Alerts);
    }

    [Fact]
    public void A_severity_that_the_rules_no_longer_have_is_updated_to_the_one_they_have()
    {
        var condition = AlertScenario.Rules.Find("serverLoad")!;
        var rules = AlertScenario.Rules with
        {
            Conditions = [condition with { Levels = [condition.Levels[0] with { Severity = AlertSeverity.Error }] }],
        };

        var sent = Assert.Single(AlertStateMachine.Advance(rules, CreateInput(0.8), Firing, ToTime(11)).Events);

        Assert.Equal(
            (AlertEventKind.Updated, AlertSeverity.Error, AlertSeverity.Warning),
            (sent.Kind, sent.Severity, sent.PreviousSeverity)
        );
    }

    // serverLoad is warning above the target and critical above 90 %.
    [Fact]
    public void The_end_names_the_severities_that_its_messages_may_have_had()
    {
        var end = AlertStateMachine.Close(AlertScenario.Rules, CreateInput(0.8).Subject, Firing, "Deleted.", ToTime(11)).Events.Single();

        Assert.Equal([AlertSeverity.Warning, AlertSeverity.Critical], end.Severities);
    }

    private static SubjectAlerts Evaluate(SubjectAlerts state, int from, int to)
    {
        for (var minute = from; minute <= to; minute++)
        {
            state = AlertStateMachine.Advance(AlertScenario.Rules, CreateInput(0.8), state, ToTime(minute)).State;
        }

        return state;
    }

    private static DateTimeOffset ToTime(int minute) => new DateTimeOffset(2026, 3, 2, 8, 0, 0, TimeSpan.Zero).AddMinutes(minute);

    private static AlertInput CreateInput(double load) =>
        new(
            new(AlertSubjectKind.Resource, "id", "chat", "platform", "westeurope"),
            [new("serverLoad", load, Target: 0.7)],
            false,
            AlertSuppression.None
        );
}
