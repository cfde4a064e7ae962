using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Alerting;

public sealed class AlertGroupingTests
{
    private static readonly DateTimeOffset Slot = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public void A_region_that_fails_is_one_message_to_each_team()
    {
        var fired = Enumerable
            .Range(0, 10_000)
            .Select(i => CreateEvent($"r{i}", "noData", i % 2 == 0 ? "platform" : "games", AlertSeverity.Error, Slot.AddMilliseconds(i)));

        var messages = fired
            .GroupBy(alert => alert.Subject.Team)
            .Select(team => AlertGrouping.CreateGroup(team.Key, team))
            .OrderBy(message => message.Team, StringComparer.Ordinal)
            .ToList();

        Assert.Equal(["games", "platform"], messages.Select(m => m.Team));
        Assert.All(
            messages,
            message =>
            {
                var line = Assert.Single(message.Lines);
                Assert.Equal(
                    ("noData", "westeurope", 5_000, AlertGrouping.MaxExamples),
                    (line.Condition, line.Region, line.Count, line.Examples.Count)
                );
                Assert.Equal(5_000, message.Events.Count);
            }
        );
    }

    [Fact]
    public void An_interval_includes_its_start_and_not_its_end()
    {
        var times = new[] { Slot.AddTicks(-1), Slot, Slot.Add(Minute).AddTicks(-1), Slot.Add(Minute) };

        Assert.Equal([Slot - Minute, Slot, Slot, Slot + Minute], times.Select(at => AlertGrouping.FindSlot(at, Minute)));
    }

    [Fact]
    public void The_worst_comes_first_and_what_is_over_last()
    {
        var message = AlertGrouping.CreateGroup(
            "platform",
            [
                CreateEvent("a", "serverLoad", "platform", AlertSeverity.Critical, Slot) with
                {
                    Kind = AlertEventKind.Resolved,
                },
                CreateEvent("b", "oversize", "platform", AlertSeverity.Info, Slot),
                CreateEvent("c", "connections", "platform", AlertSeverity.Error, Slot),
            ]
        );

        Assert.Equal(["connections", "oversize", "serverLoad"], message.Lines.Select(line => line.Condition));
        Assert.Equal(AlertSeverity.Error, message.Severity);
    }

    [Fact]
    public void A_notification_that_comes_twice_counts_once()
    {
        var fired = CreateEvent("a", "serverLoad", "platform", AlertSeverity.Critical, Slot);

        Assert.Single(AlertGrouping.CreateGroup("platform", [fired, fired with { }]).Events);
    }

    [Fact]
    public void No_order_of_the_input_changes_a_message_and_none_is_lost() =>
        Prop.ForAll(
                Arb.From(
                    from count in Gen.Choose(1, 40)
                    from parts in Gen.ArrayOf(
                        from id in Gen.Choose(0, 9)
                        from condition in Gen.Elements("serverLoad", "noData")
                        from kind in Gen.Elements(Enum.GetValues<AlertEventKind>())
                        from second in Gen.Choose(0, 200)
                        select CreateEvent($"r{id}", condition, "platform", AlertSeverity.Error, Slot.AddSeconds(second), kind),
                        count
                    )
                    from shuffled in Gen.Shuffle(parts)
                    select (parts, shuffled)
                ),
                x =>
                {
                    var one = AlertGrouping.CreateGroup("platform", x.parts);
                    return one.MessageId == AlertGrouping.CreateGroup("platform", x.shuffled).MessageId
                        && one.Events.Count == x.parts.Select(p => p.EventId).Distinct().Count();
                }
            )
            .Check(Config.QuickThrowOnFailure);

    [Fact]
    public void The_dedup_key_is_of_the_identity_alone()
    {
        var subject = new AlertSubject(AlertSubjectKind.Resource, "/subscriptions/S/Chat", "chat", "platform", "westeurope");

        Assert.Equal(
            subject.ComputeDedupKey("serverLoad"),
            (subject with { Id = "/SUBSCRIPTIONS/s/chat", Name = "x", Team = "games", Region = null }).ComputeDedupKey("serverLoad")
        );
        Assert.NotEqual(subject.ComputeDedupKey("serverLoad"), subject.ComputeDedupKey("connections"));
        Assert.NotEqual(
            subject.ComputeDedupKey("serverLoad"),
            (subject with { Id = "/subscriptions/s/chat2" }).ComputeDedupKey("serverLoad")
        );
        Assert.NotEqual(
            subject.ComputeDedupKey("serverLoad"),
            (subject with { Kind = AlertSubjectKind.Channel }).ComputeDedupKey("serverLoad")
        );
        Assert.Equal(32, subject.ComputeDedupKey("serverLoad").Length);
    }

    // The event id says who, what and when, as the ones of the machine do.
    private static AlertEvent CreateEvent(
        string id,
        string condition,
        string team,
        AlertSeverity severity,
        DateTimeOffset at,
        AlertEventKind kind = AlertEventKind.Fired
    )
    {
        var subject = new AlertSubject(AlertSubjectKind.Resource, id, id, team, "westeurope");
        return new()
        {
            Kind = kind,
            DedupKey = subject.ComputeDedupKey(condition),
            EventId = $"{id} {condition} {team} {at.UtcTicks} {kind}",
            Subject = subject,
            Condition = condition,
            Severity = severity,
            Since = at,
            At = at,
            Text = "",
        };
    }
}
