using System.Net;
using Advisor.Web;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Advisor.Cli.Commands.Serve;

/// <summary>Serves the HTTP API and the pages on 127.0.0.1, without keys, to this machine only.</summary>
internal sealed class ApiServer : IAsyncDisposable
{
    public const int DefaultPort = 5090;

    private readonly WebApplication app;

    private ApiServer(WebApplication app) => this.app = app;

    public static Uri GetAddress(int port) => new($"http://127.0.0.1:{port}");

    /// <summary>Starts the API with its pages; requests are answered once the task completes.</summary>
    /// <param name="option">Option of the command line that sets the port.</param>
    /// <exception cref="CommandException">The port is in use.</exception>
    public static async Task<ApiServer> StartAsync(int port, string option, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var server = await StartAsync(port, option, routes => routes.MapAdvisorApi(dependencies), cancellation);
        await ApiWarmUp.RunAsync(dependencies, cancellation);
        return server;
    }

    /// <summary>Starts a server for GET /metrics only.</summary>
    /// <exception cref="CommandException">The port is in use.</exception>
    public static Task<ApiServer> StartMetricsAsync(int port, ApiDependencies dependencies, CancellationToken cancellation) =>
        StartAsync(port, "--metrics", routes => routes.MapAdvisorMetrics(dependencies), cancellation);

    private static async Task<ApiServer> StartAsync(
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
                kestrel.Listen(IPAddress.Loopback, port);
            });
        builder.Services.AddRouting();
        builder.Services.AddSingleton<IHostLifetime, CommandLifetime>();
        var built = builder.Build();
        built.UseNoSniff();
        built.UseLoopbackGuard();
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
            throw new CommandException(
                ExitCodes.Usage,
                $"port {port} of 127.0.0.1 is in use by another program. Choose another with {option}.",
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
