using System.Diagnostics;
using System.Globalization;
using System.Net;
using Advisor.Api;
using Advisor.Api.Dashboard;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.LocalAzure;
using Advisor.Service;
using Advisor.State;
using Advisor.State.Series;
using Advisor.Storage.Sqlite;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Advisor.Benchmarks;

/// <summary>
/// What the dashboard waits for: the first byte of the fleet, as data and as a page, and 30 days of minutes of a resource, over HTTP from a
/// SQLite file with 1,000 resources; and how large the minutes are.
/// </summary>
internal static class DashboardBenchmark
{
    private const int Rounds = 20;

    public static Benchmark Benchmark { get; } =
        new("dashboard", "First byte of the fleet and 30 days of minutes with [RESOURCES] (1000) in SQLite", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var resources = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 1000;
        var folder = Directory.CreateTempSubdirectory("advisor-dashboard-").FullName;
        try
        {
            using var store = SqliteStateStore.Open(Path.Combine(folder, "state.db"));
            var state = await AdvisorState.OpenAsync(store, 1, DashboardFleet.Now, CancellationToken.None);
            var filling = Stopwatch.StartNew();
            await DashboardFleet.FillAsync(state, resources);
            var bytes = new DirectoryInfo(folder).EnumerateFiles().Sum(file => file.Length);
            Print($"{resources} resources with 31 days of minutes: {bytes / 1e6:F0} MB, written in {filling.Elapsed.TotalSeconds:F0} s");
            PrintRows();
            await MeasureAsync(state);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        return 0;
    }

    private static void PrintRows()
    {
        var (day, clock) = (DashboardFleet.CreateDay(0, 0), Stopwatch.StartNew());
        var bytes = 0;
        for (var round = 0; round < 1000; round++)
        {
            bytes = MinuteDayFormat.Write(day).Length;
        }

        Print($"a whole day of noisy minutes: {bytes / 1e3:F1} KB of 18.7 KB, {clock.Elapsed.TotalMilliseconds / 1000:F2} ms to compress");
        Print($"the mean over a day, as a tick writes it: {Enumerable.Range(1, 24).Average(BytesAt) / 1e3:F1} KB");
    }

    private static double BytesAt(int hour) => MinuteDayFormat.Write(DashboardFleet.CreateDay(0, 0, hour * 60)).Length;

    private static async Task MeasureAsync(AdvisorState state)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        await using var web = builder.Build();
        web.MapAdvisorApi(
            new ApiDependencies
            {
                ReadServiceAsync = _ => Task.FromResult(CreateService(state)),
                Configuration = AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded),
                Time = new ManualTimeProvider(DashboardFleet.Now),
                Dashboard = DashboardAccess.Full,
            }
        );
        await web.StartAsync();
        var address = web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        using var http = new HttpClient { BaseAddress = new Uri(address) };
        var (id, month) = (
            Uri.EscapeDataString(DashboardFleet.IdOf(7)),
            $"from={DashboardFleet.Now.AddDays(-30):yyyy-MM-ddTHH:mm:ssZ}&before={DashboardFleet.Now:yyyy-MM-ddTHH:mm:ssZ}"
        );
        await MeasureAsync(http, "GET /api/fleet", "/api/fleet");
        await MeasureAsync(http, "GET /", "/");
        await MeasureAsync(http, "GET /api/series, 30 days, 1000 points", $"/api/series?resource={id}&{month}&points=1000");
        await MeasureAsync(http, "GET /api/series, 30 days, 4000 points", $"/api/series?resource={id}&{month}&points=4000");
        await MeasureAsync(http, "GET /api/timeline, 30 days, 1000 events", $"/api/timeline?{month}&limit=1000");
        await MeasureAsync(http, "GET /api/service", "/api/service");
    }

    private static async Task MeasureAsync(HttpClient http, string name, string path)
    {
        var (times, length) = (new List<double>(), 0);
        for (var round = 0; round <= Rounds; round++)
        {
            var clock = Stopwatch.StartNew();
            using var answer = await http.GetAsync(new Uri(path, UriKind.Relative), HttpCompletionOption.ResponseHeadersRead);
            await using var body = await answer.EnsureSuccessStatusCode().Content.ReadAsStreamAsync();
            var first = new byte[1];
            await body.ReadExactlyAsync(first);
            times.Add(clock.Elapsed.TotalMilliseconds);
            using var rest = new MemoryStream();
            await body.CopyToAsync(rest);
            length = (int)rest.Length + 1;
        }

        // The first round compiles the code.
        double[] warm = [.. times.Skip(1).Order()];
        Print($"{name}: {length / 1e3:F0} KB, first byte {warm[warm.Length / 2]:F0} ms median, {warm[^1]:F0} ms slowest of {Rounds}");
        Print($"  {times[0]:F0} ms the very first");
    }

    private static ServiceDependencies CreateService(AdvisorState state)
    {
        var nowhere = new NoAzure();
        return new ServiceDependencies
        {
            Options = new ServiceOptions { Scope = new FleetScope { Subscriptions = [DashboardFleet.Subscription] } },
            State = state,
            Fleet = nowhere,
            Metrics = nowhere,
            Rules = RuleSetLoader.Embedded,
        };
    }

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
