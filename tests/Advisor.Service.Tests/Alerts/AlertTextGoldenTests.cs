using System.Text;
using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Alerts;

/// <summary>What a person reads of each condition, at each of its levels, in each situation of the resource.</summary>
public sealed class AlertTextGoldenTests
{
    private static readonly DateTimeOffset Now = ServiceWorld.Start.AddHours(2);
    private static readonly RuleSet Rules = RuleSetLoader.Embedded;
    private static readonly ResourceSettings Settings = new() { Workload = Workload.Create(UseCase.Echo, 1024), MaxUnits = 8 };

    [Fact]
    public void The_texts_of_alerts_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        var situations = ListSituations().ToList();
        foreach (var condition in Rules.Alerts.Conditions)
        {
            foreach (var level in condition.Levels)
            {
                text.Append($"{condition.Id} {level.Severity}\n");
                string? last = null;
                foreach (var (name, context) in situations)
                {
                    var described = Describe(condition.Id, level.Severity, AlertEventKind.Fired, context);
                    text.Append(described == last ? "" : $"  {name}: {described}\n");
                    last = described;
                }

                text.Append($"  resolved: {Describe(condition.Id, level.Severity, AlertEventKind.Resolved, situations[0].Context)}\n");
            }
        }

        Golden.AssertMatches("Advisor.Service.Tests", "alert-texts.txt", text.ToString());
    }

    private static string Describe(string condition, AlertSeverity severity, AlertEventKind kind, AlertContext context)
    {
        var alert = AlertDescriber.Describe(
            new AlertEvent
            {
                Kind = kind,
                DedupKey = "key",
                EventId = "event",
                Subject = AlertSubjects.Create(context.Resource),
                Condition = condition,
                Severity = severity,
                Since = Now.AddMinutes(-20),
                At = Now,
                Number = 0.97,
                Target = 0.7,
                Text = "It is so.",
                IsExplained = severity == AlertSeverity.Warning,
            },
            context
        );
        var trend = alert.Trend is { Count: > 0 } points ? $"{alert.TrendName} {Figures.ComputeDigest(Figures.Write(points))}" : "";
        return string.Join(" | ", alert.Text, alert.Limit, alert.Done, alert.Proposal, alert.Cost, alert.Next, trend);
    }

    private static IEnumerable<(string Name, AlertContext Context)> ListSituations()
    {
        var auto = Create(Settings with { Mode = AdvisorMode.Auto });
        var recommended = Create(Settings) with { Outcome = AuditOutcome.Recommended };
        yield return ("recommended", recommended);
        yield return ("no decision", recommended with { Decision = null, State = null, Outcome = null });
        yield return ("applying", auto with { Outcome = AuditOutcome.Applying });
        yield return ("auto, recommended", auto with { Outcome = AuditOutcome.Recommended });
        yield return ("to approve", Create(Settings with { Mode = AdvisorMode.Approve }) with { Outcome = AuditOutcome.AwaitingApproval });
        yield return ("dry run", auto with { Outcome = AuditOutcome.DryRun, SuppressionReason = new Reason("DryRun", "A dry run.") });
        yield return ("autoscale", recommended with { Resource = recommended.Resource with { AutoscaleSetting = "by-load" } });
        yield return (
            "another tier",
            Create(Settings with { MaxUnits = 1000 }, connections: 120_000, units: 100) with
            {
                Outcome = AuditOutcome.Recommended,
            }
        );
        yield return (
            "at the maximum",
            Create(Settings with { MaxUnits = 2 }, connections: 2400) with
            {
                Outcome = AuditOutcome.Recommended,
            }
        );
        yield return ("full quota", recommended with { RegionalUnitsLeft = 0, RegionalLimit = 12 });
        yield return ("changing", auto with { OpenChange = CreateChange(), Outcome = AuditOutcome.Suppressed });
        foreach (var state in new[] { ChangeState.Verified, ChangeState.Refused, ChangeState.Failed })
        {
            yield return ($"change {state}", auto with { Tally = CreateTally(state, Now.AddMinutes(-30)) });
        }

        yield return ("change an hour ago", auto with { Tally = CreateTally(ChangeState.Verified, Now.AddHours(-1)) });
        yield return ("change before that", auto with { Tally = CreateTally(ChangeState.Verified, Now.AddHours(-1).AddTicks(-1)) });
        yield return (
            "one failed change",
            auto with
            {
                Tally = CreateTally(ChangeState.Failed, Now) with { Reason = null, FailedInARow = 1 },
            }
        );
        yield return ("closes", recommended with { Closes = new Dictionary<string, double> { ["PingTimeout"] = 40 } });
        yield return (
            "changed by mia",
            recommended with
            {
                ChangedBy = new OutsideChange
                {
                    SeenAt = Now,
                    AskedAt = Now,
                    Caller = "mia",
                    At = Now,
                },
            }
        );
        yield return (
            "changed by nobody known",
            recommended with
            {
                ChangedBy = new OutsideChange
                {
                    SeenAt = Now,
                    AskedAt = Now,
                    Problem = "No right.",
                },
            }
        );
        foreach (
            var times in new MetricTimes[]
            {
                new() { ServerLoad = Now },
                new() { ConnectionCount = Now },
                new() { ConnectionQuota = Now },
            }
        )
        {
            yield return ($"metrics {times}", recommended with { Metrics = times, NewestMetricsAt = Now.AddDays(1) });
        }
    }

    // Two hours of a load that one or two units do not carry.
    private static AlertContext Create(ResourceSettings settings, double connections = 3200, int units = 2)
    {
        Core.Scaling.State.ResourceState? state = null;
        Decision? decision = null;
        var azure = new FakeAzure(new ManualTimeProvider(Now));
        var resource = azure.Add("chat", units, _ => connections, settings).ToFleetResource(Now) with { Settings = settings };
        for (var minute = 0; minute < 120; minute++)
        {
            var outcome = ScalingAdvisor.Decide(
                Rules,
                new Observation
                {
                    ResourceId = resource.Id,
                    Time = ServiceWorld.Start.AddMinutes(minute),
                    Sku = resource.Sku,
                    Units = units,
                    Readings = new MetricReadings(
                        ServerLoad: 60 + (minute % 9),
                        ConnectionCount: connections + (minute % 5),
                        InboundTraffic: 3e7 + minute,
                        OutboundTraffic: 3e7 + minute
                    ),
                    Settings = settings,
                },
                state,
                ServiceWorld.Start.AddMinutes(minute + 2)
            );
            (state, decision) = (outcome.State, outcome.Decision);
        }

        return new AlertContext
        {
            Rules = Rules,
            Resource = resource,
            Decision = decision,
            State = state,
            Now = Now,
        };
    }

    private static ChangeRecord CreateChange() =>
        new()
        {
            ResourceId = "r",
            DecidedAt = Now.AddMinutes(-4),
            FromSku = "Standard_S1",
            FromUnits = 2,
            ToSku = "Standard_S1",
            ToUnits = 4,
        };

    private static ChangeTally CreateTally(ChangeState state, DateTimeOffset at) =>
        new("Standard_S1", 2, state == ChangeState.Verified ? 0 : 3, state, "Locked", "A lock forbids it.", 1, 2, at)
        {
            Reason = "Needs 2.1 units.",
            Cost = "+48 USD a month",
        };
}
