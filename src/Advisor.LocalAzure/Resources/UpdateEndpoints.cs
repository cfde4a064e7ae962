using System.Text.Json;
using Advisor.LocalAzure.Faults;
using Advisor.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.LocalAzure.Resources;

/// <summary>The change of a resource: PATCH, answered by 202 with two addresses, and the two ways to follow it.</summary>
internal sealed class UpdateEndpoints(LocalFleet fleet, LocalAzureFaults faults, LocalAzureOptions options)
{
    private const string Locations = ArmRoutes.Group + ArmRoutes.Provider + "/locations/{location}";

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapResource("PATCH", "", CallKind.Patch, fleet, PatchAsync);
        routes.MapArm("GET", Locations + "/operationStatuses/{name}/operationId/{operation}", CallKind.Operation, fleet, StatusAsync);
        routes.MapArm("GET", Locations + "/operationResults/{operation}/{type}/{name}", CallKind.Operation, fleet, ResultAsync);
    }

    private async Task PatchAsync(HttpContext http, LocalResource resource)
    {
        var (change, error) = await ResourceChange.ReadAsync(http.Request, resource);
        error ??= OverQuota(resource, change!);
        if (error is not null)
        {
            await error.WriteAsync(http);
            return;
        }

        var fails = faults.Strike([FaultKind.FailedUpdate], CallKind.Patch, resource.Id) is not null;
        var stuck = faults.Strike([FaultKind.StuckUpdate], CallKind.Patch, resource.Id) is not null;
        var operation = resource.TryStart(change!.Sku, change.Units, stuck ? Timeout.InfiniteTimeSpan : resource.ScalingTime(options.ScalingTime), fails, change.Tags);
        if (operation is null)
        {
            await Refusals.Busy(resource.Id).WriteAsync(http);
            return;
        }

        fleet.Remember(operation);
        http.Response.StatusCode = StatusCodes.Status202Accepted;
        http.Response.ContentLength = 0;
        http.Response.Headers["Azure-AsyncOperation"] = http.Absolute($"{StatusPath(operation)}?api-version={http.ApiVersion()}");
        http.Response.Headers.Location = http.Absolute($"{ResultPath(operation)}?api-version={http.ApiVersion()}");
    }

    private ArmError? OverQuota(LocalResource resource, ResourceChange change)
    {
        var quota = options.RegionalUnitQuota;
        var after = fleet.UnitsIn(resource.Region) - resource.UnitsForQuota + change.Units;
        return quota >= 0 && change.Units > resource.Units && after > quota ? Refusals.QuotaExceeded(resource.Region, quota) : null;
    }

    private Task StatusAsync(HttpContext http)
    {
        if (Operation(http) is not { } operation)
        {
            return Unknown(http).WriteAsync(http);
        }

        var status = operation.StatusAt(fleet.Clock.Now);
        return http.WriteJsonAsync(writer =>
        {
            writer.WriteStartObject();
            writer.WriteString("id", StatusPath(operation));
            writer.WriteString("name", operation.Id);
            writer.WriteString("status", status);
            writer.WriteString("startTime", operation.StartedAt.UtcDateTime);
            if (status != ScalingOperation.Running)
            {
                writer.WriteString("endTime", operation.EndsAt.UtcDateTime);
            }

            if (status == ScalingOperation.Failed)
            {
                writer.WriteStartObject("error");
                writer.WriteString("code", "InternalServerError");
                writer.WriteString("message", "The update failed. The resource keeps its present size.");
                writer.WriteEndObject();
            }

            writer.WriteEndObject();
        });
    }

    private Task ResultAsync(HttpContext http)
    {
        if (Operation(http) is not { } operation)
        {
            return Unknown(http).WriteAsync(http);
        }

        if (operation.StatusAt(fleet.Clock.Now) != ScalingOperation.Running)
        {
            return http.WriteJsonAsync(writer => writer.WriteRawValue(operation.Resource.Document()));
        }

        http.Response.StatusCode = StatusCodes.Status202Accepted;
        http.Response.ContentLength = 0;
        http.Response.Headers.Location = http.Absolute($"{ResultPath(operation)}?api-version={http.ApiVersion()}");
        return Task.CompletedTask;
    }

    private ScalingOperation? Operation(HttpContext http) => fleet.Operation(http.RouteText("operation"));

    private static ArmError Unknown(HttpContext http) =>
        new(404, "NotFound", $"The operation '{http.RouteText("operation")}' was not found.");

    private static string StatusPath(ScalingOperation operation) =>
        $"{LocationOf(operation)}/operationStatuses/{operation.Resource.Name}/operationId/{operation.Id}";

    private static string ResultPath(ScalingOperation operation) =>
        $"{LocationOf(operation)}/operationResults/{operation.Id}/{operation.Resource.Type.Split('/')[1]}/{operation.Resource.Name}";

    private static string LocationOf(ScalingOperation operation)
    {
        var resource = operation.Resource;
        return $"/subscriptions/{resource.SubscriptionId}/resourceGroups/{resource.Spec.ResourceGroup}{ArmRoutes.Provider}/locations/{resource.Region}";
    }
}
