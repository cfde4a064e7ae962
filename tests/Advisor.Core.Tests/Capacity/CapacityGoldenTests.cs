using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Tests.Scaling;
using Advisor.Tests;

namespace Advisor.Core.Tests.Capacity;

/// <summary>
/// What each SKU carries of each use case, group size and mix, and the ways out where that is too little, beside what was reviewed.
/// </summary>
public sealed class CapacityGoldenTests
{
    private static readonly Limit[] Limits = [Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    private static readonly Demand Huge = new(180_000, 220e6, 900e6, 400);

    // Few clients that send much: routing and inbound traffic decide.
    private static readonly Demand Inbound = new(5_000, 30e6, 30e6, 5);

    [Fact]
    public void The_limits_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        foreach (var table in TestResource.Rules.Tables)
        {
            text.Append($"{table.Service} {table.Edition}\n");
            foreach (var workload in ListWorkloads(table))
            {
                text.Append($"  {string.Join(" + ", workload.Parts)}\n");
                foreach (var sku in TestResource.Rules.GetCatalog(table.Service).Skus)
                {
                    var model = Create(table, sku, workload);
                    int[] sizes = [sku.Ladder.Min, sku.Ladder.Steps[sku.Ladder.Count / 2], sku.Ladder.Max];
                    text.Append($"    {sku.Name} ")
                        .Append(
                            string.Join(
                                "; ",
                                sizes.Select(units => $"{units}: {string.Join(' ', Limits.Select(l => Show(model, l, units)))}")
                            )
                        )
                        .Append($"; wall {model.RoutingWallUnits:0.##}\n");
                }
            }
        }

        Golden.AssertMatches("Advisor.Core.Tests", "limits.txt", text.ToString());
    }

    [Fact]
    public void The_ways_out_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        foreach (var table in TestResource.Rules.Tables)
        {
            var catalog = TestResource.Rules.GetCatalog(table.Service);
            foreach (var (workload, sku) in ListWorkloads(table).SelectMany(one => catalog.Skus.Select(sku => (one, sku))))
            {
                text.Append($"{table.Edition} {sku.Name} {string.Join(" + ", workload.Parts)}\n");
                foreach (var demand in new[] { Huge, Huge with { OutboundBytes = 4e9 }, Inbound })
                {
                    var ways = Alternatives.Find(Create(table, sku, workload), catalog, demand, (_, _) => null, null);
                    text.Append($"  {AlternativeText.DescribeHeadline(ways)}\n");
                    foreach (var way in ways)
                    {
                        text.Append($"    {way.Kind} {way.Sku} {way.Units} {way.Instances}: {way.Sentence} {way.Text} ")
                            .Append($"{string.Join(" | ", way.Requirements)}\n");
                    }
                }
            }
        }

        Golden.AssertMatches("Advisor.Core.Tests", "ways-out.txt", text.ToString());
    }

    [Fact]
    public void The_sources_of_a_capacity_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        TargetUtilizations own = new(new Ratio(0.5), new Ratio(0.6), new Ratio(0.7), new Ratio(0.8), new Ratio(0.9));
        foreach (var table in TestResource.Rules.Tables)
        {
            foreach (
                var (workload, targets) in ListWorkloads(table)
                    .SelectMany(one => new[] { (one, TestResource.Rules.Policy.Targets), (one, own) })
            )
            {
                var sku = TestResource.Rules.GetCatalog(table.Service).Find("Standard_S1")!;
                var model = new CapacityModel(table, sku, workload, true, TestResource.Rules.Policy.Targets, targets);
                var seen = model.ComputeDemand(new(55, 1500, 75, 5e8, 6e8, 300_000), 2);
                text.Append($"{table.Edition} {string.Join(" + ", workload.Parts)}\n  {Figures.WriteBriefly(seen)}\n")
                    .AppendJoin("", CapacityExplanation.Explain(model, Huge, 20).Select(one => $"  {Figures.WriteBriefly(one)}\n"));
            }
        }

        Golden.AssertMatches("Advisor.Core.Tests", "citations.txt", text.ToString());
    }

    private static CapacityModel Create(CapacityTable table, Sku sku, Workload workload) =>
        new(table, sku, workload, false, TestResource.Rules.Policy.Targets);

    private static string Show(CapacityModel model, Limit limit, int units) =>
        model.ComputePublishedLimit(limit, units) is { } value ? Math.Round(value).ToString() : "-";

    private static IEnumerable<Workload> ListWorkloads(CapacityTable table)
    {
        foreach (var row in table.Rows)
        {
            yield return Workload.Create(row.UseCase, 2048, row.UseCase.ToString().Contains("Group", StringComparison.Ordinal) ? 10 : null);
        }

        foreach (var size in new[] { 1, 2, 5, 19, 20, 100, 1000 })
        {
            yield return Workload.Create(UseCase.SendToSmallGroup, 1024, size);
        }

        yield return new Workload([
            new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(0.7), 512, 3),
            new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(0.3), 2048, 8),
        ]);
        yield return new Workload([
            new WorkloadPart(UseCase.Echo, new Ratio(0.5), 512),
            new WorkloadPart(UseCase.Broadcast, new Ratio(0.1), 4096),
            new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(0.4), 2048, 12),
        ]);
    }
}
