using System.Net;
using Advisor.Lab.LocalAzure.Costs;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Monitor;
using Advisor.Lab.LocalAzure.Prices;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Advisor.Lab.LocalAzure;

/// <summary>
/// A loopback Azure: Resource Manager and Monitor of its subscriptions on one port of 127.0.0.1, over plain HTTP. Clients send requests for
/// management.azure.com and REGION.metrics.monitor.azure.com to <see cref="Endpoint"/> instead.
/// </summary>
public sealed class LocalAzureHost : IAsyncDisposable
{
    private readonly WebApplication app;
    private readonly LocalFleet fleet;
    private long requests;

    private LocalAzureHost(LocalAzureOptions options)
    {
        fleet = new LocalFleet(options, new LocalClock(options.Time, options.Speed));
        fleet.AddAll(options.Resources ?? LocalScenario.Ten);
        Faults = new LocalAzureFaults(options.Time, ReleaseStuckChanges);
        app = Build(options);
    }

    /// <summary>Address of the host, http://127.0.0.1:PORT.</summary>
    public Uri Endpoint { get; private set; } = new("http://127.0.0.1");

    /// <summary>Id of the first subscription.</summary>
    public string SubscriptionId => fleet.SubscriptionId;

    /// <summary>All resources with their current sizes.</summary>
    public IReadOnlyList<LocalResource> Resources => fleet.Resources;

    /// <summary>The active faults.</summary>
    public LocalAzureFaults Faults { get; }

    /// <summary>Number of calls of each kind.</summary>
    public CallCounter Calls { get; } = new();

    /// <summary>Starts the host; calls are answered once the task completes.</summary>
    /// <exception cref="ArgumentException">An option is out of range, or a resource is invalid.</exception>
    /// <exception cref="IOException">The port is in use.</exception>
    public static async Task<LocalAzureHost> StartAsync(LocalAzureOptions? options = null, CancellationToken cancellation = default)
    {
        options ??= new LocalAzureOptions();
        LocalAzureOptions.Validate(options);
        var host = new LocalAzureHost(options);
        try
        {
            await host.app.StartAsync(cancellation);
        }
        catch
        {
            await host.DisposeAsync();
            throw;
        }

        var addresses = host.app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!;
        host.Endpoint = new Uri(addresses.Addresses.First());
        return host;
    }

    /// <summary>Returns the resource or replica of a name; the first if several have it.</summary>
    /// <exception cref="ArgumentException">There is no such resource.</exception>
    public LocalResource GetResource(string name) =>
        fleet.All.FirstOrDefault(r => string.Equals(r.Name, name, StringComparison.OrdinalIgnoreCase))
        ?? throw new ArgumentException($"There is no resource named '{name}'.", nameof(name));

    /// <summary>Adds a resource while the host is running.</summary>
    public LocalResource Add(LocalResourceSpec spec) => fleet.Add(spec);

    /// <summary>Deletes a resource: 404 from now on, empty series in a batch. False when the id does not exist.</summary>
    public bool Remove(string id) => fleet.Remove(id);

    public async ValueTask DisposeAsync() => await app.DisposeAsync();

    private WebApplication Build(LocalAzureOptions options)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder
            .WebHost.UseKestrelCore()
            .ConfigureKestrel(kestrel =>
            {
                kestrel.AddServerHeader = false;
                kestrel.Listen(IPAddress.Loopback, options.Port);
            });
        builder.Services.AddRouting();
        builder.Services.AddSingleton<Microsoft.Extensions.Hosting.IHostLifetime, NoLifetime>();
        var built = builder.Build();
        var faultMiddleware = new FaultMiddleware(Faults, options.Time, options.Rewrite);
        built.UseRouting();
        built.Use(
            (http, next) =>
            {
                if (http.GetEndpoint()?.Metadata.GetMetadata<ControlEndpoints.ControlMetadata>() is not null)
                {
                    return next(http);
                }

                var kind = http.GetEndpoint()?.Metadata.GetMetadata<CallKindMetadata>()?.Kind ?? CallKind.Other;
                Calls.Count(kind);
                AzureHeaders.Add(http, options.Time.GetUtcNow(), Interlocked.Increment(ref requests));
                if (AccessEndpoints.FindRefusal(options, kind) is { } refusal)
                {
                    return refusal.WriteAsync(http);
                }

                return faultMiddleware.InvokeAsync(http, kind, next);
            }
        );
        Map(built, options);
        return built;
    }

    private void Map(IEndpointRouteBuilder routes, LocalAzureOptions options)
    {
        new ResourceEndpoints(fleet, options.PageSize).Map(routes);
        var activityLog = new ActivityLogEndpoints(fleet);
        activityLog.Map(routes);
        new UpdateEndpoints(fleet, Faults, options, activityLog).Map(routes);
        new SubscriptionEndpoints(fleet, options.RegionalUnitQuota).Map(routes);
        new AutoscaleEndpoints(fleet).Map(routes);
        new ResourceGraphEndpoints(fleet, options).Map(routes);
        new AccessEndpoints(fleet, options).Map(routes);
        new RetailPriceEndpoints(options.PageSize).Map(routes);
        new CostEndpoints(fleet, options).Map(routes);
        new MetricEndpoints(fleet, Faults).Map(routes);
        new MetricDefinitionEndpoints(fleet).Map(routes);
        new ControlEndpoints(this, options.Time).Map(routes);
        routes.MapFallback(http =>
            new ArmError(
                StatusCodes.Status404NotFound,
                "InvalidResourceType",
                $"The path '{http.Request.Path}' is not one of the loopback Azure."
            ).WriteAsync(http)
        );
    }

    private void ReleaseStuckChanges()
    {
        foreach (var resource in fleet.All)
        {
            resource.AbandonOperation();
        }
    }

    // The program that started the host ends it; signals do not.
    private sealed class NoLifetime : Microsoft.Extensions.Hosting.IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
