using Advisor.Web.Json;
using Advisor.Web.OpenApi;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Network;

/// <summary>
/// Guards a program that listens on the network: what the keys of the Functions host do for the app. <c>/open</c> has its own protection,
/// signed links, or tells nothing (health).
/// </summary>
public static class NetworkGuard
{
    private static readonly object KeyMark = new();

    private static readonly PathString[] ForPrograms = ["/api", "/metrics", OpenApiEndpoint.Path];

    public static void UseNetworkGuard(this IApplicationBuilder app, NetworkAccess access) =>
        app.Use(
            async (context, next) =>
            {
                if (Refuse(context.Request, access) is not { } refusal)
                {
                    await next(context);
                    return;
                }

                context.Response.Headers.CacheControl = "no-store";
                await refusal.ExecuteAsync(context);
            }
        );

    /// <summary>Whether the guard has found a key in a request.</summary>
    internal static bool HasProvenKey(HttpRequest request) => request.HttpContext.Items.ContainsKey(KeyMark);

    private static bool ProvesKey(HttpRequest request, NetworkAccess access)
    {
        if (access.Keys?.IsIn(request) != true)
        {
            return false;
        }

        request.HttpContext.Items[KeyMark] = true;
        return true;
    }

    private static IResult? Refuse(HttpRequest request, NetworkAccess access)
    {
        var isReading = HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);
        return request.Path.StartsWithSegments("/open", StringComparison.OrdinalIgnoreCase) || ProvesKey(request, access) ? null
            : !access.IsOwnHost(request.Host)
                ? ApiProblem.Create(
                    StatusCodes.Status421MisdirectedRequest,
                    "OtherHost",
                    "Without a key this answers to its IP address or the host of Advisor__Address alone."
                )
            : Principal.FindName(request, access.SignIn) is not null
                ? !isReading && IsCrossSite(request, access) ? CrossSite.CreateRefusal()
                    : null
            : access.AllowsAnonymous && isReading ? null
            // The pages themselves ask for the sign-in.
            : access.SignIn != SignInMode.Off
            && !ForPrograms.Any(path => request.Path.StartsWithSegments(path, StringComparison.OrdinalIgnoreCase))
                ? null
            : CreateUnauthorized(request, access);
    }

    private static IResult CreateUnauthorized(HttpRequest request, NetworkAccess access)
    {
        request.HttpContext.Response.Headers.WWWAuthenticate = "Bearer";
        return ApiProblem.Create(
            StatusCodes.Status401Unauthorized,
            "Unauthorized",
            access.Keys is null
                ? "Sign in first; for programs, set Advisor__ApiKeys."
                : "Send a key of Advisor__ApiKeys as 'Authorization: Bearer KEY'."
        );
    }

    private static bool IsCrossSite(HttpRequest request, NetworkAccess access) =>
        CrossSite.IsSender(
            request,
            from => string.Equals(from.Authority, access.Address?.Authority ?? request.Host.Value, StringComparison.OrdinalIgnoreCase)
        );
}
