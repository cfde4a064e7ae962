using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using BenchmarkDotNet.Attributes;

namespace Advisor.Benchmarks.Micro;

/// <summary>Utilization and required units of one reading, with a reused model and with a new one.</summary>
public class CapacityBenchmarks
{
    private static readonly CapacityTable Table = RuleSetLoader.Embedded.GetTable(ServiceKind.SignalR);
    private static readonly Sku Sku = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;
    private static readonly Workload Workload = Workload.Create(UseCase.SendToSmallGroup);

    private readonly CapacityModel kept = new(Table, Sku, Workload);
    private int reading;

    [Benchmark(Baseline = true, Description = "with the model of the resource")]
    public double LookUp() => LookUp(kept);

    [Benchmark(Description = "with a new model each time")]
    public double LookUpWithNewModel() => LookUp(new CapacityModel(Table, Sku, Workload));

    private double LookUp(CapacityModel model)
    {
        var demand = model.ComputeDemand(new MetricReadings(60, 4000 + (reading++ % 1000), 80, 7e7, 7e8), 5);
        return LimitingFactor.Find(model.ComputeUtilization(demand, 5)) == Limit.None ? 0 : model.ComputeRequiredUnits(demand).Max() ?? 0;
    }
}
