using Advisor.Api.Json;
using Advisor.Core.Alerting;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <param name="Decision">The newest line of its audit trail; absent before the first.</param>
/// <param name="OpenChange">The change under way; absent where there is none.</param>
/// <param name="Alerts">Those that pend or fire.</param>
internal sealed record ResourceDetail(ResourceLine Resource, DecisionLine? Decision, ChangeRecord? OpenChange, IReadOnlyList<AlertLine> Alerts);

/// <param name="Id">A condition of rules/alerts.yaml.</param>
/// <param name="State">pending, firing or noData.</param>
/// <param name="Since">When the condition began to hold.</param>
/// <param name="Told">Whether its team was told.</param>
internal sealed record AlertLine(string Id, string Severity, string State, DateTimeOffset? Since, bool Told, bool Flapping)
{
    public static AlertLine Of(StandingAlert alert) =>
        new(alert.Status.Id, alert.Status.Severity, alert.Status.State, alert.Since, alert.IsTold, alert.IsFlapping);
}

/// <summary>GET /api/resources/{id}; the id is the resource's own, with its slashes.</summary>
internal static class ResourceDetails
{
    public static async Task<IResult> AnswerAsync(string id, ApiParts parts, CancellationToken cancellation)
    {
        if (ResourceIdText.Read(id) is not { } resourceId)
        {
            return Refusal.BadInput(ResourceIdText.Problem);
        }

        var service = await parts.Service(cancellation);
        var state = service.State;
        var memory = await state.LoadAsync(resourceId, cancellation);
        if (memory.Snapshot is not { } snapshot || ResourceSnapshot.Read(snapshot.Version, snapshot.Content) is not { } resource)
        {
            return Refusal.Of(StatusCodes.Status404NotFound, "NotFound", "No resource of this id was seen; GET /api/resources lists those that were.");
        }

        var newest = await state.Decisions.QueryAsync(resourceId, DateTimeOffset.UnixEpoch, parts.Now.AddDays(1), null, 1, cancellation);
        var detail = new ResourceDetail(
            ResourceLine.Of(resource, snapshot.At),
            newest.Records.Count > 0 ? DecisionLine.Of(newest.Records[0]) : null,
            memory.OpenChange,
            [.. KnownAlerts.Of(service.Rules, memory.State).Select(AlertLine.Of)]);
        return Results.Json(detail, ApiJson.Default.ResourceDetail);
    }
}
