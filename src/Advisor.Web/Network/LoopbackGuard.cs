using Advisor.Web.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Network;

/// <summary>
/// Restricts an API without keys to its own machine. Listening on 127.0.0.1 is not enough: a page of any site runs in a browser of this
/// machine, and reaches it under a host name that resolves here (the Host header is then that name), or by sending forms here (the origin
/// is then another one).
/// </summary>
public static class LoopbackGuard
{
    public static void UseLoopbackGuard(this IApplicationBuilder app) =>
        app.Use(
            async (context, next) =>
            {
                if (Refuse(context.Request) is { } refusal)
                {
                    await refusal.ExecuteAsync(context);
                    return;
                }

                await next(context);
            }
        );

    internal static bool IsLoopback(string host) => host.ToLowerInvariant() is "127.0.0.1" or "localhost" or "[::1]" or "::1";

    private static IResult? Refuse(HttpRequest request) =>
        !IsLoopback(request.Host.Host)
            ? ApiProblem.Create(
                StatusCodes.Status421MisdirectedRequest,
                "NotThisMachine",
                "This address answers to 127.0.0.1 and localhost alone."
            )
        : !HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method) && IsCrossSite(request)
            ? ApiProblem.Create(StatusCodes.Status403Forbidden, "OtherOrigin", "A page of another site sent this; nothing was done.")
        : null;

    private static bool IsCrossSite(HttpRequest request)
    {
        var origin = request.Headers.Origin.ToString();
        return request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin" or "none")
            || (
                origin.Length > 0
                && origin != "null"
                && !(Uri.TryCreate(origin, UriKind.Absolute, out var from) && IsLoopback(from.Host) && from.Port == request.Host.Port)
            );
    }
}
