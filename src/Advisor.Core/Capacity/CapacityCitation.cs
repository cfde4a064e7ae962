namespace Advisor.Core.Capacity;

/// <summary>One limit, the figures behind it and their source.</summary>
/// <param name="Limit">Limit of the citation.</param>
/// <param name="Used">Amount in use, client side: percent, connections, bytes per second or messages per second; null = unknown.</param>
/// <param name="TargetLimit">
/// Amount allowed at the size, target x limit, in the same unit; null when the workload has no such limit.
/// </param>
/// <param name="Headroom">Limit - used, negative beyond the limit; null when either is unknown.</param>
/// <param name="UnitsRequired">
/// Units that this limit requires, before rounding to the ladder; infinite when no number of units suffices; null = unknown.
/// </param>
/// <param name="Rows">Ids of the table rows behind the limit, such as signalr.echo; empty when no table defines it.</param>
/// <param name="Source">File and edition of the rows, or the setting that defines the limit.</param>
/// <param name="IsInterpolated">Whether the figures are interpolated because a row has no column for this size.</param>
public sealed record CapacityCitation(
    Limit Limit,
    double? Used,
    double? TargetLimit,
    double? Headroom,
    double? UnitsRequired,
    IReadOnlyList<string> Rows,
    string Source,
    bool IsInterpolated
)
{
    /// <summary>One sentence with the figures.</summary>
    public string Text =>
        (Used, TargetLimit) switch
        {
            (null, _) => "unknown: the metric is missing",
            (_, null) when Limit == Limit.Routing => "routing does not limit this workload",
            ({ } used, null) => $"{LimitText.Format(Limit, used)}; no limit for this workload",
            ({ } used, { } limit) => $"{LimitText.FormatShare(Limit, used, limit)}{(IsInterpolated ? " (interpolated)" : "")}",
        };
}

/// <summary>Explains utilization limit by limit, for <c>evaluate --explain</c>.</summary>
public static class CapacityExplanation
{
    /// <summary>Returns one citation per limit, in the order of the line contract.</summary>
    public static IReadOnlyList<CapacityCitation> Explain(CapacityModel model, in Demand demand, int units)
    {
        var requiredUnitsByLimit = model.ComputeRequiredUnits(demand);
        List<CapacityCitation> citations = [];
        foreach (var limit in LimitingFactor.Limits)
        {
            var rows = ListSourceRows(model, limit);
            citations.Add(
                new CapacityCitation(
                    limit,
                    model.ComputeUsage(limit, demand, units),
                    model.ComputeTargetLimit(limit, units),
                    model.ComputeHeadroom(limit, demand, units),
                    requiredUnitsByLimit[limit],
                    [.. rows.Select(row => row.Id)],
                    DescribeSource(model, limit, rows),
                    rows.Any(row => row.IsInterpolatedAt(model.Sku, units))
                )
            );
        }

        return citations;
    }

    private static List<CapacityRow> ListSourceRows(CapacityModel model, Limit limit)
    {
        if (limit is Limit.ServerLoad or Limit.Connections || model.ComputeTargetLimit(limit, model.Sku.Ladder.Max) is null)
        {
            return [];
        }

        var table = model.Table;
        List<CapacityRow> rows = [];
        foreach (var part in model.Workload.Parts.Where(p => p.Share.Value > 0))
        {
            var small = UseCaseTraffic.IsSmallGroup(table, part);
            var row = table.FindRowOrEquivalent(small ? UseCase.SendToSmallGroup : part.UseCase)!;
            if (
                (limit == Limit.Inbound && row.InboundIsPublisher)
                || (limit == Limit.Routing && !small && row.UseCase != UseCase.SendToConnection)
            )
            {
                continue;
            }

            rows.Add(row);
            if (
                small
                && UseCaseTraffic.GetGroupSize(table, part) < UseCaseTraffic.GetMeasuredGroupSize(table)
                && table.FindRow(UseCase.SendToConnection) is { } single
            )
            {
                rows.Add(single);
            }
        }

        if (rows.Count > 1 && limit != Limit.Routing)
        {
            rows.Add(table.Rows.MaxBy(row => limit == Limit.Inbound ? row.InboundBytes[0] : row.OutboundBytes[0])!);
        }

        return [.. rows.Distinct()];
    }

    private static string DescribeSource(CapacityModel model, Limit limit, List<CapacityRow> rows) =>
        limit switch
        {
            Limit.ServerLoad => model.Targets.ServerLoad == model.PolicyTargets.ServerLoad
                ? "serverLoadTarget of the policy"
                : "target serverLoad of the resource",
            Limit.Connections => $"connectionsPerUnit of {model.Sku.Name}{FormatTarget(model, limit)}",
            _ => string.Join("; ", rows.Select(row => row.Source).Distinct()) + (rows.Count > 0 ? FormatTarget(model, limit) : ""),
        };

    private static string FormatTarget(CapacityModel model, Limit limit) =>
        model.Targets[limit] is { Value: not 1 } target ? $", target {target.Percent:0.#} %" : "";
}
