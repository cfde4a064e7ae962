using Advisor.Configuration.Rules;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Tick;

/// <summary>
/// All metrics of a subscription and region are exactly zero at once, from 09:00 until 11:00: nothing true is known, and sizes are held. A
/// thousand connections are one unit.
/// </summary>
public sealed class MetricsOutageTests
{
    private static readonly DateTimeOffset Begin = ServiceWorld.Start.AddHours(1),
        End = ServiceWorld.Start.AddHours(3);

    private ServiceWorld world = new();

    private FakeResource Add(
        string name,
        int units,
        double connections,
        DateTimeOffset? from = null,
        DateTimeOffset? until = null,
        string region = "westeurope",
        ResourceSettings? settings = null
    ) => world.Azure.Add(name, units, minute => minute >= (from ?? Begin) && minute < (until ?? End) ? 0 : connections, settings, region);

    private FakeResource[] CreateThreeInUse() => [Add("a", 5, 4500), Add("b", 3, 2600), Add("c", 8, 7400)];

    private IEnumerable<string> OutageAlerts =>
        world.Reports.Where(report => report.Condition == "metricsOutage").Select(report => $"{report.Kind} {report.At:HH:mm}");

    [Fact]
    [Fault("monitor-outage")]
    public async Task An_outage_holds_every_size_with_one_alert_and_ends_by_itself()
    {
        var all = CreateThreeInUse();
        Add("idle", 1, 0);
        var elsewhere = Add("elsewhere", 5, 4500, from: DateTimeOffset.MaxValue, region: "eastus");

        // Each run is a fresh process over the same store.
        await world.RunAsync(60);
        var before = world.Azure.Patches.Count;
        await world.RunAsync(50);
        await world.RunAsync(100);

        Assert.Equal(before, world.Azure.Patches.Count);
        Assert.Equal([5, 3, 8], all.Select(resource => resource.GetUnits(world.Clock.GetUtcNow())));

        // The minute of 09:00 is read at 09:03, its alert pends for a minute after the tick that knows of all batches, and everything is
        // back with the minute of 11:00.
        Assert.Equal(["Fired 09:05", "Resolved 11:06"], OutageAlerts);
        Assert.All(world.Reports, report => Assert.Equal("metricsOutage", report.Condition));
        var reported = world.Reports.First(report => report.Condition == "metricsOutage");
        Assert.Equal(
            "All metrics in westeurope of subscription s fell to exactly zero at once. Affected resources: 3. "
                + "Advisor does not change their sizes until metrics are back.",
            reported.Text
        );

        var held = (await world.ReadDecisionsAsync(all[0].Id)).First(made => made.Reasons[0].Code == ReasonCodes.MetricsOutage);
        Assert.Equal((ScalingAction.Hold, AuditOutcome.Held), (held.Action, held.Outcome));
        Assert.Equal(
            "Every metric has been exactly zero since 09:00 UTC, and none of the 3 resources in use in this region has reported "
                + "activity since: a metrics outage, "
                + "not idleness. No change until the metrics are back.",
            held.Reasons[0].Text
        );
        Assert.DoesNotContain(held.Reasons, reason => reason.Code == ReasonCodes.InsufficientData);
        Assert.DoesNotContain(await world.ReadDecisionsAsync(elsewhere.Id), made => made.Reasons[0].Code == ReasonCodes.MetricsOutage);
    }

    [Fact]
    public async Task One_resource_at_zero_is_idle_and_scaled_in()
    {
        CreateThreeInUse();
        world.Azure.Add("d", 5, _ => 4500);
        var alone = Add("alone", 5, 4500, from: Begin.AddMinutes(-30), until: Begin);
        await world.RunAsync(58);

        Assert.Equal(1, alone.GetUnits(world.Clock.GetUtcNow()));
        Assert.Empty(OutageAlerts);
    }

    [Fact]
    public async Task Resources_that_always_were_at_zero_are_idle()
    {
        FakeResource[] all = [Add("a", 5, 0), Add("b", 5, 0), Add("c", 5, 0)];
        await world.RunAsync(120);

        Assert.All(all, resource => Assert.Equal(1, resource.GetUnits(world.Clock.GetUtcNow())));
        Assert.Empty(OutageAlerts);
    }

    [Theory]
    [InlineData(3, false)] // the last two are 2 minutes apart and the first 5: two of them together
    [InlineData(1, true)] // 0, 1 and 2 minutes: all three together
    public async Task Clients_that_leave_one_after_another_are_no_outage(int apart, bool isOutage)
    {
        FakeResource[] all =
        [
            .. Enumerable.Range(0, 3).Select(i => Add($"r{i}", 5, 4500, Begin.AddMinutes(i * apart), DateTimeOffset.MaxValue)),
        ];
        await world.RunAsync(150);

        Assert.All(all, resource => Assert.Equal(isOutage ? 5 : 1, resource.GetUnits(world.Clock.GetUtcNow())));
        Assert.Equal(isOutage, OutageAlerts.Any());
    }

    [Fact]
    public async Task Two_resources_at_zero_are_too_few_for_an_outage()
    {
        FakeResource[] all = [Add("a", 5, 4500), Add("b", 5, 4500)];
        await world.RunAsync(150);

        Assert.All(all, resource => Assert.Equal(1, resource.GetUnits(world.Clock.GetUtcNow())));
        Assert.Empty(OutageAlerts);
    }

    [Fact]
    public async Task Zeros_that_last_longer_than_the_policy_says_are_believed()
    {
        var policy = RuleSetLoader.Embedded.Policy;
        world = new()
        {
            Rules = RuleSetLoader.Embedded with
            {
                Policy = policy with { Outage = policy.Outage with { MaxDuration = TimeSpan.FromMinutes(90) } },
            },
        };
        FakeResource[] all = [.. Enumerable.Range(0, 3).Select(i => Add($"r{i}", 5, 4500, until: DateTimeOffset.MaxValue))];
        await world.RunAsync(60 + 90);
        Assert.All(all, resource => Assert.Equal(5, resource.GetUnits(world.Clock.GetUtcNow())));

        await world.RunAsync(60);
        Assert.All(all, resource => Assert.Equal(1, resource.GetUnits(world.Clock.GetUtcNow())));
        Assert.Single(OutageAlerts, alert => alert.StartsWith("Resolved", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_outage_is_seen_over_batches_of_which_none_has_enough_resources()
    {
        // 50 resources are a batch: 48 that are idle and two in use are the first, two in use the second.
        for (var i = 0; i < 48; i++)
        {
            Add($"idle{i:00}", 1, 0);
        }

        FakeResource[] all = [Add("use1", 5, 4500), Add("use2", 5, 4500), Add("use3", 5, 4500), Add("use4", 5, 4500)];
        await world.RunAsync(200);

        Assert.All(all, resource => Assert.Equal(5, resource.GetUnits(world.Clock.GetUtcNow())));
        Assert.Empty(world.Azure.Patches);
        Assert.Equal(2, OutageAlerts.Count());
    }

    [Fact]
    public async Task Metrics_that_come_back_later_than_those_of_the_others_are_waited_for()
    {
        // c has zeros until 11:25, which are believed from 11:15 on, 15 minutes after the others were back: too short for a scale-in, which
        // 25 minutes are not.
        Add("a", 5, 4500);
        Add("b", 5, 4500);
        Add("c", 5, 4500, until: End.AddMinutes(25));
        await world.RunAsync(240);

        Assert.Empty(world.Azure.Patches);
    }

    [Fact]
    [Fault("monitor-outage")]
    public async Task An_announced_minimum_is_met_during_an_outage()
    {
        var launch = new ResourceSettings { Windows = [new("launch", Begin.AddMinutes(60), Begin.AddMinutes(90), 20, false)] };
        Add("a", 5, 4500);
        Add("b", 5, 4500);
        var c = Add("c", 5, 4500, settings: launch);
        await world.RunAsync(125);

        Assert.Equal(20, c.GetUnits(world.Clock.GetUtcNow()));
    }
}
