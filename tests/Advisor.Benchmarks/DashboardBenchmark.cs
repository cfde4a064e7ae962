using System.Diagnostics;
using Advisor.Service.Series;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;

namespace Advisor.Benchmarks;

/// <summary>
/// What the dashboard waits for: the first byte of the fleet, as data and as a page, and 30 days of minutes of a resource, over HTTP from a
/// SQLite file with 1,000 resources; and how large the minutes are.
/// </summary>
internal static class DashboardBenchmark
{
    private const int Rounds = 20;
    private const int Processes = 5;

    private static IEnumerable<(string Name, string Path)> Requests
    {
        get
        {
            var id = Uri.EscapeDataString(DashboardFleet.CreateId(7));
            var month = $"from={DashboardFleet.Now.AddDays(-30):yyyy-MM-ddTHH:mm:ssZ}&before={DashboardFleet.Now:yyyy-MM-ddTHH:mm:ssZ}";
            yield return ("GET /", "/");
            yield return ("GET /api/fleet, 1000 resources", "/api/fleet?limit=1000");
            yield return ("GET /resources", $"/resources?id={id}");
            yield return ("GET /api/series, 30 days, 1000 points", $"/api/series?resource={id}&{month}&points=1000");
            yield return ("GET /api/series, 30 days, 4000 points", $"/api/series?resource={id}&{month}&points=4000");
            yield return ("GET /api/timeline, 30 days, 1000 events", $"/api/timeline?{month}&limit=1000");
            yield return ("GET /api/service", "/api/service");
        }
    }

    public static Benchmark Benchmark { get; } =
        new("dashboard", "First byte of the fleet and 30 days of minutes with [RESOURCES] (1000) in SQLite", RunAsync);

    private static async Task<int> RunAsync(string[] args)
    {
        var resources = args.Length > 0 ? int.Parse(args[0]) : 1000;
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
            await MeasureFirstAsync(Path.Combine(folder, "state.db"));
            await MeasureInChromiumAsync(Path.Combine(folder, "state.db"));
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
        Print($"the mean over a day, as a tick writes it: {Enumerable.Range(1, 24).Average(ComputeBytes) / 1e3:F1} KB");
    }

    private static double ComputeBytes(int hour) => MinuteDayFormat.Write(DashboardFleet.CreateDay(0, 0, hour * 60)).Length;

    private static async Task MeasureAsync(AdvisorState state)
    {
        await using var web = DashboardServer.Create(state, out _);
        await web.StartAsync();
        using var http = new HttpClient { BaseAddress = DashboardServer.FindAddress(web) };
        foreach (var (name, path) in Requests)
        {
            await MeasureAsync(http, name, path);
        }
    }

    // What the first reader of a process waits for: each request is the first of a new one.
    private static async Task MeasureFirstAsync(string file)
    {
        foreach (var (name, path) in Requests)
        {
            var times = new List<double>();
            var (warmUps, processor) = (new List<double>(), new List<double>());
            for (var process = 0; process < Processes; process++)
            {
                using var server = DashboardServer.Start(file, out var address, out var warmUp);
                using var http = new HttpClient { BaseAddress = address };
                warmUps.Add(warmUp.TotalMilliseconds);
                var before = server.TotalProcessorTime;
                times.Add((await RequestAsync(http, path)).FirstByte);
                server.Refresh();
                processor.Add((server.TotalProcessorTime - before).TotalMilliseconds);
                server.StandardInput.Close();
                await server.WaitForExitAsync();
            }

            times.Sort();
            Print(
                $"{name}, the first request of {Processes} new processes: {times[Processes / 2]:F0} ms median, {times[^1]:F0} ms slowest"
            );
            processor.Sort();
            Print($"  {processor[Processes / 2]:F0} ms of processor time, after a warm-up of {warmUps.Average():F0} ms");
        }
    }

    private static async Task MeasureInChromiumAsync(string file)
    {
        await using var browser = await ChromiumTimer.StartAsync();
        if (browser is null)
        {
            Print($"Chromium is not installed: not measured");
            return;
        }

        var times = new List<(double FirstByte, double Loaded, double Usable)>();
        for (var process = 0; process < Processes; process++)
        {
            using var server = DashboardServer.Start(file, out var address, out _);
            times.Add(await browser.OpenAsync(address));
            var again = await browser.OpenAsync(new Uri(address, "?sort=name"));
            Print($"Chromium, first page of a new process: first byte {times[^1].FirstByte:F0} ms, loaded {times[^1].Loaded:F0} ms,");
            Print($"  usable {times[^1].Usable:F0} ms; the next page: first byte {again.FirstByte:F0} ms, usable {again.Usable:F0} ms");
            server.StandardInput.Close();
            await server.WaitForExitAsync();
        }

        Print($"Chromium, usable: {times.Select(time => time.Usable).Order().ElementAt(Processes / 2):F0} ms median of {Processes}");
    }

    private static async Task MeasureAsync(HttpClient http, string name, string path)
    {
        var (times, length) = (new List<double>(), 0);
        for (var round = 0; round <= Rounds; round++)
        {
            var (firstByte, bytes) = await RequestAsync(http, path);
            times.Add(firstByte);
            length = bytes;
        }

        // The first round compiles the code.
        double[] warm = [.. times.Skip(1).Order()];
        Print($"{name}: {length / 1e3:F0} KB, first byte {warm[warm.Length / 2]:F0} ms median, {warm[^1]:F0} ms slowest of {Rounds}");
        Print($"  {times[0]:F0} ms without a warm-up");
    }

    private static async Task<(double FirstByte, int Bytes)> RequestAsync(HttpClient http, string path)
    {
        var clock = Stopwatch.StartNew();
        using var answer = await http.GetAsync(new Uri(path, UriKind.Relative), HttpCompletionOption.ResponseHeadersRead);
        await using var body = await answer.EnsureSuccessStatusCode().Content.ReadAsStreamAsync();
        await body.ReadExactlyAsync(new byte[1]);
        var firstByte = clock.Elapsed.TotalMilliseconds;
        using var rest = new MemoryStream();
        await body.CopyToAsync(rest);
        return (firstByte, (int)rest.Length + 1);
    }

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString());
}
