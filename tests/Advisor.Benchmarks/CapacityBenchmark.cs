using System.Diagnostics;
using System.Globalization;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Benchmarks;

/// <summary>What one reading costs against a model that is kept, and against a model made anew each time.</summary>
internal static class CapacityBenchmark
{
    public static Benchmark Benchmark { get; } =
        new("capacity", "utilizations and needs of one reading: model kept against model made anew", _ => Task.FromResult(Run()));

    private static int Run()
    {
        var table = RuleSetLoader.Embedded.Table(ServiceKind.SignalR);
        var sku = RuleSetLoader.Embedded.Catalog(ServiceKind.SignalR).Find("Standard_S1")!;
        var workload = Workload.Create(UseCase.SendToSmallGroup);
        var kept = new CapacityModel(table, sku, workload);
        var (asked, allocated) = Measure(5_000_000, i => Ask(kept, i));
        var (made, _) = Measure(20_000, i => Ask(new CapacityModel(table, sku, workload), i));
        Console.Out.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"kept: {asked:0} ns a reading, {allocated:0.##} B allocated; made anew: {made:0} ns; ratio {made / asked:0}"
            )
        );
        return 0;
    }

    private static double Ask(CapacityModel model, int i)
    {
        var readings = new MetricReadings(60, 4000 + (i % 1000), 80, 7e7, 7e8);
        var demand = model.Demand(readings, 5);
        return LimitingFactor.Find(model.Utilization(demand, 5)) == Limit.None ? 0 : model.RequiredUnits(demand).Max() ?? 0;
    }

    private static (double Nanoseconds, double Bytes) Measure(int times, Func<int, double> work)
    {
        var sum = 0.0;
        for (var i = 0; i < times / 10; i++)
        {
            sum += work(i);
        }

        var bytes = GC.GetAllocatedBytesForCurrentThread();
        var begun = Stopwatch.GetTimestamp();
        for (var i = 0; i < times; i++)
        {
            sum += work(i);
        }

        var elapsed = Stopwatch.GetElapsedTime(begun);
        bytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
        GC.KeepAlive(sum);
        return (elapsed.TotalNanoseconds / times, (double)bytes / times);
    }
}
