using System.Diagnostics;
using System.Net;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Service;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Web;
using Advisor.Web.Dashboard;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Benchmarks;

/// <summary>The API and the pages over a state file, in this process or in a new one.</summary>
internal static class DashboardServer
{
    public static Benchmark Benchmark { get; } =
        new("dashboard-server", "Serves the dashboard of [STATE FILE] until its input ends, for the benchmark dashboard", RunAsync);

    /// <summary>Starts the server in a new process, as hosts do: with a warm-up before it is announced.</summary>
    /// <param name="warmUp">Time of the warm-up.</param>
    public static Process Start(string file, out Uri address, out TimeSpan warmUp)
    {
        var info = new ProcessStartInfo(Environment.ProcessPath!)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            info.ArgumentList.Add(typeof(DashboardServer).Assembly.Location);
        }

        info.ArgumentList.Add("dashboard-server");
        info.ArgumentList.Add(file);
        var process = Process.Start(info)!;
        string[] line = process.StandardOutput.ReadLine()?.Split(' ') ?? throw new InvalidOperationException("The server did not start.");
        (address, warmUp) = (new Uri(line[0]), TimeSpan.FromMilliseconds(double.Parse(line[1])));
        return process;
    }

    public static WebApplication Create(AdvisorState state, out ApiDependencies dependencies)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var web = builder.Build();
        dependencies = new ApiDependencies
        {
            ReadServiceAsync = _ => Task.FromResult(CreateService(state)),
            Configuration = AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded),
            Time = new ManualTimeProvider(DashboardFleet.Now),
            Dashboard = DashboardAccess.Full,
        };
        web.MapAdvisorApi(dependencies);
        return web;
    }

    public static Uri FindAddress(WebApplication web) =>
        new(web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    private static async Task<int> RunAsync(string[] args)
    {
        using var store = SqliteStateStore.Open(args[0]);
        var state = await AdvisorState.OpenAsync(store, 1, DashboardFleet.Now, CancellationToken.None);
        await using var web = Create(state, out var dependencies);
        await web.StartAsync();
        var clock = Stopwatch.StartNew();
        await ApiWarmUp.RunAsync(dependencies, CancellationToken.None);
        Console.WriteLine(FormattableString.Invariant($"{FindAddress(web)} {clock.Elapsed.TotalMilliseconds}"));
        while (await Console.In.ReadLineAsync() is not null) { }
        return 0;
    }

    private static ServiceSetup CreateService(AdvisorState state)
    {
        var nowhere = new NoAzure();
        return new ServiceSetup
        {
            Options = new ServiceOptions { Scope = new FleetScope { Subscriptions = [DashboardFleet.Subscription] } },
            State = state,
            Fleet = nowhere,
            Metrics = nowhere,
            Rules = RuleSetLoader.Embedded,
        };
    }
}
