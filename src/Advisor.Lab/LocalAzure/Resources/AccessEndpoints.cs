using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>What the subscription and the caller may use: registrations of providers, and permissions of roles.</summary>
internal sealed class AccessEndpoints(LocalFleet fleet, LocalAzureOptions options)
{
    private const string Insights = "Microsoft.Insights";

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapArm(
            "GET",
            ArmRoutes.Subscription + "/providers/{provider:regex(^(?i)microsoft\\.(insights|app)$)}",
            CallKind.Subscriptions,
            fleet,
            AnswerProviderAsync
        );
        routes.MapResourceAndReplica(
            "GET",
            "/providers/Microsoft.Authorization/permissions",
            CallKind.Subscriptions,
            fleet,
            (http, _) => http.WriteJsonAsync(ResourceEndpoints.BuildList([BuildPermission()]))
        );
    }

    /// <summary>
    /// Returns the refusal of a call to a provider for which the subscription is not registered: 409 by Resource Manager, 403 by the batch
    /// endpoint. Null where it is registered.
    /// </summary>
    public static ArmError? FindRefusal(LocalAzureOptions options, CallKind kind) =>
        kind is not (CallKind.MetricBatch or CallKind.MetricSingle or CallKind.MetricDefinitions or CallKind.Autoscale)
        || !options.UnregisteredProviders.Contains(Insights, StringComparer.OrdinalIgnoreCase)
            ? null
        : kind == CallKind.MetricBatch
            ? new ArmError(
                StatusCodes.Status403Forbidden,
                "Forbidden",
                $"Failed to authorize the request. Register the '{Insights}' resource provider on the resource's subscription and "
                    + "try again."
            )
        : new ArmError(
            StatusCodes.Status409Conflict,
            "MissingSubscriptionRegistration",
            $"The subscription is not registered to use namespace '{Insights}'. See https://aka.ms/rps-not-found for how to register "
                + "subscriptions."
        );

    private Task AnswerProviderAsync(HttpContext http)
    {
        var provider = http.GetRouteText("provider");
        var isMissing = options.UnregisteredProviders.Contains(provider, StringComparer.OrdinalIgnoreCase);
        return http.WriteJsonAsync(
            new JsonObject
            {
                ["id"] = $"/subscriptions/{http.GetRouteText("subscription")}/providers/{provider}",
                ["namespace"] = provider,
                ["registrationState"] = isMissing ? "NotRegistered" : "Registered",
                ["registrationPolicy"] = "RegistrationRequired",
                ["resourceTypes"] = new JsonArray(),
            }
        );
    }

    private JsonObject BuildPermission() =>
        new()
        {
            ["actions"] = new JsonArray([.. options.PermittedActions.Select(action => (JsonNode)action)]),
            ["notActions"] = new JsonArray("Microsoft.Authorization/*/write"),
            ["dataActions"] = new JsonArray(),
            ["notDataActions"] = new JsonArray(),
        };
}
