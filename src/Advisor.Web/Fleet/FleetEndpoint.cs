using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Decisions;
using Advisor.Service;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Fleet;

/// <summary>
/// GET /api/fleet: the newest evaluation of every resource, paged, the cost of the fleet and what its quota leaves.
/// </summary>
internal static class FleetEndpoint
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var (limit, wrongLimit) = Paging.ReadLimit(request.Query);
        var (after, wrongAfter) = Paging.ReadId(request.Query);
        if ((wrongLimit ?? wrongAfter) is { } problem)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        var service = await dependencies.ReadServiceAsync(cancellation);
        var overview = await ReadAsync(service, after, limit, dependencies.Now, cancellation);
        return TaggedAnswer.Create(request, overview, OverviewJson.Default.FleetOverview);
    }

    private static async Task<FleetOverview> ReadAsync(
        ServiceSetup service,
        string? after,
        int limit,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var heartbeat = service.State.Fleet.FindHeartbeatAsync(cancellation);
        var fleet = await KnownFleet.ReadAsync(service.State, now, cancellation);
        var unevaluated = fleet.ListNotEvaluated().ToList();
        FleetResourceRow[] rows =
        [
            .. fleet
                .Evaluations.Where(record => IsAfter(record.ResourceId, after))
                .Take(limit + 1)
                .Select(FleetRows.Create)
                .Concat(unevaluated.Where(resource => IsAfter(resource.Id, after)).Select(FleetRows.Create))
                .OrderBy(row => row.Id, StringComparer.OrdinalIgnoreCase)
                .Take(limit + 1),
        ];
        return new FleetOverview(
            (await heartbeat)?.Tick,
            Summarize(
                fleet.Evaluations.Count + unevaluated.Count,
                fleet.Evaluations,
                await fleet.ComputeBudgetsAsync(service, now, cancellation)
            ),
            fleet.ListRegions(service),
            rows.Length > limit ? rows[..limit] : rows,
            rows.Length > limit ? Paging.FormatNext(rows[limit - 1].Id) : null
        );
    }

    private static bool IsAfter(string id, string? after) => after is null || StringComparer.OrdinalIgnoreCase.Compare(id, after) > 0;

    private static FleetSummary Summarize(int resources, IReadOnlyList<EvaluationRecord> records, IReadOnlyList<BudgetUse> budgets) =>
        new(
            resources,
            records.Count(record => record.IsAtRisk()),
            records.Count(record => FleetRows.FindState(record) == ResourceHealth.Failed),
            records.Count(record => record.IsChanging),
            records.Count(record => record.IsRecommended()),
            records
                .SelectMany(record => record.Alerts)
                .Where(alert => alert.IsFiring)
                .GroupBy(alert => alert.Severity.FormatName(), StringComparer.Ordinal)
                .OrderBy(alerts => alerts.Key, StringComparer.Ordinal)
                .ToDictionary(alerts => alerts.Key, alerts => alerts.Count()),
            FleetCost.SumByCurrency(records),
            FleetActualCost.Create(PastCostSum.Compute(records.Select(record => record.PastCost))),
            [.. budgets.Select(FleetBudget.Create)]
        );
}
