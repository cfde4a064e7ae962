using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;
using Advisor.Tests;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>A resource of 2 units with 2,500 connections, that Advisor scales out to 3 or more.</summary>
public sealed class ResourceDeciderTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly RuleSet Rules = RuleSetLoader.Embedded;

    [Fact]
    public void Minutes_before_a_change_that_are_learned_after_it_are_no_change_by_others()
    {
        // A tick a minute for an hour; then the size that Advisor asked for is in force, and its metrics follow with their lag.
        var (state, minute, decision) = (default(ResourceState), 0, default(Decision));
        while (minute < 60 && decision is not { Action: ScalingAction.ScaleOut })
        {
            (decision, state, _) = Decide(state, minute, 2, [CreateSample(minute, 2)]);
            minute++;
        }

        var units = decision!.Units;
        Assert.InRange(units, 3, 4);
        (_, state, _) = Decide(state, minute, units, [CreateSample(minute, 2)]);

        // The next tick is skipped: the one after it learns two minutes, of which the first still shows 2 units.
        (_, state, _) = Decide(state, minute + 2, units, [CreateSample(minute + 1, 2), CreateSample(minute + 2, units)]);
        (decision, state, _) = Decide(state, minute + 3, units, [CreateSample(minute + 3, units, connections: 100)]);

        Assert.Equal(0, state!.ChangesByOthers);
        Assert.DoesNotContain(decision!.Reasons, reason => reason.Code == ReasonCodes.ChangedByOthers);
    }

    private static ResourceDecision Decide(ResourceState? before, int minute, int units, MinuteSample[] series) =>
        new ResourceDecider(
            Rules,
            CreateResource(units),
            before,
            past: null,
            changing: false,
            FleetConstraints.Unknown,
            Start.AddMinutes(minute) + Rules.Policy.MetricLag
        ).Decide(series, wholeAt: null, throttledCloses: null);

    private static MinuteSample CreateSample(int minute, int units, double connections = 2500) =>
        new(
            Start.AddMinutes(minute),
            new MetricReadings(
                ServerLoad: 5,
                ConnectionCount: connections,
                ConnectionQuotaUtilization: connections / 10 / units,
                InboundTraffic: 1e6,
                OutboundTraffic: 1e6,
                MessageCount: 1000
            )
        );

    private static FleetResource CreateResource(int units) =>
        SampleResource.CreateWithId("/r/chat", units) with
        {
            Settings = new ResourceSettings { Mode = AdvisorMode.Auto, Workload = Workload.Create(UseCase.Echo) },
        };
}
