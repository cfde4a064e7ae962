using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Functions.Tests;

/// <summary>A web server on a free port of this machine that answers every request by one function.</summary>
internal sealed class LoopbackWeb : IAsyncDisposable
{
    private readonly WebApplication web;

    private LoopbackWeb(WebApplication web) => this.web = web;

    public Uri Address => new(web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single());

    public static async Task<LoopbackWeb> StartAsync(RequestDelegate answer, CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var server = new LoopbackWeb(builder.Build());
        server.web.Run(answer);
        await server.web.StartAsync(cancellation);
        return server;
    }

    public ValueTask DisposeAsync() => web.DisposeAsync();
}
