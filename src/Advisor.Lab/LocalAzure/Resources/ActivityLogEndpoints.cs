using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>
/// The Activity Log: an event for each change that was accepted. Azure takes caller and application from the token; here they are the
/// headers <see cref="CallerHeader"/> and <see cref="ApplicationHeader"/>.
/// </summary>
internal sealed partial class ActivityLogEndpoints(LocalFleet fleet)
{
    public const string CallerHeader = "x-local-caller";
    public const string ApplicationHeader = "x-local-appid";

    private const string DefaultCaller = "advisor@local";

    private readonly ConcurrentQueue<(DateTimeOffset At, string ResourceId, JsonObject Event)> events = new();

    private int count;

    public void Map(IEndpointRouteBuilder routes) =>
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + "/providers/Microsoft.Insights/eventtypes/management/values",
            CallKind.ActivityLog,
            fleet,
            AnswerAsync
        );

    /// <summary>Adds the event of an accepted change.</summary>
    public void Add(HttpRequest request, LocalResource resource)
    {
        var at = fleet.Clock.Now;
        var caller = request.Headers[CallerHeader].ToString() is { Length: > 0 } given ? given : DefaultCaller;
        var claims = new JsonObject
        {
            ["aud"] = "https://management.azure.com/",
            ["appid"] = request.Headers[ApplicationHeader].ToString(),
        };
        if (Guid.TryParse(caller, out _))
        {
            claims["idtyp"] = "app";
        }

        var number = Interlocked.Increment(ref count);
        var id = $"{resource.Id}/events/{LocalOperation.CreateId(resource.Id, number)}/ticks/{at.UtcTicks}";
        events.Enqueue(
            (
                at,
                resource.Id,
                new JsonObject
                {
                    ["authorization"] = new JsonObject { ["action"] = resource.Type + "/write", ["scope"] = resource.Id },
                    ["caller"] = caller,
                    ["channels"] = "Operation",
                    ["claims"] = claims,
                    ["eventName"] = BuildValue("EndRequest"),
                    ["category"] = BuildValue("Administrative"),
                    ["eventTimestamp"] = at.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffffffZ"),
                    ["id"] = id,
                    ["level"] = "Informational",
                    ["operationName"] = BuildValue(resource.Type + "/write"),
                    ["resourceGroupName"] = resource.Spec.ResourceGroup,
                    ["resourceProviderName"] = BuildValue("Microsoft.SignalRService"),
                    ["resourceType"] = BuildValue(resource.Type),
                    ["resourceId"] = resource.Id,
                    ["status"] = BuildValue("Accepted"),
                    ["subscriptionId"] = resource.SubscriptionId,
                }
            )
        );
    }

    private Task AnswerAsync(HttpContext http)
    {
        var filter = http.Request.Query["$filter"].ToString();
        return
            FilterPattern().Match(filter) is { Success: true } match
            && DateTimeOffset.TryParse(match.Groups["from"].Value, out var from)
            && DateTimeOffset.TryParse(match.Groups["until"].Value, out var until)
            ? http.WriteJsonAsync(
                ResourceEndpoints.BuildList(
                    events
                        .Where(one =>
                            one.At >= from
                            && one.At <= until
                            && string.Equals(one.ResourceId, match.Groups["id"].Value, StringComparison.OrdinalIgnoreCase)
                        )
                        .Reverse()
                        .Select(one => one.Event.DeepClone().AsObject())
                )
            )
            : ArmError.Invalid("BadRequest", $"The filter clause '{filter}' is not supported.").WriteAsync(http);
    }

    private static JsonObject BuildValue(string value) => new() { ["value"] = value, ["localizedValue"] = value };

    [GeneratedRegex(
        "^eventTimestamp ge '(?<from>[^']+)' and eventTimestamp le '(?<until>[^']+)' and resourceUri eq '(?<id>[^']+)'$",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex FilterPattern();
}
