using Advisor.Configuration.Rules;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

/// <summary>
/// Idle resources are polled every five minutes: fewer calls, every minute learned all the same, and a rise seen so much later at the
/// most.
/// </summary>
public sealed class IdleResourcesTests
{
    private const int Every = 5;

    [Fact]
    public async Task An_idle_resource_is_polled_every_fifth_tick_and_all_its_minutes_are_read()
    {
        var world = new ServiceWorld();
        var idle = world.Azure.Add("idle", 1, _ => 20);
        world.Azure.Add("busy", 3, _ => 2000);

        await world.RunAsync(41);

        // The first tick sees both, the second and third still learn of what the first wrote at the latest; then one read in five has both.
        var reads = world.Azure.Reads.TakeLast(30).ToList();
        Assert.Equal(30 / Every, reads.Count(read => read.Resources == 2));
        Assert.All(reads.Where(read => read.Resources == 2), read => Assert.Equal(TimeSpan.FromMinutes(Every), read.Window));
        Assert.All(reads.Where(read => read.Resources == 1), read => Assert.Equal(TimeSpan.FromMinutes(1), read.Window));

        // The last tick is 08:40 and sees minutes up to 08:37; the last poll of the idle one is at most four minutes older. Each poll
        // begins where the one before ended.
        var memory = await (await world.OpenStateAsync()).LoadAsync(idle.Id, CancellationToken.None);
        var remembered = ResourceStateDocument.Read(memory.State).Memory!.State!;
        Assert.InRange(remembered.Time, ServiceWorld.Start.AddMinutes(37 - (Every - 1)), ServiceWorld.Start.AddMinutes(37));
    }

    [Fact]
    public async Task A_process_that_has_just_started_skips_nothing_until_it_has_read_what_others_found()
    {
        var world = new ServiceWorld();
        for (var i = 0; i < 20; i++)
        {
            world.Azure.Add($"idle{i}", 1, _ => 20);
        }

        await world.RunAsync(20);
        var before = world.Azure.Reads.Count;
        await world.RunAsync(20);
        var between = world.Azure.Reads.Count;
        await world.RunAsync(20);

        // Each of the twenty once in five of twenty ticks, whichever process runs the tick: 20 x 20 / 5.
        Assert.Equal((80, 80), (Sum(before, between), Sum(between, world.Azure.Reads.Count)));
        int Sum(int from, int to) => world.Azure.Reads.Take(from..to).Sum(read => read.Resources);
    }

    [Fact]
    public async Task A_process_that_knows_nothing_of_idle_resources_makes_the_same_batches_of_a_tick_as_the_one_that_began_it()
    {
        // 40 of 60 resources are idle and evaluated at one tick of five. Whoever has just started reads what was found in the last three
        // ticks only.
        var resting = 0;
        for (var ticks = 12; ticks < 12 + Every; ticks++)
        {
            var world = new ServiceWorld { Options = CreateOptions(TimeSpan.Zero) };
            for (var i = 0; i < 60; i++)
            {
                var connections = i % 3 == 0 ? 800 : 20;
                world.Azure.Add(FormattableString.Invariant($"r{i:00}"), 1, _ => connections);
            }

            var first = await RunTicksAsync(world, ticks);
            resting += first.Result.SkippedIdle;

            // The first process ends when it has begun the tick and done one of its batches; the others, and no more, are left to the next
            // process.
            await new AdvisorService(first.Parts, []).Evaluator.RunAsync(
                first.Result.Batches[0],
                world.Clock.GetUtcNow(),
                CancellationToken.None
            );
            var again = await new AdvisorService(await world.CreateDependenciesAsync(), []).Planner.PlanAsync(
                world.Clock.GetUtcNow(),
                CancellationToken.None
            );

            Assert.Equal(first.Result.Batches.Skip(1).Select(FormatBatch), again.Batches.Select(FormatBatch));
        }

        Assert.Equal(4 * 40, resting);
    }

    [Fact]
    public async Task Where_other_resources_are_listed_by_then_a_tick_that_was_begun_is_left_to_the_next()
    {
        var world = new ServiceWorld { Options = CreateOptions(TimeSpan.Zero) };
        world.Azure.Add("one", 1, _ => 800);
        var first = await RunTicksAsync(world, 3);
        world.Azure.Add("two", 1, _ => 800);

        var again = await new AdvisorService(await world.CreateDependenciesAsync(), []).Planner.PlanAsync(
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        var next = await new AdvisorService(await world.CreateDependenciesAsync(), []).Planner.PlanAsync(
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );

        Assert.Empty(again.Batches);
        Assert.NotEmpty(first.Result.Batches);
        Assert.Equal(2, next.Batches.Sum(job => job.ResourceIds.Count));
    }

    [Fact]
    public async Task Idle_resources_of_a_region_are_polled_together_so_that_its_outage_is_one_message()
    {
        var world = new ServiceWorld();
        for (var i = 0; i < 20; i++)
        {
            world.Azure.Add($"idle{i}", 1, _ => 20);
        }

        await world.RunAsync(20);
        var before = world.Azure.Reads.Count;
        await world.RunAsync(10);

        // Two of ten ticks have all twenty, the others none.
        Assert.Equal([20, 20], world.Azure.Reads.Skip(before).Select(read => read.Resources));
    }

    [Fact]
    public async Task A_resource_that_is_no_longer_idle_is_polled_every_minute_from_its_first_busy_tick_on()
    {
        var wakes = ServiceWorld.Start.AddMinutes(30);
        var world = new ServiceWorld();
        var resource = world.Azure.Add("sleeper", 1, at => at < wakes ? 20 : 1500);

        await world.RunAsync(45);

        // 1,500 connections need two units. The first busy minute can be read two minutes after its end, the look comes at most four
        // minutes later.
        var change = Assert.Single(await world.ReadChangesAsync(resource.Id), change => change.ToUnits >= 2 && change.FromUnits == 1);
        Assert.InRange(change.DecidedAt, wakes.AddMinutes(3), wakes.AddMinutes(3 + Every));
        Assert.All(world.Azure.Reads.TakeLast(5), read => Assert.Equal(1, read.Resources));
    }

    [Fact]
    public async Task An_announced_event_keeps_an_idle_resource_polled_every_tick()
    {
        var start = ServiceWorld.Start.AddMinutes(50);
        var world = new ServiceWorld();
        world.Azure.Add(
            "match",
            1,
            _ => 20,
            new ResourceSettings { Windows = [new PlannedWindow("match", start, start.AddHours(1), null, false)] }
        );

        await world.RunAsync(40);

        // Near from 35 minutes before it on: from 08:15.
        Assert.Equal(20, world.Azure.Reads.TakeLast(20).Count(read => read.Window == TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task Looking_less_often_costs_at_most_four_overloaded_minutes_for_each_time_a_resource_wakes()
    {
        // A day of bursts out of nothing, an hour long, every four hours and a minute: at 181 + 241 n from n = 1 on, five of them.
        static double Load(DateTimeOffset at) =>
            (int)(at - ServiceWorld.Start).TotalMinutes is var m && m % 241 >= 181 && m > 241 ? 2500 : 20;
        var often = await CountOverloadedAsync(Load, TimeSpan.FromMinutes(1));
        var seldom = await CountOverloadedAsync(Load, TimeSpan.FromMinutes(Every));

        TestContext.Current.TestOutputHelper!.WriteLine(
            $"overloaded minutes of 1,440: {often.Overloaded} looked at every minute, {seldom.Overloaded} every five while idle; "
                + $"reads {often.Reads} and {seldom.Reads}"
        );
        Assert.True(seldom.Overloaded <= often.Overloaded + (5 * (Every - 1)), $"{seldom.Overloaded} and {often.Overloaded}");
        Assert.True(seldom.Reads < 0.7 * often.Reads, $"{seldom.Reads} and {often.Reads} reads");
    }

    private static ServiceOptions CreateOptions(TimeSpan discovery) =>
        new ServiceWorld().Options with
        {
            DiscoveryInterval = discovery,
            Mode = AdvisorMode.Recommend,
        };

    private static string FormatBatch(EvaluationBatch job) => $"{job.Id}: {string.Join(' ', job.ResourceIds)}";

    /// <summary>So many ticks of one process, and its plan of the tick after them, of which it does nothing else.</summary>
    private static async Task<(ServiceSetup Parts, TickResult Result)> RunTicksAsync(ServiceWorld world, int ticks)
    {
        var dependencies = await world.CreateDependenciesAsync();
        var (tickPlanner, evaluate) = (new AdvisorService(dependencies, []).Planner, new AdvisorService(dependencies, []).Evaluator);
        for (var tick = 0; tick < ticks; tick++)
        {
            foreach (var job in (await tickPlanner.PlanAsync(world.Clock.GetUtcNow(), CancellationToken.None)).Batches)
            {
                await evaluate.RunAsync(job, world.Clock.GetUtcNow(), CancellationToken.None);
            }

            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        return (dependencies, await tickPlanner.PlanAsync(world.Clock.GetUtcNow(), CancellationToken.None));
    }

    private static async Task<(int Overloaded, int Reads)> CountOverloadedAsync(Func<DateTimeOffset, double> load, TimeSpan every)
    {
        var rules = RuleSetLoader.Embedded;
        var world = new ServiceWorld { Rules = rules with { Policy = rules.Policy with { IdlePollInterval = every } } };
        var resource = world.Azure.Add("bursts", 1, load, new ResourceSettings { Billing = BillingModel.Prorated });
        await world.RunAsync(1440);
        var overloaded = Enumerable
            .Range(0, 1440)
            .Select(minute => ServiceWorld.Start.AddMinutes(minute))
            .Count(at => load(at) > 1000 * resource.GetUnits(at));
        return (overloaded, world.Azure.Reads.Count);
    }
}
