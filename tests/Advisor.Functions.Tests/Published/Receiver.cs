using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Functions.Tests.Published;

/// <summary>Takes what is posted to it, as a chat does.</summary>
internal sealed class Receiver : IAsyncDisposable
{
    private readonly WebApplication web;

    private Receiver(WebApplication web) => this.web = web;

    public ConcurrentQueue<string> Bodies { get; } = new();

    public Uri Address => new(web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    public static async Task<Receiver> StartAsync(CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var receiver = new Receiver(builder.Build());
        receiver.web.Run(async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            receiver.Bodies.Enqueue(await reader.ReadToEndAsync(cancellation));
            context.Response.StatusCode = StatusCodes.Status202Accepted;
        });
        await receiver.web.StartAsync(cancellation);
        return receiver;
    }

    public async ValueTask DisposeAsync() => await web.DisposeAsync();
}
