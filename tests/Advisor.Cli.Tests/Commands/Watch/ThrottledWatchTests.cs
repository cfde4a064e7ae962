using Advisor.Cli.Tests.World;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// <c>advisor watch</c> whose Azure and whose receiver of messages ask it to wait without measure.
/// </summary>
public sealed class ThrottledWatchTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("86400000")] // 1,000 days, longer than a timer takes
    [InlineData("Fri, 31 Dec 9999 23:59:59 GMT")]
    [Fault("monitor-429")]
    public async Task A_Retry_After_without_measure_costs_a_quarter_of_an_hour_and_never_the_process(string retryAfter)
    {
        using var folder = new TemporaryFolder();
        var clock = new ManualTimeProvider(Start);
        await using var receiver = await Receiver.StartAsync(Cancellation);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                Resources = [.. LocalScenario.Ten.Where(spec => spec.Name is "hot-chat" or "stuck-server-load")], // one changes, one alerts
            },
            Cancellation
        );
        foreach (var call in (CallKind[])[CallKind.MetricBatch, CallKind.Patch])
        {
            azure.Faults.Add(
                new Fault(FaultKind.Throttle)
                {
                    Call = call,
                    Times = 1,
                    RetryAfter = retryAfter,
                }
            );
        }

        receiver.AnswerNext("hook", Answers.Status(429, retryAfter: retryAfter));
        var watch = new WatchProcess(
            azure,
            Path.Combine(folder.Path, "state.db"),
            "--mode",
            "auto",
            "--webhook",
            receiver.Address.AbsoluteUri
        );

        await watch.FinishAsync(Start.AddMinutes(75), clock, Cancellation);

        using var store = SqliteStateStore.Open(watch.StateFile);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        var changes = new List<ChangeRecord>();
        foreach (var resource in azure.Resources)
        {
            changes.AddRange((await state.Changes.QueryAsync(resource.Id, new(Start, Start.AddDays(1), null, 1000), Cancellation)).Records);
        }

        // The throttled change is closed, sizes follow the load since, every tick has completed, and every message is sent.
        Assert.Equal(Start.AddMinutes(74), (await state.Fleet.FindHeartbeatAsync(Cancellation))!.Tick);
        Assert.DoesNotContain(changes, change => change.NextAttemptAt > Start.AddMinutes(90));
        Assert.Contains(changes, change => change.State == ChangeState.Verified);
        Assert.NotEmpty(receiver.Ids);
        Assert.DoesNotContain(await state.Outbox.ListOpenAsync(100, Cancellation), item => item.NextAttemptAt > Start.AddMinutes(90));
    }
}
