using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable with queues that repeat each message, mix them, and keep half of them back for a while.</summary>
public sealed class QueueFaultsTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private const int Seed = 20260105;

    [Fact]
    [Fault("process-queue")]
    public async Task The_app_does_once_what_messages_that_come_twice_late_and_in_any_order_ask_for()
    {
        var hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");
        await using var place = await Installation.StartAsync(
            package.Folder,
            [hot with { Name = "one" }, hot with { Name = "two", Region = "northeurope" }, hot with { Name = "three" }]
        );
        var queues = new UnrulyQueues(Seed);
        var host = await place.AddHostAsync(with: options => options with { OnTheWay = queues.Pass });
        for (var tick = 0; tick < 9; tick++)
        {
            queues.AreLate = tick < 6;
            await place.TickAsync();
        }

        // Half of all were late, in the last three ticks none.
        Assert.True(queues.Late >= 15, $"{queues.Late} messages were late");
        Assert.All(host.Outcomes, outcome => Assert.True(outcome.Succeeded, outcome.Problem));
        foreach (var resource in place.Azure.Resources)
        {
            var change = Assert.Single(await place.ReadChangesAsync(resource.Id));
            Assert.Equal((ChangeState.Verified, 1, 3), (change.State, change.Attempts, resource.Units));
        }

        Assert.Equal((3L, 0), (place.Azure.Calls[CallKind.Patch], place.Receiver.Repeats));
        Assert.NotEmpty(place.Receiver.Ids);
        Assert.Empty(await place.OpenMessagesAsync());
        Assert.Empty((await place.State.DeadLetters.ListAsync(10, TestContext.Current.CancellationToken)).Records);
    }

    private sealed class UnrulyQueues(int seed)
    {
        private readonly Lock gate = new();
        private readonly Random random = new(seed);
        private readonly Dictionary<string, List<string>> kept = new(StringComparer.Ordinal);

        /// <summary>Whether messages are kept back from now on.</summary>
        public bool AreLate { get; set; }

        public int Late { get; private set; }

        /// <summary>Each message twice, one of the two perhaps with the next ones of its queue.</summary>
        public IReadOnlyList<string> Pass(IReadOnlyList<string> messages)
        {
            lock (gate)
            {
                if (messages.Count == 0)
                {
                    return [];
                }

                var queue = FindQueue(messages[0]);
                string[] all = [.. kept.GetValueOrDefault(queue) ?? [], .. messages, .. messages];
                random.Shuffle(all);
                var held = AreLate ? all.Length / 2 : 0;
                Late += held;
                kept[queue] = [.. all[..held]];
                return all[held..];
            }
        }

        private static string FindQueue(string message) =>
            EvaluationBatch.Parse(message).Job is not null ? "evaluate"
            : OutboxKey.Parse(message).Key?.Kind == OutboxKind.Change ? "change"
            : "deliver";
    }
}
