using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Tests.Capacity;

namespace Advisor.Core.Tests.Scaling;

public sealed class RequiredUnitsTests
{
    private const int Units = 10;

    // Echo of 2 KB carries 2 MB/s a unit. The server load is 20 % where the bytes are those of all units, so 3 would do by it.
    private const double FullBytes = Units * 2e6 * 60;

    [Fact]
    public void The_byte_ceilings_are_exceeded_by_a_quarter_where_a_day_of_the_server_load_shows_that_a_size_carries_more()
    {
        var model = new CapacityModel(GuideTables.SignalR, GuideTables.Standard, Workload.Create(UseCase.Echo, 2048));

        Assert.Equal(10, ComputeAfter(minutes: 1380), 1e-6);
        Assert.Equal(10 / 1.25, ComputeAfter(minutes: 1500), 1e-6);

        double ComputeAfter(int minutes)
        {
            var load = new ServerLoadModel();
            for (var minute = 0; minute < minutes; minute++)
            {
                (_, load) = Compute(0.5 + (minute % 10 / 20.0), load);
            }

            return Compute(1, load).Need.Units!.Value;
        }

        (RequiredUnits Need, ServerLoadModel Load) Compute(double share, ServerLoadModel load) =>
            RequiredUnits.Compute(
                model,
                new MetricReadings(20 * share, 1000, 10, FullBytes * share, FullBytes * share),
                Units,
                Units,
                load,
                PolicyParts.All
            );
    }
}
