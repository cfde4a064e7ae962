using Advisor.Core.Decisions;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <param name="Decision">The newest audit record; absent before the first.</param>
/// <param name="OpenChange">The change in progress; absent when there is none.</param>
/// <param name="Alerts">Pending and firing alerts.</param>
internal sealed record ResourceDetail(
    ListedResource Resource,
    DecisionEntry? Decision,
    ChangeRecord? OpenChange,
    IReadOnlyList<AlertEntry> Alerts
);

/// <param name="Id">Id of a condition in rules/alerts.yaml.</param>
/// <param name="State">State: pending, firing or noData.</param>
/// <param name="Since">Time at which the condition began to hold.</param>
/// <param name="Notified">Whether its team was notified.</param>
/// <param name="SuppressedBy">Reason why notifications of the alert are suppressed; absent if they are not.</param>
internal sealed record AlertEntry(
    string Id,
    string Severity,
    string State,
    DateTimeOffset? Since,
    bool Notified,
    bool Flapping,
    string? SuppressedBy
)
{
    public static AlertEntry Create(Alert alert) =>
        new(
            alert.Id,
            alert.Severity.FormatName(),
            alert.Phase.FormatName(),
            alert.Since,
            alert.IsNotified,
            alert.IsFlapping,
            alert.SuppressedBy
        );
}

/// <summary>
/// GET /api/resources/{id}; the id is the resource id with its slashes, or with %2F for each, as generated clients send it.
/// </summary>
internal static class ResourceDetails
{
    public static async Task<IResult> AnswerAsync(string id, ApiDependencies dependencies, CancellationToken cancellation)
    {
        // Of what is encoded, a path keeps only the slashes.
        if (ResourceIdText.Read(id.Replace("%2F", "/", StringComparison.OrdinalIgnoreCase)) is not { } resourceId)
        {
            return ApiProblem.CreateBadInput(ResourceIdText.Problem);
        }

        var service = await dependencies.ReadServiceAsync(cancellation);
        var state = service.State;
        var stored = await state.LoadAsync(resourceId, cancellation);
        if (stored.Snapshot is not { } snapshot || snapshot.ReadResource() is not { } resource)
        {
            return ApiProblem.Create(
                StatusCodes.Status404NotFound,
                "NotFound",
                "Advisor does not monitor this resource. GET /api/resources lists the resources it monitors."
            );
        }

        var newest = await state.Decisions.QueryAsync(
            resourceId,
            new(DateTimeOffset.UnixEpoch, dependencies.Now.AddDays(1), null, 1),
            cancellation
        );
        var detail = new ResourceDetail(
            ListedResource.Create(resource, snapshot.At),
            newest.Records.Count > 0 ? DecisionEntry.Create(newest.Records[0]) : null,
            stored.OpenChange,
            [
                .. CurrentAlerts
                    .Read(service.Rules, stored.State, await state.Evaluations.FindAsync(resourceId, cancellation))
                    .Select(AlertEntry.Create),
            ]
        );
        return Results.Json(detail, ApiJson.Default.ResourceDetail);
    }
}
