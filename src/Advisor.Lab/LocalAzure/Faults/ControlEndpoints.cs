using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>
/// Control endpoints for programs outside this process: GET /local (the contents), GET and DELETE /local/calls (call counts), GET, POST and
/// DELETE /local/faults (list, add and end faults), GET and POST /local/clock (read and advance the time), POST and DELETE
/// /local/clock/skews (show a wrong time to readers of the clock, and end that). Faults do not apply to them.
/// </summary>
internal sealed class ControlEndpoints(LocalAzureHost host, TimeProvider time)
{
    private readonly SkewedClock clock = new(time);

    public void Map(IEndpointRouteBuilder routes)
    {
        MapRoute("GET", "/local", http => http.WriteJsonAsync(BuildOverview()));
        MapRoute("GET", "/local/calls", http => http.WriteJsonAsync(CountCalls()));
        MapRoute("DELETE", "/local/calls", http => CompleteAsync(http, host.Calls.Reset));
        MapRoute("GET", "/local/faults", http => http.WriteJsonAsync(ListFaults()));
        MapRoute("POST", "/local/faults", AddFaultAsync);
        MapRoute("DELETE", "/local/faults", http => CompleteAsync(http, host.Faults.Clear));
        MapRoute("GET", "/local/clock", http => http.WriteJsonAsync(BuildClock()));
        MapRoute("POST", "/local/clock", MoveClockAsync);
        MapRoute("POST", "/local/clock/skews", AddSkewAsync);
        MapRoute("DELETE", "/local/clock/skews", http => CompleteAsync(http, clock.Clear));

        void MapRoute(string method, string path, RequestDelegate handle) =>
            routes.MapMethods(path, [method], handle).WithMetadata(ControlMetadata.Instance);
    }

    private JsonObject BuildOverview() =>
        new()
        {
            ["endpoint"] = host.Endpoint.GetLeftPart(UriPartial.Authority),
            ["subscriptionId"] = host.SubscriptionId,
            ["resources"] = new JsonArray([.. host.Resources.Select(BuildResource)]),
        };

    private static JsonNode BuildResource(LocalResource resource) =>
        new JsonObject
        {
            ["id"] = resource.Id,
            ["region"] = resource.Region,
            ["sku"] = resource.Sku,
            ["units"] = resource.Units,
            ["provisioningState"] = resource.ProvisioningState,
            ["shows"] = resource.Spec.Shows,
        };

    private JsonObject CountCalls()
    {
        var counts = Enum.GetValues<CallKind>().Select(kind => KeyValuePair.Create(kind.ToCamelCase(), (JsonNode?)host.Calls[kind]));
        return new JsonObject(counts) { ["total"] = host.Calls.Total };
    }

    private JsonObject ListFaults() =>
        new()
        {
            ["value"] = JsonSerializer.SerializeToNode([.. host.Faults.Active.Select(FaultJson.From)], ControlJson.Default.FaultJsonArray),
        };

    private async Task AddFaultAsync(HttpContext http)
    {
        try
        {
            var text = await JsonSerializer.DeserializeAsync(http.Request.Body, ControlJson.Default.FaultJson, http.RequestAborted);
            host.Faults.Add(text?.ToFault() ?? throw new JsonException("the body is empty"));
            http.Response.StatusCode = StatusCodes.Status201Created;
        }
        catch (Exception e) when (e is JsonException or ArgumentException)
        {
            var kinds = string.Join(", ", Enum.GetValues<FaultKind>().Select(EnumText.ToCamelCase));
            await ArmError.Invalid("InvalidFault", $"This is not a fault: {e.Message} Kinds: {kinds}.").WriteAsync(http);
        }
    }

    private JsonObject BuildClock() =>
        new()
        {
            ["now"] = clock.Now.UtcDateTime,
            ["azure"] = time.GetUtcNow().UtcDateTime,
            ["manual"] = time is ManualTimeProvider,
        };

    private async Task MoveClockAsync(HttpContext http)
    {
        try
        {
            var move = await JsonSerializer.DeserializeAsync(http.Request.Body, ControlJson.Default.MoveRequest, http.RequestAborted);
            if (time is not ManualTimeProvider manual)
            {
                await ArmError
                    .Invalid("ClockIsNotManual", "This clock follows the time of the machine. Start with --manual-clock to move it.")
                    .WriteAsync(http);
                return;
            }

            var span = move?.Seconds is >= 0 and <= 1e9 and var seconds
                ? TimeSpan.FromSeconds(seconds)
                : throw new JsonException("seconds is 0 or more.");
            await manual.AdvanceTogetherAsync(span, http.RequestAborted);
            await http.WriteJsonAsync(BuildClock());
        }
        catch (JsonException e)
        {
            await ArmError.Invalid("InvalidClock", $"A clock is moved by {{\"seconds\":60}}: {e.Message}").WriteAsync(http);
        }
    }

    private async Task AddSkewAsync(HttpContext http)
    {
        try
        {
            var skew = await JsonSerializer.DeserializeAsync(http.Request.Body, ControlJson.Default.ClockSkew, http.RequestAborted);
            clock.Add(skew ?? throw new JsonException("the body is empty"));
            http.Response.StatusCode = StatusCodes.Status201Created;
        }
        catch (Exception e) when (e is JsonException or ArgumentException)
        {
            await ArmError.Invalid("InvalidClockSkew", $"A skew has from, until and aheadSeconds: {e.Message}").WriteAsync(http);
        }
    }

    private static Task CompleteAsync(HttpContext http, Action act)
    {
        act();
        http.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    /// <summary>Marks endpoints that are not counted and have no faults.</summary>
    internal sealed class ControlMetadata
    {
        public static readonly ControlMetadata Instance = new();
    }
}
