using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Changes;

/// <summary>How the changes of a batch are followed.</summary>
public sealed class FollowedChangesTests
{
    [Fact]
    [Fault("arm-poll")]
    public async Task The_operations_of_a_batch_are_read_at_once_so_that_those_without_an_answer_do_not_add_up()
    {
        const int count = 5;
        var world = new ServiceWorld();
        world.Azure.TakesAll = true;
        FakeResource[] resources = [.. Enumerable.Range(0, count).Select(i => world.Azure.Add($"r{i}", 1, _ => 4600))];
        var fleet = new WaitingFleet(world.Azure, count);
        var dependencies = await world.CreateDependenciesAsync();
        var loop = new WatchLoop(new AdvisorService(dependencies with { Fleet = fleet }, [world.Channel]), world.Clock, _ => { });
        for (var tick = 0; world.Azure.Patches.Count < count; tick++)
        {
            Assert.True(tick < 30, "no change was sent");
            await loop.RunOnceAsync(TestContext.Current.CancellationToken);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        // One after another, the first would end without an answer.
        world.Clock.Advance(TimeSpan.FromMinutes(5));
        Assert.Empty((await loop.RunOnceAsync(TestContext.Current.CancellationToken)).Problems);

        foreach (var resource in resources)
        {
            Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(resource.Id)).State);
        }
    }

    /// <summary>Answers about operations only when so many are asked for.</summary>
    private sealed class WaitingFleet(IFleet inner, int count) : IFleet
    {
        private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

        private readonly TaskCompletionSource all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int asked;

        public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) => inner.ListAsync(scope, cancellation);

        public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) =>
            inner.ScaleAsync(request, cancellation);

        public async Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation)
        {
            if (Interlocked.Increment(ref asked) == count)
            {
                all.SetResult();
            }

            await all.Task.WaitAsync(Timeout, cancellation);
            return await inner.GetProgressAsync(operationUrl, cancellation);
        }
    }
}
