using Advisor.Api.Json;
using Advisor.Service;
using Advisor.State.Resources;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Overview;

/// <summary>GET /api/fleet: the newest evaluation of every resource, the cost of the fleet and what its quota leaves.</summary>
internal static class FleetEndpoint
{
    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        TaggedAnswer.Create(
            request,
            await ReadAsync(await dependencies.ReadServiceAsync(cancellation), cancellation),
            OverviewJson.Default.FleetOverview
        );

    public static async Task<FleetOverview> ReadAsync(ServiceDependencies service, CancellationToken cancellation)
    {
        var heartbeat = service.State.Fleet.FindHeartbeatAsync(cancellation);
        var fleet = await KnownFleet.ReadAsync(service.State, cancellation);
        FleetResourceRow[] rows =
        [
            .. fleet
                .Evaluations.Select(FleetRows.Create)
                .Concat(fleet.ListNotEvaluated().Select(FleetRows.Create))
                .OrderBy(row => row.Id, StringComparer.OrdinalIgnoreCase),
        ];
        return new FleetOverview((await heartbeat)?.Tick, Summarize(rows.Length, fleet.Evaluations), fleet.ListRegions(service), rows);
    }

    private static FleetSummary Summarize(int resources, IReadOnlyList<EvaluationRecord> records) =>
        new(
            resources,
            records.Count(record => record.IsAtRisk()),
            records.Count(record => FleetRows.FindState(record) == ResourceHealth.Failed),
            records.Count(record => record.IsChanging),
            records.Count(record => record.IsRecommended()),
            records
                .SelectMany(record => record.Alerts)
                .Where(alert => alert.State == "firing")
                .GroupBy(alert => alert.Severity, StringComparer.Ordinal)
                .OrderBy(alerts => alerts.Key, StringComparer.Ordinal)
                .ToDictionary(alerts => alerts.Key, alerts => alerts.Count()),
            FleetCost.SumByCurrency(records)
        );
}
