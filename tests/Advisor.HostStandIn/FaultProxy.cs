using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.HostStandIn;

/// <summary>A request on its way.</summary>
/// <param name="Path">With its query.</param>
public sealed record ProxiedRequest(string Method, string Path, ReadOnlyMemory<byte> Body)
{
    public string Text => System.Text.Encoding.UTF8.GetString(Body.Span);
}

/// <summary>What something else than the service answers.</summary>
public sealed record ForeignAnswer(int Status, string Body);

/// <summary>
/// The network between the app and one service: every request passes by it, and a callback may run before a request reaches the service
/// and before its answer reaches the app. A call that says false breaks the connection there, as the end of a process or of a line does.
/// </summary>
public sealed class FaultProxy : IAsyncDisposable
{
    private readonly WebApplication web;
    private readonly HttpClient http = Forwarding.CreateClient();
    private readonly Uri upstream;
    private readonly Func<ProxiedRequest, bool> before;
    private readonly Func<ProxiedRequest, bool> after;
    private readonly Func<ProxiedRequest, Action?> during;

    private FaultProxy(
        WebApplication web,
        Uri upstream,
        Func<ProxiedRequest, bool> before,
        Func<ProxiedRequest, bool> after,
        Func<ProxiedRequest, Action?> during
    ) => (this.web, this.upstream, this.before, this.after, this.during) = (web, upstream, before, after, during);

    /// <summary>Called with each request that the service has answered, whether or not its answer goes back; null = nothing is.</summary>
    public Action<ProxiedRequest, HttpStatusCode>? Answered { get; set; }

    /// <summary>What a request waits for on its way to the service, unless it is given up before; null = none waits.</summary>
    public Func<ProxiedRequest, Task>? Held { get; set; }

    /// <summary>An answer in place of the service's, which is not asked; null from it = the service answers.</summary>
    public Func<ProxiedRequest, ForeignAnswer?>? Instead { get; set; }

    /// <summary>The service as the app shall know it: with the path of the one behind.</summary>
    public Uri Address =>
        new(
            new Uri(web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First()),
            upstream.AbsolutePath
        );

    /// <param name="upstream">The service; a path is the account of an emulator.</param>
    /// <param name="before">Whether the request goes on to the service.</param>
    /// <param name="after">Whether its answer goes back.</param>
    /// <param name="during">
    /// What happens when half of the answer has gone back, before the connection breaks; null from it = the answer goes back whole.
    /// </param>
    public static async Task<FaultProxy> StartAsync(
        Uri upstream,
        Func<ProxiedRequest, bool> before,
        Func<ProxiedRequest, bool> after,
        CancellationToken cancellation,
        Func<ProxiedRequest, Action?>? during = null
    )
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var faultProxy = new FaultProxy(builder.Build(), upstream, before, after, during ?? (static _ => null));
        faultProxy.web.Run(faultProxy.HandleAsync);
        await faultProxy.web.StartAsync(cancellation);
        return faultProxy;
    }

    public async ValueTask DisposeAsync()
    {
        await web.DisposeAsync();
        http.Dispose();
    }

    private async Task HandleAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        var call = new ProxiedRequest(
            context.Request.Method,
            context.Request.Path.ToUriComponent() + context.Request.QueryString.ToUriComponent(),
            body.ToArray()
        );
        if (!before(call))
        {
            context.Abort();
            return;
        }

        if (Held?.Invoke(call) is { } held)
        {
            await held.WaitAsync(context.RequestAborted);
        }

        if (Instead?.Invoke(call) is { } foreign)
        {
            context.Response.StatusCode = foreign.Status;
            context.Response.ContentType = "application/json";
            await context.Response.WriteAsync(foreign.Body, context.RequestAborted);
            return;
        }

        try
        {
            // What has left reaches the service whatever becomes of the sender.
            context.RequestAborted = CancellationToken.None;
            using var answer = await Forwarding.SendAsync(
                http,
                context,
                new Uri(upstream.GetLeftPart(UriPartial.Authority)),
                body.ToArray()
            );
            await answer.Content.LoadIntoBufferAsync();
            Answered?.Invoke(call, answer.StatusCode);
            if (during(call) is { } cut)
            {
                await Forwarding.AnswerHalfAsync(context, answer);
                cut();
            }
            else if (after(call))
            {
                await Forwarding.AnswerAsync(context, answer);
                return;
            }
        }
        catch (HttpRequestException)
        {
            // The service is away: so is the line.
        }

        context.Abort();
    }
}
