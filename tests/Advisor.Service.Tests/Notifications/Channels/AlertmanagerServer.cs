using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Debian's Alertmanager on a free port, as long as this object lives.</summary>
internal sealed class AlertmanagerServer : IAsyncDisposable
{
    public const string Missing = "prometheus-alertmanager is not installed: run tests/run, or apt-get install prometheus-alertmanager";

    private const string Program = "/usr/bin/prometheus-alertmanager";

    private readonly TemporaryFolder folder;
    private readonly Process process;
    private readonly HttpClient http = new();

    private AlertmanagerServer(TemporaryFolder folder, Process process, Uri address) =>
        (this.folder, this.process, Address) = (folder, process, address);

    public static bool IsPresent => File.Exists(Program);

    public Uri Address { get; }

    /// <summary>Starts it; returns when it answers.</summary>
    public static async Task<AlertmanagerServer> StartAsync()
    {
        var folder = new TemporaryFolder();
        var config = folder.Write("alertmanager.yml", "route: { receiver: none }\nreceivers: [{ name: none }]\n");
        using var probe = new TcpListener(IPAddress.Loopback, 0);
        probe.Start();
        var address = $"127.0.0.1:{((IPEndPoint)probe.LocalEndpoint).Port}";
        probe.Stop();
        var process = Process.Start(
            new ProcessStartInfo(
                Program,
                [
                    $"--config.file={config}",
                    $"--storage.path={folder.Path}",
                    $"--web.listen-address={address}",
                    "--cluster.listen-address=",
                    "--log.level=error",
                ]
            )
            {
                RedirectStandardError = true,
            }
        )!;
        process.BeginErrorReadLine();
        var server = new AlertmanagerServer(folder, process, new Uri($"http://{address}"));
        await Until.WaitAsync(async () => await server.IsReadyAsync());
        return server;
    }

    /// <summary>Returns the active alerts, each with its labels and annotations.</summary>
    public async Task<IReadOnlyList<ActiveAlert>> ListActiveAsync()
    {
        using var json = JsonDocument.Parse(
            await http.GetStringAsync(new Uri(Address, "/api/v2/alerts?active=true"), TestContext.Current.CancellationToken)
        );
        return
        [
            .. json
                .RootElement.EnumerateArray()
                .Select(alert => new ActiveAlert(
                    ReadTexts(alert.GetProperty("labels")),
                    ReadTexts(alert.GetProperty("annotations")),
                    alert.GetProperty("startsAt").GetDateTimeOffset(),
                    alert.GetProperty("endsAt").GetDateTimeOffset()
                )),
        ];
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
        http.Dispose();
        folder.Dispose();
    }

    private async Task<bool> IsReadyAsync()
    {
        try
        {
            using var answer = await http.GetAsync(new Uri(Address, "/-/ready"), TestContext.Current.CancellationToken);
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private static Dictionary<string, string> ReadTexts(JsonElement map) =>
        map.EnumerateObject().ToDictionary(member => member.Name, member => member.Value.GetString()!, StringComparer.Ordinal);
}

internal sealed record ActiveAlert(
    IReadOnlyDictionary<string, string> Labels,
    IReadOnlyDictionary<string, string> Annotations,
    DateTimeOffset StartsAt,
    DateTimeOffset EndsAt
);
