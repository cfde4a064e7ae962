using Advisor.Core.Observations;
using Advisor.Service.Budgets;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Store.Rows;

/// <content>Ticks, batches and marks of the fleet.</content>
internal static partial class GoldenRows
{
    private static readonly PauseMark Pause = new("advisor", "3 changes in a row were not verified.", At);

    private static readonly TickRecord Tick = new(At, 2, At.AddSeconds(3))
    {
        Plan = new TickPlan(Hash, "AQ==", [Resource]),
        Unread = ["subscription-2"],
    };

    private static readonly BatchRecord Batch = new(At, "s/westeurope/signalr/0", At.AddSeconds(9), 50, 1)
    {
        IdleResources = ["0123456789ab"],
        MetricCalls = 4,
        Activity = new RegionActivity(At, At.AddMinutes(-1), 40, 2),
        Generation = 7,
    };

    private static IEnumerable<GoldenRow> Fleet =>
        [
            GoldenRow.Create(nameof(RecordCodecs.Tick), RecordCodecs.Tick, Tick) with
            {
                Earlier = Tick with { Unread = null },
            },
            GoldenRow.Create(nameof(RecordCodecs.Batch), RecordCodecs.Batch, Batch) with
            {
                Earlier = Batch with { Generation = null },
            },
            GoldenRow.Create(nameof(RecordCodecs.Pause), RecordCodecs.Pause, Pause),
            GoldenRow.Create(
                nameof(RecordCodecs.Heartbeat),
                RecordCodecs.Heartbeat,
                new HeartbeatMark(At, At.AddSeconds(9))
                {
                    Ticks = 7,
                    Evaluations = 350,
                    Failures = 1,
                    MetricCalls = 28,
                }
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.Resume),
                RecordCodecs.Resume,
                new ResumeMark("ann@example.com", "The lock is removed.", At.AddHours(1), Pause)
            ),
            GoldenRow.Create(nameof(RecordCodecs.Clock), RecordCodecs.Clock, new ClockMark(At, TimeSpan.FromMinutes(-7))),
            GoldenRow.Create(nameof(RecordCodecs.Throttle), RecordCodecs.Throttle, new Throttle("metrics/s", At)),
            GoldenRow.Create(nameof(RecordCodecs.Budgets), RecordCodecs.Budgets, new BudgetMark(["chat", "live"], true)),
            GoldenRow.Create(nameof(RecordCodecs.Layout), RecordCodecs.Layout, new StoreLayout(16)),
        ];
}
