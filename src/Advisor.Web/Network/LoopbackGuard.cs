using Advisor.Configuration;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Network;

/// <summary>
/// Restricts an API without keys to its own machine. Listening on 127.0.0.1 is not enough: a page of any site runs in a browser of this
/// machine, and reaches it under a host name that resolves here (the Host header is then that name), or by sending forms here (the origin
/// is then another one). Nor does a proxy of this machine make its callers this machine: it marks what it forwards.
/// </summary>
public static class LoopbackGuard
{
    // Written by proxies, beside those that begin with X-Forwarded- and X-Original-.
    private static readonly string[] ProxyHeaders = ["Forwarded", "Via", "X-Real-IP"];

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

    /// <summary>Whether a proxy has forwarded a request, so that it came from another machine whatever its host is.</summary>
    internal static bool IsForwarded(HttpRequest request) =>
        request.Headers.Keys.Any(name =>
            ProxyHeaders.Contains(name, StringComparer.OrdinalIgnoreCase)
            || name.StartsWith("X-Forwarded-", StringComparison.OrdinalIgnoreCase)
            || name.StartsWith("X-Original-", StringComparison.OrdinalIgnoreCase)
        );

    private static IResult? Refuse(HttpRequest request) =>
        !HostName.IsLoopback(request.Host.Host)
            ? ApiProblem.Create(
                StatusCodes.Status421MisdirectedRequest,
                "NotThisMachine",
                "This address answers to 127.0.0.1 and localhost alone."
            )
        : IsForwarded(request)
            ? ApiProblem.Create(
                StatusCodes.Status421MisdirectedRequest,
                "Forwarded",
                "A proxy forwarded this, and without Advisor__ApiKeys or Advisor__SignIn only this machine is answered: set one of them, "
                    + "and Advisor__Address."
            )
        : !HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method) && IsCrossSite(request) ? CrossSite.CreateRefusal()
        : null;

    private static bool IsCrossSite(HttpRequest request) =>
        CrossSite.IsSender(request, from => HostName.IsLoopback(from.Host) && from.Port == request.Host.Port);
}
