using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Service.Changes;
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
        var (stuck, free) = (lane.AddHot("stuck"), lane.AddHot("free", "northeurope"));
        var isHeld = false;
        lane.Place.Azure.Faults.Add(
            new Fault(FaultKind.Delay)
            {
                Call = CallKind.MetricBatch,
                Times = 1,
                Delay = TimeSpan.FromMinutes(10),
            }
        );

        var tick = lane.TickAsync();
        await Until.WaitAsync(async () =>
        {
            var (ofStuck, ofFree) = ((await lane.ReadChangesAsync(stuck)).Count, (await lane.ReadChangesAsync(free)).Count);
            isHeld |= ofStuck + ofFree == 1;
            return ofStuck + ofFree > 0;
        });
        await tick;

        Assert.True(isHeld, "Both regions were decided at the same time.");
        Assert.Equal(ChangeState.Accepted, Assert.Single(await lane.ReadChangesAsync(stuck)).State);
        await lane.GetsItsSizeAsync(stuck);
        await lane.GetsItsSizeAsync(free);
    }
}
