using System.Text;
using System.Text.Json;
using Advisor.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;

namespace Advisor.LocalAzure.Faults;

/// <summary>Lets the faults that concern a whole call strike before, or instead of, its answer.</summary>
internal sealed class FaultMiddleware(LocalAzureFaults faults, TimeProvider time)
{
    private static readonly FaultKind[] Refusals =
    [
        FaultKind.ServerError, FaultKind.Unavailable, FaultKind.Reset, FaultKind.Throttle, FaultKind.ExpiredToken, FaultKind.Forbidden, FaultKind.NotFound,
    ];

    private static readonly FaultKind[] Changes = [FaultKind.Conflict, FaultKind.ScopeLocked, FaultKind.Policy, FaultKind.Quota];

    public async Task InvokeAsync(HttpContext http, CallKind call, RequestDelegate next)
    {
        var path = http.Request.Path.Value ?? "";
        if (faults.Strike([FaultKind.Delay], call, path) is { } late)
        {
            await Task.Delay(late.Fault.Delay, http.RequestAborted);
        }

        if (faults.Strike([FaultKind.RequireToken], call, path) is not null && TokenProblem(http) is { } problem)
        {
            await AnswerAsync(http, call, problem);
        }
        else if ((faults.Strike(Refusals, call, path) ?? (call == CallKind.Patch ? faults.Strike(Changes, call, path) : null)) is { } struck)
        {
            await RefuseAsync(http, call, struck);
        }
        else if (faults.Strike([FaultKind.Truncate], call, path) is not null)
        {
            await TruncateAsync(http, next);
        }
        else
        {
            await next(http);
        }
    }

    private static async Task RefuseAsync(HttpContext http, CallKind call, LocalAzureFaults.Struck struck)
    {
        if (struck.Fault.Kind == FaultKind.Reset)
        {
            http.Abort();
            return;
        }

        if (struck.Fault.Kind == FaultKind.Throttle)
        {
            http.Response.Headers.RetryAfter = struck.RetryAfterSeconds.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        await AnswerAsync(http, call, Refusal(http, call, struck));
    }

    private static Task AnswerAsync(HttpContext http, CallKind call, ArmError error)
    {
        if (error.Status == StatusCodes.Status401Unauthorized)
        {
            http.Response.Headers.WWWAuthenticate =
                "Bearer authorization_uri=\"https://login.microsoftonline.com/common\", error=\"invalid_token\", error_description=\"The access token is missing or invalid.\"";
        }

        return call == CallKind.MetricBatch ? error.WriteBatchAsync(http) : error.WriteAsync(http);
    }

    private static ArmError Refusal(HttpContext http, CallKind call, LocalAzureFaults.Struck struck)
    {
        var path = http.Request.Path.Value ?? "";
        return struck.Fault.Kind switch
        {
            FaultKind.ServerError => new(500, "InternalServerError", "The server encountered an internal error. Please retry the request."),
            FaultKind.Unavailable => new(503, "ServiceUnavailable", "The service is temporarily unavailable. Please retry the request."),
            FaultKind.Throttle => new(
                429,
                "TooManyRequests",
                $"The request is being throttled as the limit has been reached for operation type '{call}'. Please try again after '{struck.RetryAfterSeconds}' seconds."),
            FaultKind.ExpiredToken => Expired,
            FaultKind.NotFound => new(404, "ResourceNotFound", $"The Resource '{path}' was not found."),
            FaultKind.Conflict => Busy(path),
            FaultKind.ScopeLocked => new(
                409,
                "ScopeLocked",
                $"The scope '{path}' cannot perform write operation because following scope(s) are locked: '{path}'. Please remove the lock and try again."),
            FaultKind.Policy => new(
                403,
                "RequestDisallowedByPolicy",
                $"Resource '{path[(path.LastIndexOf('/') + 1)..]}' was disallowed by policy. Policy identifiers: '[{{\"policyAssignment\":{{\"name\":\"local-sizes\"}}}}]'."),
            FaultKind.Quota => QuotaExceeded("the region", 150),
            _ => new(
                403,
                "AuthorizationFailed",
                $"The client 'local' with object id '00000000-0000-0000-0000-00000000a001' does not have authorization to perform action '{Action(call)}' over scope '{path}' or the scope is invalid. If access was recently granted, please refresh your credentials."),
        };
    }

    private static ArmError Expired { get; } = new(401, "ExpiredAuthenticationToken", "The access token expiry UTC time is earlier than the current UTC time.");

    /// <summary>The answer to a change while another runs.</summary>
    internal static ArmError Busy(string id) =>
        new(409, "Conflict", $"Cannot modify resource '{id}': another operation is in progress. Please retry after it has completed.");

    /// <summary>The answer to a growth past the units that a subscription may have in a region.</summary>
    internal static ArmError QuotaExceeded(string region, int limit) =>
        new(400, "QuotaExceeded", $"The total units of the subscription in {region} would exceed the quota of {limit} units. Please request a quota increase.");

    private static string Action(CallKind call) => call switch
    {
        CallKind.MetricBatch or CallKind.MetricSingle => "Microsoft.Insights/metrics/read",
        CallKind.MetricDefinitions => "Microsoft.Insights/metricDefinitions/read",
        CallKind.Autoscale => "Microsoft.Insights/autoscaleSettings/read",
        CallKind.Patch => "Microsoft.SignalRService/SignalR/write",
        CallKind.Subscriptions => "Microsoft.Resources/subscriptions/read",
        _ => "Microsoft.SignalRService/SignalR/read",
    };

    // A token that reads as a JWT is held to its expiry; any other text is taken as good, "expired" excepted.
    private ArmError? TokenProblem(HttpContext http)
    {
        var header = http.Request.Headers.Authorization.ToString();
        if (!header.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase) || header.Length < 8)
        {
            return new(401, "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.");
        }

        var token = header["Bearer ".Length..].Trim();
        return token == "expired" || ExpiryOf(token) <= time.GetUtcNow() ? Expired : null;
    }

    private static DateTimeOffset? ExpiryOf(string token)
    {
        try
        {
            var part = token.Split('.') is [_, var payload, _] ? payload.Replace('-', '+').Replace('_', '/') : "";
            using var claims = JsonDocument.Parse(Encoding.UTF8.GetString(Convert.FromBase64String(part.PadRight((part.Length + 3) / 4 * 4, '='))));
            return DateTimeOffset.FromUnixTimeSeconds(claims.RootElement.GetProperty("exp").GetInt64());
        }
        catch (Exception e) when (e is FormatException or JsonException or KeyNotFoundException or InvalidOperationException or ArgumentOutOfRangeException)
        {
            return null;
        }
    }

    private static async Task TruncateAsync(HttpContext http, RequestDelegate next)
    {
        var real = http.Response.Body;
        using var whole = new MemoryStream();
        http.Response.Body = whole;
        await next(http);
        await http.Response.BodyWriter.FlushAsync();
        http.Response.Body = real;
        http.Response.ContentLength = whole.Length / 2;
        await real.WriteAsync(whole.GetBuffer().AsMemory(0, (int)(whole.Length / 2)), http.RequestAborted);
    }
}
