using Microsoft.AspNetCore.Http;

namespace Advisor.HostStandIn;

/// <summary>What a receiver of messages may answer instead of taking one.</summary>
public static class Answers
{
    public static RequestDelegate Status(int status, string body = "", string? retryAfter = null, Uri? location = null) =>
        http =>
        {
            http.Response.StatusCode = status;
            http.Response.Headers.RetryAfter = retryAfter;
            http.Response.Headers.Location = location?.AbsoluteUri;
            return http.Response.WriteAsync(body, http.RequestAborted);
        };

    /// <summary>Says nothing until the sender goes away.</summary>
    public static async Task HangAsync(HttpContext http)
    {
        var gone = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var registration = http.RequestAborted.Register(gone.SetResult);
        await gone.Task;
    }

    /// <summary>Cuts the connection before it answers.</summary>
    public static Task CutAsync(HttpContext http)
    {
        http.Abort();
        return Task.CompletedTask;
    }
}
