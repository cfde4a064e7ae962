using Advisor.Lab.LocalAzure.Resources;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable while Azure Monitor says nothing for longer than an attempt may take, which is 30 s.</summary>
public sealed class SilentMonitorTests(AzureFaultLane lane) : IClassFixture<AzureFaultLane>
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Fault("monitor-hang")]
    public async Task A_read_without_an_answer_ends_at_its_timeout_and_is_tried_again_while_other_regions_go_on(bool areNew)
    {
        await lane.BeginAsync();
        LocalResource[] resources = [lane.AddHot($"stuck-{areNew}", "northeurope"), lane.AddHot($"free-{areNew}")];
        foreach (var resource in areNew ? [] : resources)
        {
            await lane.GetsItsSizeAsync(resource);
        }

        var reads = 0;
        lane.Hold(call =>
            call.Path.Contains("getBatch", StringComparison.Ordinal)
            && call.Text.Contains("/stuck-", StringComparison.Ordinal)
            && Interlocked.Increment(ref reads) == 1
                ? Task.Delay(Timeout.Infinite, TestContext.Current.CancellationToken)
                : Task.CompletedTask
        );
        var tick = lane.TickAsync();
        await Until.WaitAsync(async () => (await ListEvaluatedAsync()).Count > 0);

        // The region whose read is silent still waits for it.
        Assert.Equal([resources[1].Id], await ListEvaluatedAsync());
        Assert.False(tick.IsCompleted);
        await tick;
        Assert.Equal(2, (await ListEvaluatedAsync()).Count);
        foreach (var resource in resources)
        {
            await lane.GetsItsSizeAsync(resource);
        }
    }

    /// <summary>Resources whose newest evaluation is that of this minute, with metrics.</summary>
    private async Task<IReadOnlyList<string>> ListEvaluatedAsync() =>
        [
            .. (await lane.Place.State.Evaluations.ListAsync(TestContext.Current.CancellationToken))
                .Where(record => record.At >= lane.Now && record.Problem is null)
                .Select(record => record.ResourceId),
        ];
}
