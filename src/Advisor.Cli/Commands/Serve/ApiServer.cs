using System.Net.Sockets;
using Advisor.Web;
using Advisor.Web.Network;
using Advisor.Web.Service;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Advisor.Cli.Commands.Serve;

/// <summary>Serves the HTTP API and the pages: to this machine without keys, or to the network to those who are let in.</summary>
internal sealed class ApiServer : IAsyncDisposable
{
    public const int DefaultPort = 5090;

    private readonly WebApplication app;

    private ApiServer(WebApplication app) => this.app = app;

    /// <summary>Starts the API with its pages; requests are answered once the task completes.</summary>
    /// <param name="option">Option of the command line that sets the port.</param>
    /// <exception cref="CommandException">The port is in use, or the address is none of this machine.</exception>
    public static async Task<ApiServer> StartAsync(
        ListenAddress listen,
        int port,
        string option,
        ApiDependencies dependencies,
        CancellationToken cancellation
    )
    {
        var server = await StartAsync(listen, port, option, routes => routes.MapAdvisorApi(dependencies), cancellation);
        await ApiWarmUp.RunAsync(dependencies, cancellation);
        return server;
    }

    /// <summary>Starts a server for GET /metrics and the probes only.</summary>
    /// <exception cref="CommandException">The port is in use, or the address is none of this machine.</exception>
    public static Task<ApiServer> StartMetricsAsync(
        ListenAddress listen,
        int port,
        ApiDependencies dependencies,
        CancellationToken cancellation
    ) =>
        StartAsync(
            listen,
            port,
            "--metrics",
            routes =>
            {
                routes.MapAdvisorMetrics(dependencies);
                routes.MapAdvisorHealth(dependencies);
            },
            cancellation
        );

    private static async Task<ApiServer> StartAsync(
        ListenAddress listen,
        int port,
        string option,
        Action<IEndpointRouteBuilder> map,
        CancellationToken cancellation
    )
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder
            .WebHost.UseKestrelCore()
            .ConfigureKestrel(kestrel =>
            {
                kestrel.AddServerHeader = false;
                kestrel.Listen(listen.Address, port);
            });
        builder.Services.AddRouting();
        builder.Services.AddSingleton<IHostLifetime, CommandLifetime>();
        var built = builder.Build();
        built.UseNoSniff();
        if (listen.Network is { } network)
        {
            built.UseNetworkGuard(network);
        }
        else
        {
            built.UseLoopbackGuard();
        }

        built.UseRouting();
        map(built);
        var server = new ApiServer(built);
        try
        {
            await built.StartAsync(cancellation);
            return server;
        }
        catch (IOException e)
        {
            await server.DisposeAsync();
            throw CommandException.CreateUsage(
                $"port {port} of {listen.Address} is in use by another program. Choose another with {option}.",
                e
            );
        }
        catch (SocketException e)
        {
            await server.DisposeAsync();
            throw CommandException.CreateUsage(
                e.SocketErrorCode == SocketError.AddressNotAvailable
                    ? $"{listen.Address} is no address of this machine. Choose another with --listen."
                    : $"port {port} of {listen.Address} cannot be opened ({e.Message}). Choose another with {option}.",
                e
            );
        }
    }

    public async ValueTask DisposeAsync() => await app.DisposeAsync();

    // The command ends the server itself; signals do not.
    private sealed class CommandLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
