using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// The published executable twice at once, with messages that come twice and in any order, and with a store that is away for a while.
/// </summary>
public sealed class ConcurrentInstancesTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private const int Seed = 20260105;

    [Fact]
    [Fault("state-conflict")]
    [Fault("process-two")]
    public async Task Two_instances_share_the_work_and_lose_and_repeat_nothing_though_each_tick_and_message_comes_twice_in_any_order()
    {
        // 40 resources in 10 regions and of 2 types: 20 batches. Half of them are given too few units, so that there is something to
        // change.
        var specs = LocalScenario
            .CreateMany(40, regions: 10, Seed)
            .Select((spec, i) => i % 2 == 0 ? spec with { Units = 1 } : spec)
            .ToList();
        await using var place = await Installation.StartAsync(package.Folder, specs);

        // Every message is sent at once: the cap of a channel would keep some for its summary.
        using var folder = new Advisor.Tests.TemporaryFolder();
        var configuration = Path.Combine(folder.Path, "advisor.yaml");
        await File.WriteAllTextAsync(
            configuration,
            "notifications: { maxMessages: 1000 per 10m }\n",
            TestContext.Current.CancellationToken
        );
        var random = new Random(Seed);
        for (var i = 0; i < 2; i++)
        {
            await place.AddHostAsync(with: options =>
                options with
                {
                    OnTheWay = ListUnruly,
                    Settings = options.Settings.Append(new("Advisor__ConfigFile", configuration)).ToDictionary(),
                }
            );
        }

        // Both timers fire each minute: a tick that comes twice.
        for (var tick = 0; tick < 9; tick++)
        {
            await place.TickAsync();
        }

        // Twenty resources of one team are a storm, whose later messages wait for 30 minutes at most; then each of them is sent.
        var waiting = await ListDueAsync();
        await place.TickAsync(TimeSpan.FromMinutes(30));

        var applied = 0;
        foreach (var resource in place.Azure.Resources)
        {
            var changes = await place.ReadChangesAsync(resource.Id);
            var orders = (await place.ReadDecisionsAsync(resource.Id)).Where(line => line.Outcome == AuditOutcome.Applying).ToList();
            Assert.Equal(orders.Select(line => line.ChangeId).Order(), changes.Select(change => change.Id).Order());
            Assert.All(changes, change => Assert.True(change.Attempts <= 1, $"{change.Id} was sent {change.Attempts} times"));
            applied += changes.Sum(change => change.Attempts);
        }

        Assert.NotEqual(0, applied);
        Assert.Equal(applied, place.Azure.Calls[CallKind.Patch]);
        Assert.Equal(0, place.Receiver.Repeats);
        Assert.NotEmpty(waiting);
        var kept = waiting.Intersect(await ListDueAsync()).ToList();
        Assert.True(kept.Count == 0, string.Join("\n", kept));
        Assert.Empty((await place.State.DeadLetters.ListAsync(10, TestContext.Current.CancellationToken)).Records);
        Assert.All(
            place.Hosts,
            host =>
            {
                Assert.DoesNotContain(host.Outcomes, outcome => !outcome.Succeeded);
                Assert.Contains(
                    host.Log,
                    line =>
                        line.Contains("EvaluateBatch: Batch", StringComparison.Ordinal)
                        && line.Contains(" metric calls", StringComparison.Ordinal)
                );
            }
        );

        async Task<IReadOnlyList<string>> ListDueAsync() =>
            [
                .. (await place.OpenMessagesAsync())
                    .Where(item => item.IsDue(place.Clock.GetUtcNow()))
                    .Select(item => $"{item.Kind} {item.Id} of {item.CreatedAt:HH:mm} for {item.Target}: {item.LastError}"),
            ];

        IReadOnlyList<string> ListUnruly(IReadOnlyList<string> messages)
        {
            string[] twice = [.. messages, .. messages];
            lock (random)
            {
                random.Shuffle(twice);
            }

            return twice;
        }
    }

    [Fact]
    [Fault("state-unreachable")]
    public async Task A_store_that_goes_away_in_the_middle_of_a_batch_costs_tries_and_nothing_else()
    {
        await using var place = await Installation.StartAsync(
            package.Folder,
            [.. LocalScenario.Ten.Where(spec => spec.Name == "hot-chat")]
        );
        var writes = 0;
        var away = 0;

        // The line breaks at the third write, for as long as the client has patience for (five tries), and once more on the second
        // delivery.
        await using var tables = await FaultProxy.StartAsync(
            place.Azurite.Tables,
            call => !call.Path.Contains("$batch", StringComparison.Ordinal) || ++writes < 3 || ++away > 7,
            _ => true,
            TestContext.Current.CancellationToken
        );
        var host = await place.AddHostAsync(tables.Address);
        for (var tick = 0; tick < 8; tick++)
        {
            await place.TickAsync();
        }

        Assert.True(away > 7);
        Assert.Contains(host.Outcomes, outcome => !outcome.Succeeded);
        var resource = Assert.Single(place.Azure.Resources);
        Assert.Equal(ChangeState.Verified, Assert.Single(await place.ReadChangesAsync(resource.Id)).State);
        Assert.Equal((1L, 3, 0), (place.Azure.Calls[CallKind.Patch], resource.Units, place.Receiver.Repeats));
        Assert.Empty(await place.OpenMessagesAsync());
    }
}
