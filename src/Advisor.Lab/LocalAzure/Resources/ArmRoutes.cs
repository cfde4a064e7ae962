using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Maps Azure's paths, which are case-insensitive, with their common checks: api-version, subscription, resource.</summary>
internal static class ArmRoutes
{
    public const string Subscription = "/subscriptions/{subscription}";
    public const string Group = Subscription + "/resourceGroups/{group}";
    public const string Provider = "/providers/Microsoft.SignalRService";
    public const string OfType = Provider + "/{type:regex(^(?i)(signalr|webpubsub)$)}";
    public const string ResourcePath = Group + OfType + "/{name}";
    public const string ReplicaPath = ResourcePath + "/replicas/{replica}";

    /// <summary>Maps a path of one subscription.</summary>
    public static void MapArm(
        this IEndpointRouteBuilder routes,
        string method,
        string path,
        CallKind kind,
        LocalFleet fleet,
        RequestDelegate handle
    ) =>
        routes
            .MapMethods(path, [method], http => Validate(http, kind, fleet) is { } error ? error.WriteAsync(http) : handle(http))
            .WithMetadata(new CallKindMetadata(kind));

    /// <summary>Maps a path of one resource, or below it.</summary>
    public static void MapResource(
        this IEndpointRouteBuilder routes,
        string method,
        string below,
        CallKind kind,
        LocalFleet fleet,
        Func<HttpContext, LocalResource, Task> handle
    ) =>
        routes.MapArm(
            method,
            ResourcePath + below,
            kind,
            fleet,
            http =>
            {
                var (type, name, group) = (GetTypeName(http.GetRouteText("type")), http.GetRouteText("name"), http.GetRouteText("group"));
                return FindResource(http, fleet) is { } resource
                    ? handle(http, resource)
                    : ArmError.ResourceNotFound($"Microsoft.SignalRService/{type}", name, group).WriteAsync(http);
            }
        );

    /// <summary>Maps a path of one resource and of one geo-replica, or below them.</summary>
    public static void MapResourceAndReplica(
        this IEndpointRouteBuilder routes,
        string method,
        string below,
        CallKind kind,
        LocalFleet fleet,
        Func<HttpContext, LocalResource, Task> handle
    )
    {
        routes.MapResource(method, below, kind, fleet, handle);
        routes.MapArm(
            method,
            ReplicaPath + below,
            kind,
            fleet,
            http =>
            {
                var (type, name, group) = (GetTypeName(http.GetRouteText("type")), http.GetRouteText("name"), http.GetRouteText("group"));
                var replica = http.GetRouteText("replica");
                return FindResource(http, fleet) is { } owner && fleet.Find($"{owner.Id}/replicas/{replica}") is { } found
                    ? handle(http, found)
                    : ArmError.ResourceNotFound($"Microsoft.SignalRService/{type}/{name}/replicas", replica, group).WriteAsync(http);
            }
        );
    }

    /// <summary>Returns SignalR or WebPubSub, as spelled in Azure's ids.</summary>
    public static string GetTypeName(string type) =>
        string.Equals(type, "signalr", StringComparison.OrdinalIgnoreCase) ? "SignalR" : "WebPubSub";

    private static LocalResource? FindResource(HttpContext http, LocalFleet fleet) =>
        fleet.Find(
            $"/subscriptions/{http.GetRouteText("subscription")}/resourceGroups/{http.GetRouteText("group")}{Provider}"
                + $"/{GetTypeName(http.GetRouteText("type"))}/{http.GetRouteText("name")}"
        );

    /// <summary>Returns the refusal of a call without an api-version, or with one that its provider does not have; null = none.</summary>
    public static ArmError? FindVersionProblem(HttpContext http, CallKind kind) =>
        http.GetApiVersion().Length > 0
            ? ApiVersions.FindProblem(kind, http.GetApiVersion())
            : ArmError.Invalid(
                "MissingApiVersionParameter",
                "The api-version query parameter (?api-version=) is required for all requests."
            );

    private static ArmError? Validate(HttpContext http, CallKind kind, LocalFleet fleet)
    {
        if (FindVersionProblem(http, kind) is { } wrong)
        {
            return wrong;
        }

        var subscription = http.GetRouteText("subscription");
        return !Guid.TryParse(subscription, out _)
                ? ArmError.Invalid(
                    "InvalidSubscriptionId",
                    $"The provided subscription identifier '{subscription}' is malformed or invalid."
                )
            : !fleet.Has(subscription) ? new ArmError(404, "SubscriptionNotFound", $"The subscription '{subscription}' could not be found.")
            : !fleet.IsReadable(subscription) ? ArmError.Unauthorized("Microsoft.SignalRService/read", $"/subscriptions/{subscription}")
            : null;
    }
}
