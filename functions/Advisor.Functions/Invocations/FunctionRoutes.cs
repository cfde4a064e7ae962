using System.Diagnostics;
using System.Text.Json;
using Advisor.Service.Telemetry;

namespace Advisor.Functions.Invocations;

/// <summary>Maps the address of each function, <c>POST /NAME</c>, and its responses to the host.</summary>
internal static partial class FunctionRoutes
{
    private const string IdHeader = "X-Azure-Functions-InvocationId";

    /// <summary>
    /// Adds a function. It returns when its work is done or recorded, including permanent failures; it throws when a retry may help: then
    /// the response is 500, the host fails the invocation, and a queue message is delivered again.
    /// </summary>
    public static void MapFunction(
        this IEndpointRouteBuilder routes,
        string name,
        Func<Invocation, CancellationToken, Task<InvocationResponse>> run
    )
    {
        var logger = routes.ServiceProvider.GetRequiredService<ILoggerFactory>().CreateLogger(name);
        routes.MapPost("/" + name, context => AnswerAsync(context, name, run, logger));
    }

    private static async Task AnswerAsync(
        HttpContext context,
        string name,
        Func<Invocation, CancellationToken, Task<InvocationResponse>> run,
        ILogger logger
    )
    {
        var cancellation = context.RequestAborted;
        using var span = StartSpan(context.Request.Headers, name);
        try
        {
            var (invocation, problem) = await ReadAsync(context.Request, cancellation);
            if (invocation is null)
            {
                await RefuseAsync(context, StatusCodes.Status400BadRequest, problem!);
                return;
            }

            var answer = await run(invocation, cancellation);
            await context.Response.WriteAsJsonAsync(answer, InvocationJson.Default.InvocationResponse, "application/json", cancellation);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // The host has closed the connection and counts the invocation as failed.
        }
        catch (Exception e)
        {
            // Any exception at this level: the host must deliver the message again.
            span?.SetStatus(ActivityStatusCode.Error).SetTag(TelemetryNames.ErrorTag, e.GetType().Name);
            LogFailure(logger, name, e.GetType().Name, ToOneLine(e.Message));
            await RefuseAsync(context, StatusCodes.Status500InternalServerError, ToOneLine(e.Message));
        }
    }

    private static async Task<(Invocation? Invocation, string? Problem)> ReadAsync(HttpRequest request, CancellationToken cancellation)
    {
        try
        {
            return Invocation.Read(
                request.Headers[IdHeader].ToString(),
                await JsonSerializer.DeserializeAsync(request.Body, InvocationJson.Default.JsonElement, cancellation)
            );
        }
        catch (Exception e) when (e is JsonException or BadHttpRequestException)
        {
            return (null, "The body is not an invocation: it is not JSON.");
        }
    }

    // The parent is the host's own span if given, never the web server's, which is not exported.
    private static Activity? StartSpan(IHeaderDictionary headers, string name)
    {
        _ = ActivityContext.TryParse(headers.TraceParent.ToString(), headers.TraceState.ToString(), isRemote: true, out var parent);
        Activity.Current = null;
        return ServiceTelemetry
            .Activities.StartActivity(name, ActivityKind.Consumer, parent)
            ?.SetTag("faas.trigger", name == "Tick" ? "timer" : "pubsub")
            .SetTag("faas.invocation_id", headers[IdHeader].ToString());
    }

    private static Task RefuseAsync(HttpContext context, int status, string problem)
    {
        if (context.Response.HasStarted)
        {
            context.Abort();
            return Task.CompletedTask;
        }

        context.Response.StatusCode = status;
        return context.Response.WriteAsync(problem);
    }

    internal static string ToOneLine(string text) => string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));

    [LoggerMessage(Level = LogLevel.Error, Message = "{Function} failed and will be retried ({Kind}): {Problem}")]
    private static partial void LogFailure(ILogger logger, string function, string kind, string problem);
}
