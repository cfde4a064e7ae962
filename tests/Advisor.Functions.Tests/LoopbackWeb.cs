using System.Net;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Functions.Tests;

/// <summary>A web server on a free port of this machine that answers every request by one function.</summary>
internal sealed class LoopbackWeb : IAsyncDisposable
{
    private readonly WebApplication web;

    private LoopbackWeb(WebApplication web) => this.web = web;

    public Uri Address => new(web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single());

    /// <param name="certificate">For HTTPS; null = plain HTTP.</param>
    public static async Task<LoopbackWeb> StartAsync(
        RequestDelegate answer,
        CancellationToken cancellation,
        X509Certificate2? certificate = null
    )
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder
            .WebHost.UseKestrelHttpsConfiguration()
            .ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => Encrypt(listen)));
        var server = new LoopbackWeb(builder.Build());
        server.web.Run(answer);
        await server.web.StartAsync(cancellation);
        return server;

        ListenOptions Encrypt(ListenOptions listen) => certificate is null ? listen : listen.UseHttps(certificate);
    }

    public ValueTask DisposeAsync() => web.DisposeAsync();
}
