using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.HostStandIn;

/// <summary>The host's own HTTP: routes of HTTP functions, keys, and the request passed on unchanged with its full path.</summary>
internal sealed class HttpFront : IAsyncDisposable
{
    private readonly WebApplication web;
    private readonly IReadOnlyList<HttpRoute> routes;
    private readonly string key;
    private readonly Func<Uri> app;
    private readonly HttpClient http = Forwarding.CreateClient();

    private HttpFront(WebApplication web, IReadOnlyList<HttpRoute> routes, string key, Func<Uri> app) =>
        (this.web, this.routes, this.key, this.app) = (web, routes, key, app);

    public Uri Address => new(web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    public static async Task<HttpFront> StartAsync(
        HostFile file,
        IReadOnlyList<FunctionFile> functions,
        string key,
        Func<Uri> app,
        CancellationToken cancellation
    )
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var built = builder.Build();
        var front = new HttpFront(built, [.. functions.Where(f => f.Trigger is HttpTrigger).Select(f => CreateRoute(file, f))], key, app);
        built.Run(front.AnswerAsync);
        await built.StartAsync(cancellation);
        return front;
    }

    public async ValueTask DisposeAsync()
    {
        await web.DisposeAsync();
        http.Dispose();
    }

    private static HttpRoute CreateRoute(HostFile file, FunctionFile function)
    {
        var trigger = (HttpTrigger)function.Trigger;
        const string rest = "/{*path}";
        var hasRest = trigger.Route.EndsWith(rest, StringComparison.Ordinal);
        var start = hasRest ? trigger.Route[..^rest.Length] : trigger.Route;
        return start.Length == 0 || start.Contains('{', StringComparison.Ordinal)
            ? throw new HostFileException(
                $"{function.Name}: this host knows routes such as api/{{*path}} and metrics, not {trigger.Route}."
            )
            : new HttpRoute($"/{(file.RoutePrefix.Length == 0 ? start : file.RoutePrefix + "/" + start)}", hasRest, trigger);
    }

    private async Task AnswerAsync(HttpContext context)
    {
        var found = routes.Where(route => route.Matches(context.Request.Path)).ToList();
        if (found.Count == 0 || !found[0].Trigger.Methods.Contains(context.Request.Method))
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return;
        }

        var given = context.Request.Headers["x-functions-key"].FirstOrDefault() ?? context.Request.Query["code"].FirstOrDefault();
        if (!found[0].Trigger.Anonymous && given != key)
        {
            context.Response.StatusCode = StatusCodes.Status401Unauthorized;
            return;
        }

        await ForwardAsync(context);
    }

    private async Task ForwardAsync(HttpContext context)
    {
        // As YARP does for the host: the host of the request becomes that of the app, and these are in place of what was sent.
        var headers = context.Request.Headers;
        headers["X-Forwarded-For"] = context.Connection.RemoteIpAddress?.ToString();
        headers["X-Forwarded-Host"] = context.Request.Host.Value;
        headers["X-Forwarded-Proto"] = context.Request.Scheme;
        headers[StandInHost.InvocationHeader] = Guid.NewGuid().ToString();
        headers[StandInHost.VersionHeader] = StandInHost.Version;
        try
        {
            using var answer = await Forwarding.SendAsync(http, context, app());
            await Forwarding.AnswerAsync(context, answer);
        }
        catch (HttpRequestException)
        {
            context.Response.StatusCode = StatusCodes.Status502BadGateway;
        }
    }
}

/// <param name="Start">The literal beginning of the path.</param>
/// <param name="HasRest">Whether anything may follow it.</param>
internal sealed record HttpRoute(string Start, bool HasRest, HttpTrigger Trigger)
{
    public bool Matches(PathString path) =>
        path.StartsWithSegments(Start, StringComparison.OrdinalIgnoreCase, out var rest) && (HasRest || !rest.HasValue);
}
