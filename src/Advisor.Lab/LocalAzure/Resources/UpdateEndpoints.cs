using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Changes of a resource: PATCH, answered by 202 with two addresses, and the two ways to follow the operation.</summary>
internal sealed class UpdateEndpoints(
    LocalFleet fleet,
    LocalAzureFaults faults,
    LocalAzureOptions options,
    ActivityLogEndpoints activityLog
)
{
    private const string Locations = ArmRoutes.Group + ArmRoutes.Provider + "/locations/{location}";

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapResourceAndReplica("PATCH", "", CallKind.Patch, fleet, PatchAsync);
        routes.MapArm("GET", Locations + "/operationStatuses/{name}/operationId/{operation}", CallKind.Operation, fleet, AnswerStatusAsync);
        routes.MapArm("GET", Locations + "/operationResults/{operation}/{type}/{name}", CallKind.Operation, fleet, AnswerResultAsync);
    }

    private async Task PatchAsync(HttpContext http, LocalResource resource)
    {
        var (change, error) = await SizeUpdate.ReadAsync(http.Request, resource);
        error ??= CheckQuota(resource, change!);
        if (error is not null)
        {
            await error.WriteAsync(http);
            return;
        }

        var fails = faults.TryTrigger([FaultKind.FailedUpdate], CallKind.Patch, resource.Id) is not null;
        var stuck = faults.TryTrigger([FaultKind.StuckUpdate], CallKind.Patch, resource.Id) is not null;
        var operation = resource.TryStartOperation(
            change!.Sku,
            change.Units,
            stuck ? Timeout.InfiniteTimeSpan : resource.ComputeScalingTime(options.ScalingTime),
            fails,
            change.Tags
        );
        if (operation is null)
        {
            await FaultErrors.CreateBusy(resource.Id).WriteAsync(http);
            return;
        }

        fleet.AddOperation(operation);
        activityLog.Add(http.Request, resource);
        http.Response.StatusCode = StatusCodes.Status202Accepted;
        http.Response.ContentLength = 0;
        http.Response.Headers["Azure-AsyncOperation"] = http.ToAbsoluteUrl(
            $"{CreateStatusPath(operation)}?api-version={http.GetApiVersion()}"
        );
        http.Response.Headers.Location = http.ToAbsoluteUrl($"{CreateResultPath(operation)}?api-version={http.GetApiVersion()}");
    }

    private ArmError? CheckQuota(LocalResource resource, SizeUpdate change)
    {
        var quota = options.RegionalUnitQuota;
        var after = fleet.CountUnits(resource.SubscriptionId, resource.Region) - resource.UnitsForQuota + change.Units;
        return quota >= 0 && change.Units > resource.Units && after > quota
            ? FaultErrors.CreateQuotaExceeded(resource.Region, quota)
            : null;
    }

    private Task AnswerStatusAsync(HttpContext http)
    {
        if (FindOperation(http) is not { } operation)
        {
            return CreateNotFoundError(http).WriteAsync(http);
        }

        var status = operation.GetStatus(fleet.Clock.Now);
        return http.WriteJsonAsync(writer =>
        {
            writer.WriteStartObject();
            writer.WriteString("id", CreateStatusPath(operation));
            writer.WriteString("name", operation.Id);
            writer.WriteString("status", status);
            writer.WriteString("startTime", operation.StartedAt.UtcDateTime);
            if (status != LocalOperation.Running)
            {
                writer.WriteString("endTime", operation.EndsAt.UtcDateTime);
            }

            if (status == LocalOperation.Failed)
            {
                writer.WriteStartObject("error");
                writer.WriteString("code", "InternalServerError");
                writer.WriteString("message", "The update failed. The size of the resource is unchanged.");
                writer.WriteEndObject();
            }

            writer.WriteEndObject();
        });
    }

    private Task AnswerResultAsync(HttpContext http)
    {
        if (FindOperation(http) is not { } operation)
        {
            return CreateNotFoundError(http).WriteAsync(http);
        }

        if (operation.GetStatus(fleet.Clock.Now) != LocalOperation.Running)
        {
            return http.WriteJsonAsync(writer => writer.WriteRawValue(operation.Resource.WriteDocument()));
        }

        http.Response.StatusCode = StatusCodes.Status202Accepted;
        http.Response.ContentLength = 0;
        http.Response.Headers.Location = http.ToAbsoluteUrl($"{CreateResultPath(operation)}?api-version={http.GetApiVersion()}");
        return Task.CompletedTask;
    }

    private LocalOperation? FindOperation(HttpContext http) => fleet.FindOperation(http.GetRouteText("operation"));

    private static ArmError CreateNotFoundError(HttpContext http) =>
        new(404, "NotFound", $"The operation '{http.GetRouteText("operation")}' was not found.");

    private static string CreateStatusPath(LocalOperation operation) =>
        $"{ParseLocation(operation)}/operationStatuses/{operation.Resource.Name}/operationId/{operation.Id}";

    private static string CreateResultPath(LocalOperation operation) =>
        $"{ParseLocation(operation)}/operationResults/{operation.Id}/{operation.Resource.Type.Split('/')[1]}/{operation.Resource.Name}";

    private static string ParseLocation(LocalOperation operation)
    {
        var resource = operation.Resource;
        return $"/subscriptions/{resource.SubscriptionId}/resourceGroups/{resource.Spec.ResourceGroup}"
            + $"{ArmRoutes.Provider}/locations/{resource.Region}";
    }
}
