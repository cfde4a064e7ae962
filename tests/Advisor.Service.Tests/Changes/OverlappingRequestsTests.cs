using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Changes;

/// <summary>Requests of several changes that are under way at once.</summary>
public sealed class OverlappingRequestsTests
{
    private const int Count = 5;

    private readonly ServiceWorld world = new();

    [Fact]
    [Fault("arm-lost-patch")]
    public async Task Changes_of_a_tick_are_requested_at_once_so_that_those_without_an_answer_do_not_add_up()
    {
        var resources = AddOverloads();

        // One after another, the first would end without an answer.
        await RunAsync(new WaitingFleet(world.Azure), () => world.Azure.Patches.Count == Count);

        foreach (var resource in resources)
        {
            Assert.Equal(ChangeState.Accepted, Assert.Single(await world.ReadChangesAsync(resource.Id)).State);
        }
    }

    [Fact]
    [Fault("arm-lost-patch")]
    public async Task Changes_that_never_arrived_are_requested_again_at_once()
    {
        var resources = AddOverloads();
        var fleet = new WaitingFleet(world.Azure) { LosesAll = true };
        await RunAsync(fleet, () => fleet.Asked == Count);

        // After three minutes the resources show that nothing arrived.
        fleet.LosesAll = false;
        await RunAsync(fleet, () => world.Azure.Patches.Count == Count);

        foreach (var resource in resources)
        {
            var change = Assert.Single(await world.ReadChangesAsync(resource.Id));
            Assert.Equal((ChangeState.Accepted, 2), (change.State, change.Attempts));
        }
    }

    [Fact]
    public async Task A_change_of_lower_priority_begins_when_the_request_before_it_has_its_share_of_the_limit()
    {
        // At 08:10 a resource reaches the start of a maximum and two that of a minimum; one change an hour and direction, and a minimum may
        // use what is left of the other.
        world.Options = world.Options with
        {
            MaxChangesPerHour = 1,
        };
        var then = ServiceWorld.Start.AddMinutes(10);
        var maximum = world.Azure.Add(
            "a",
            5,
            _ => 1500,
            new ResourceSettings
            {
                Windows = [new("day", ServiceWorld.Start, then, 5, false), new("night", then, then.AddHours(9), null, false, 2)],
            },
            "eastus"
        );
        foreach (var name in new[] { "b", "c" })
        {
            var opening = new ResourceSettings { Windows = [new("opening", then, then.AddHours(1), 3, false) { Lead = TimeSpan.Zero }] };
            world.Azure.Add(name, 1, _ => 300, opening);
        }

        await RunAsync(new WaitingFleet(world.Azure) { Wanted = 2 }, () => world.Azure.Patches.Count == 2);

        Assert.All(world.Azure.Patches, patch => Assert.Equal(3, patch.To.Units));
        var change = (await world.ReadChangesAsync(maximum.Id))[0];
        Assert.Equal((ChangeState.Canceled, "ChangeRateLimit"), (change.State, change.Code));
    }

    [Fact]
    public async Task The_next_begins_when_the_request_before_it_is_under_way_and_all_are_waited_for()
    {
        TaskCompletionSource[] begins = [new(), new()];
        var (request, answer) = (new TaskCompletionSource(), new TaskCompletionSource());

        var all = OverlappingRequests.RunAsync(
            [0, 1],
            async (one, requested) =>
            {
                begins[one].SetResult();
                if (one == 0)
                {
                    await request.Task;
                    requested();
                    await answer.Task;
                }
            }
        );

        Assert.Equal([true, false], begins.Select(begin => begin.Task.IsCompleted));
        request.SetResult();
        await begins[1].Task.WaitAsync(TestContext.Current.CancellationToken);
        Assert.False(all.IsCompleted);
        answer.SetResult();
        await all;
    }

    [Fact]
    public async Task After_one_that_fails_none_begins_and_those_under_way_end()
    {
        var begun = new List<int>();
        var answer = new TaskCompletionSource();

        var all = OverlappingRequests.RunAsync(
            [0, 1, 2],
            async (one, requested) =>
            {
                begun.Add(one);
                requested();
                if (one == 1)
                {
                    throw new InvalidOperationException();
                }

                await answer.Task;
            }
        );

        Assert.False(all.IsCompleted);
        answer.SetResult();
        await Assert.ThrowsAsync<InvalidOperationException>(() => all);
        Assert.Equal([0, 1], begun);
    }

    private FakeResource[] AddOverloads() => [.. Enumerable.Range(0, Count).Select(i => world.Azure.Add($"r{i}", 1, _ => 4600))];

    private async Task RunAsync(IFleet fleet, Func<bool> isOver)
    {
        var dependencies = await world.CreateDependenciesAsync();
        var service = new AdvisorService(dependencies with { Fleet = fleet }, [world.Channel]);
        var loop = new WatchLoop(service, world.Clock, _ => { }) { ConcurrentBatches = 2 };
        for (var tick = 0; !isOver(); tick++)
        {
            Assert.True(tick < 30, "the changes were not requested");
            Assert.Empty((await loop.RunOnceAsync(TestContext.Current.CancellationToken)).Problems);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }
    }

    /// <summary>Answers to requests only when so many are under way, or loses all of them.</summary>
    private sealed class WaitingFleet(IFleet inner) : IFleet
    {
        private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

        private readonly TaskCompletionSource all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int asked;
        private int underWay;

        public int Wanted { get; init; } = Count;

        public bool LosesAll { get; set; }

        public int Asked => asked;

        public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) => inner.ListAsync(scope, cancellation);

        public async Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation)
        {
            Interlocked.Increment(ref asked);
            if (LosesAll)
            {
                return new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer in time.");
            }

            if (Interlocked.Increment(ref underWay) == Wanted)
            {
                all.SetResult();
            }

            await all.Task.WaitAsync(Timeout, cancellation);
            return await inner.ScaleAsync(request, cancellation);
        }

        public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) =>
            inner.GetProgressAsync(operationUrl, cancellation);
    }
}
