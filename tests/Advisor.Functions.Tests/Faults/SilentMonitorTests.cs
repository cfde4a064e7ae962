using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable while Azure Monitor says nothing for longer than an attempt may take, which is 30 s.</summary>
public sealed class SilentMonitorTests(AzureFaultLane lane) : IClassFixture<AzureFaultLane>
{
    [Fact]
    [Fault("monitor-hang")]
    public async Task A_read_without_an_answer_ends_at_its_timeout_and_is_tried_again_while_other_regions_go_on()
    {
        await lane.BeginAsync();
        var resources = new[] { lane.AddHot("stuck"), lane.AddHot("free", "northeurope") };
        foreach (var resource in resources)
        {
            await lane.GetsItsSizeAsync(resource);
        }

        lane.Place.Azure.Faults.Add(
            new Fault(FaultKind.Delay)
            {
                Call = CallKind.MetricBatch,
                Times = 1,
                Delay = TimeSpan.FromMinutes(10),
            }
        );
        var tick = lane.TickAsync();
        await Until.WaitAsync(async () => await CountEvaluatedAsync() > 0);

        // The region whose read is silent still waits for it.
        Assert.Equal(1, await CountEvaluatedAsync());
        Assert.False(tick.IsCompleted);
        await tick;
        Assert.Equal(2, await CountEvaluatedAsync());
    }

    /// <summary>Resources whose newest evaluation is that of this minute.</summary>
    private async Task<int> CountEvaluatedAsync() =>
        (await lane.Place.State.Evaluations.ListAsync(TestContext.Current.CancellationToken)).Count(record => record.At >= lane.Now);
}
