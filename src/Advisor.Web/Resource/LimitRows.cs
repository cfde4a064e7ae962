using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Reporting.Json;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Fleet;
using Advisor.Web.Rules;
using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Builds the arithmetic of each limit, from the amount reported by Azure to the units required.</summary>
internal static class LimitRows
{
    /// <param name="details">The amounts; null when only the results are known.</param>
    public static IReadOnlyList<LimitRow> Create(FleetEntry entry, EvaluationRecord record, EvaluationDetails? details, RuleLinks links) =>
        [
            .. LimitingFactor
                .Limits.Where(limit => record.Utilization.ContainsKey(limit) || record.RequiredUnits.ContainsKey(limit))
                .Select(limit => Create(limit, entry, record, details?.Limits.FirstOrDefault(known => known.Limit == limit), links)),
        ];

    private static LimitRow Create(Limit limit, FleetEntry entry, EvaluationRecord record, LimitDetails? details, RuleLinks links)
    {
        var used = record.Utilization.TryGetValue(limit, out var known) ? known : (double?)null;
        return new LimitRow(
            limit.ToWireName(),
            FleetText.FormatLimit(limit),
            Format(limit, details?.Used),
            details is { TargetLimit: null } ? "no limit" : Format(limit, details?.TargetLimit / details?.Target),
            details is null ? [] : [.. ListRules(limit, record, details).Select(links.Create)],
            details is null ? null : CreateTarget(limit, details, links),
            new UtilizationCell(used, entry.LimitingFactor == limit),
            FleetText.FormatPercent(used),
            record.IsBeyondAnySize(limit) ? FleetText.NoSize
                : record.RequiredUnits.TryGetValue(limit, out var units) ? units.ToString("#,##0.00")
                : FleetText.Unknown,
            details is { IsInterpolated: true } ? "interpolated between the columns of its rule" : null
        );
    }

    private static IEnumerable<string> ListRules(Limit limit, EvaluationRecord record, LimitDetails details) =>
        limit == Limit.Connections ? [$"{record.Service}.{record.Sku}.connectionsPerUnit"] : details.Rows;

    private static LinkedText CreateTarget(Limit limit, LimitDetails details, RuleLinks links) =>
        details.IsOwnTarget
            ? new LinkedText($"{Wording.FormatPercent(details.Target)} (own setting)", null)
            : links.Create(Wording.FormatPercent(details.Target), limit.ToWireName() + "Target");

    private static string Format(Limit limit, double? value) =>
        value is not { } known ? FleetText.Unknown
        : limit == Limit.ServerLoad ? known.ToString("0.#") + " %"
        : limit == Limit.Connections ? Wording.FormatNumber(known)
        : LimitText.Format(limit, known);
}
