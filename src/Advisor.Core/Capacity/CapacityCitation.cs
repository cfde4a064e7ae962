using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Core.Capacity;

/// <summary>One limit with every number behind it and where it stands.</summary>
/// <param name="Dimension">The limit.</param>
/// <param name="Used">What is used, client side: percent, connections, bytes per second or messages per second; null = unknown.</param>
/// <param name="Limit">What may be used at the size, target x limit, in the same unit; null where the workload has no such limit.</param>
/// <param name="Headroom">Limit - used, negative beyond the limit; null where either is missing.</param>
/// <param name="Utilization">Used / (target x limit); null = unknown.</param>
/// <param name="Need">Units that this limit asks for, before the ladder; infinite where no number of units will do; null = unknown.</param>
/// <param name="LeastSize">The least size of the SKU that keeps this limit; null where none does or the need is unknown.</param>
/// <param name="Rows">Ids of the table rows behind the limit, such as signalr.echo; empty where it comes from no table.</param>
/// <param name="Source">File and edition of the rows, or the setting behind the limit.</param>
/// <param name="IsInterpolated">Whether a row has no column of its own for this size.</param>
public sealed record CapacityCitation(
    Dimension Dimension,
    double? Used,
    double? Limit,
    double? Headroom,
    Ratio? Utilization,
    double? Need,
    int? LeastSize,
    IReadOnlyList<string> Rows,
    string Source,
    bool IsInterpolated)
{
    /// <summary>One sentence with the figures.</summary>
    public string Text => (Used, Limit) switch
    {
        (null, _) => "unknown: the metric is missing",
        (_, null) when Dimension == Dimension.Routing => "routing sets no limit to this workload",
        ({ } used, null) => $"{Figures.Of(Dimension, used)}; no limit for this workload",
        ({ } used, { } limit) => $"{Figures.Share(Dimension, used, limit)}{(IsInterpolated ? " (interpolated)" : "")}",
    };
}

/// <summary>Explains a utilization: what <c>evaluate --explain</c> prints.</summary>
public static class CapacityExplanation
{
    /// <summary>One citation for each of the five limits, in the order of the line contract.</summary>
    public static IReadOnlyList<CapacityCitation> Of(CapacityModel model, in Demand demand, int units)
    {
        var (needs, utilization) = (model.Needs(demand), model.Utilization(demand, units));
        List<CapacityCitation> citations = [];
        foreach (var dimension in Binding.Dimensions)
        {
            var rows = RowsBehind(model, dimension);
            citations.Add(new CapacityCitation(
                dimension,
                model.Used(dimension, demand, units),
                model.Limit(dimension, units),
                model.Headroom(dimension, demand, units),
                utilization[dimension],
                needs.Need(dimension),
                needs.LeastSize(dimension, model.Sku.Ladder),
                [.. rows.Select(row => row.Id)],
                Source(model, dimension, rows),
                rows.Any(row => Ceilings.IsInterpolated(row, model.Sku, units))));
        }

        return citations;
    }

    private static List<CapacityRow> RowsBehind(CapacityModel model, Dimension dimension)
    {
        if (dimension is Dimension.ServerLoad or Dimension.Connections || model.Limit(dimension, model.Sku.Ladder.Greatest) is null)
        {
            return [];
        }

        var table = model.Table;
        List<CapacityRow> rows = [];
        foreach (var part in model.Workload.Parts.Where(p => p.Share.Value > 0))
        {
            var small = UseCaseTraffic.IsSmallGroup(table, part);
            var row = table.RowOrEquivalent(small ? UseCase.SendToSmallGroup : part.UseCase)!;
            if ((dimension == Dimension.Inbound && row.InboundIsPublisher) || (dimension == Dimension.Routing && !small && row.UseCase != UseCase.SendToConnection))
            {
                continue;
            }

            rows.Add(row);
            if (small && UseCaseTraffic.GroupSize(table, part) < UseCaseTraffic.MeasuredGroupSize(table) && table.Row(UseCase.SendToConnection) is { } single)
            {
                rows.Add(single);
            }
        }

        if (rows.Count > 1 && dimension != Dimension.Routing)
        {
            rows.Add(table.Rows.MaxBy(row => dimension == Dimension.Inbound ? row.InboundBytes[0] : row.OutboundBytes[0])!);
        }

        return [.. rows.Distinct()];
    }

    private static string Source(CapacityModel model, Dimension dimension, List<CapacityRow> rows) => dimension switch
    {
        Dimension.ServerLoad => model.Targets.ServerLoad == model.PolicyTargets.ServerLoad ? "serverLoadTarget of the policy" : "target serverLoad of the resource",
        Dimension.Connections => $"connectionsPerUnit of {model.Sku.Name}{Target(model, dimension)}",
        _ => string.Join("; ", rows.Select(row => row.Source).Distinct()) + (rows.Count > 0 ? Target(model, dimension) : ""),
    };

    private static string Target(CapacityModel model, Dimension dimension) => model.Targets[dimension] is { Value: not 1 } target
        ? string.Create(CultureInfo.InvariantCulture, $", target {target.Percent:0.#} %")
        : "";
}
