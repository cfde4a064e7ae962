using Advisor.Api.Json;
using Advisor.Core.Fleet;
using Advisor.Service;
using Advisor.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Overview;

/// <summary>GET /api/fleet: the newest evaluation of every resource, the cost of the fleet and what its quota leaves.</summary>
internal static class FleetEndpoint
{
    private const int SnapshotPage = 1000;

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        TaggedAnswer.Create(
            request,
            await ReadAsync(await dependencies.ReadServiceAsync(cancellation), cancellation),
            OverviewJson.Default.FleetOverview
        );

    public static async Task<FleetOverview> ReadAsync(ServiceDependencies service, CancellationToken cancellation)
    {
        var heartbeat = service.State.Fleet.FindHeartbeatAsync(cancellation);
        var evaluations = await service.State.Evaluations.ListAsync(cancellation);
        var listed = await ListResourcesAsync(service.State, cancellation);
        var evaluated = evaluations.Select(record => record.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        FleetRow[] rows =
        [
            .. evaluations
                .Select(FleetRows.Create)
                .Concat(listed.Where(resource => !evaluated.Contains(resource.Id)).Select(FleetRows.Create))
                .OrderBy(row => row.Id, StringComparer.OrdinalIgnoreCase),
        ];
        return new FleetOverview((await heartbeat)?.Tick, Summarize(rows), ListRegions(service, listed), rows);
    }

    private static async Task<List<FleetResource>> ListResourcesAsync(AdvisorState state, CancellationToken cancellation)
    {
        var (found, position) = (new List<FleetResource>(), (SnapshotPosition?)null);
        do
        {
            var page = await state.ListSnapshotsAsync(position, SnapshotPage, cancellation);
            found.AddRange(
                page.Snapshots.Select(snapshot => ResourceSnapshot.Read(snapshot.Version, snapshot.Content)).OfType<FleetResource>()
            );
            position = page.Next;
        } while (position is not null);

        return found;
    }

    private static FleetSummary Summarize(IReadOnlyList<FleetRow> rows) =>
        new(
            rows.Count,
            rows.Count(row => row.IsAtRisk()),
            rows.Count(row => row.State == ResourceHealth.Failed),
            rows.Count(row => row.Changing),
            rows.Count(row => row.IsRecommended()),
            rows.SelectMany(row => row.Alerts)
                .Where(alert => alert.State == "firing")
                .GroupBy(alert => alert.Severity, StringComparer.Ordinal)
                .OrderBy(alerts => alerts.Key, StringComparer.Ordinal)
                .ToDictionary(alerts => alerts.Key, alerts => alerts.Count()),
            [
                .. rows.Where(row => row.CostNow is not null)
                    .GroupBy(row => row.CostNow!.Currency, StringComparer.Ordinal)
                    .OrderBy(rows => rows.Key, StringComparer.Ordinal)
                    .Select(Sum),
            ]
        );

    private static FleetCost Sum(IGrouping<string, FleetRow> rows)
    {
        decimal Changes(Func<decimal, bool> chosen) =>
            rows.Where(row => row.IsRecommended()).Select(row => row.CostChange ?? 0).Where(chosen).Sum();
        return new FleetCost(
            rows.Key,
            rows.Count(),
            rows.Count(row => row.CostNow!.Messages is null),
            rows.Sum(row => row.CostNow!.Units),
            rows.Sum(row => row.CostNow!.Messages ?? 0),
            rows.Sum(row => row.CostNow!.Total),
            -Changes(change => change < 0),
            Changes(change => change > 0)
        );
    }

    private static IReadOnlyList<FleetRegion> ListRegions(ServiceDependencies service, IReadOnlyList<FleetResource> listed)
    {
        var isWhole = RegionalUsage.CoversSubscriptions(service.Options.Scope, new FleetListing(listed, []));
        return
        [
            .. RegionalUsage
                .ComputeListed(listed, service.Rules)
                .Select(use => new FleetRegion(use.Subscription, use.Region, use.Units, isWhole && use.Limit > 0 ? use.Limit : null)),
        ];
    }
}
