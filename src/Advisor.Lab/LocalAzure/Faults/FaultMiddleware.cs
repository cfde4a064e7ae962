using System.Text;
using System.Text.Json;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>Applies the faults that concern a whole call before, or instead of, its response.</summary>
internal sealed class FaultMiddleware(LocalAzureFaults faults, TimeProvider time, Func<CallKind, string, byte[], byte[]>? rewrite)
{
    private static readonly FaultKind[] ErrorFaults =
    [
        FaultKind.ServerError,
        FaultKind.Unavailable,
        FaultKind.Reset,
        FaultKind.Throttle,
        FaultKind.Overloaded,
        FaultKind.ExpiredToken,
        FaultKind.Forbidden,
        FaultKind.Unauthorized,
        FaultKind.NotFound,
    ];

    private static readonly FaultKind[] UpdateFaults = [FaultKind.Conflict, FaultKind.ScopeLocked, FaultKind.Policy, FaultKind.Quota];

    public async Task InvokeAsync(HttpContext http, CallKind call, RequestDelegate next)
    {
        var path = http.Request.Path.Value ?? "";
        if (faults.TryTrigger([FaultKind.Delay], call, path) is { } late)
        {
            await Task.Delay(late.Fault.Delay, http.RequestAborted);
        }

        if (faults.TryTrigger([FaultKind.RequireToken], call, path) is not null && FindTokenProblem(http) is { } problem)
        {
            await WriteErrorAsync(http, call, problem);
        }
        else if (
            (faults.TryTrigger(ErrorFaults, call, path) ?? (call == CallKind.Patch ? faults.TryTrigger(UpdateFaults, call, path) : null)) is
            { } triggeredFault
        )
        {
            await RefuseAsync(http, call, triggeredFault);
        }
        else if (faults.TryTrigger([FaultKind.Truncate], call, path) is not null)
        {
            await RewriteBodyAsync(http, next, body => body[..(body.Length / 2)]);
        }
        else if (rewrite is not null)
        {
            await RewriteBodyAsync(http, next, body => rewrite(call, path, body));
        }
        else
        {
            await next(http);
        }
    }

    private static async Task RefuseAsync(HttpContext http, CallKind call, LocalAzureFaults.TriggeredFault triggeredFault)
    {
        if (triggeredFault.Fault.Kind == FaultKind.Reset)
        {
            http.Abort();
            return;
        }

        if (triggeredFault.Fault.Kind == FaultKind.Throttle)
        {
            // Cost Management states the wait in a header of its own.
            var header = call == CallKind.Costs ? "x-ms-ratelimit-microsoft.costmanagement-entity-retry-after" : HeaderNames.RetryAfter;
            http.Response.Headers[header] = triggeredFault.Fault.RetryAfter ?? triggeredFault.RetryAfterSeconds.ToString();
        }

        await WriteErrorAsync(http, call, FaultErrors.FromFault(triggeredFault, call, http.Request.Path.Value ?? ""));
    }

    private static Task WriteErrorAsync(HttpContext http, CallKind call, ArmError error)
    {
        if (error.Status == StatusCodes.Status401Unauthorized)
        {
            http.Response.Headers.WWWAuthenticate =
                "Bearer authorization_uri=\"https://login.microsoftonline.com/common\", error=\"invalid_token\", "
                + "error_description=\"The access token is missing or invalid.\"";
        }

        return call == CallKind.MetricBatch ? error.WriteBatchAsync(http) : error.WriteAsync(http);
    }

    // The expiry of a token in JWT form is checked; any other text is accepted, except "expired".
    private ArmError? FindTokenProblem(HttpContext http)
    {
        var header = http.Request.Headers.Authorization.ToString();
        if (!header.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase) || header.Length < 8)
        {
            return new(401, "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.");
        }

        var token = header["Bearer ".Length..].Trim();
        return token == "expired" || ParseExpiry(token) <= time.GetUtcNow() ? FaultErrors.Expired : null;
    }

    private static DateTimeOffset? ParseExpiry(string token)
    {
        try
        {
            var part = token.Split('.') is [_, var payload, _] ? payload.Replace('-', '+').Replace('_', '/') : "";
            using var claims = JsonDocument.Parse(
                Encoding.UTF8.GetString(Convert.FromBase64String(part.PadRight((part.Length + 3) / 4 * 4, '=')))
            );
            return DateTimeOffset.FromUnixTimeSeconds(claims.RootElement.GetProperty("exp").GetInt64());
        }
        catch (Exception e)
            when (e is FormatException or JsonException or KeyNotFoundException or InvalidOperationException or ArgumentOutOfRangeException)
        {
            return null;
        }
    }

    private static async Task RewriteBodyAsync(HttpContext http, RequestDelegate next, Func<byte[], byte[]> change)
    {
        var real = http.Response.Body;
        using var whole = new MemoryStream();
        http.Response.Body = whole;
        await next(http);
        await http.Response.BodyWriter.FlushAsync();
        http.Response.Body = real;
        if (whole.Length > 0)
        {
            var body = change(whole.ToArray());
            http.Response.ContentLength = body.Length;
            await real.WriteAsync(body, http.RequestAborted);
        }
    }
}
