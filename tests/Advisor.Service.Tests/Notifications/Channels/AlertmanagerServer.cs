using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Debian's Alertmanager on a free port, as long as this object lives.</summary>
internal sealed class AlertmanagerServer : IAsyncDisposable
{
    public const string Missing = "prometheus-alertmanager is not installed: run tests/run, or apt-get install prometheus-alertmanager";

    private const string Program = "/usr/bin/prometheus-alertmanager";

    private readonly DebianServer server;

    private AlertmanagerServer(DebianServer server) => this.server = server;

    public static bool IsPresent => File.Exists(Program);

    public Uri Address => server.Address;

    /// <summary>Starts it; returns when it answers.</summary>
    public static async Task<AlertmanagerServer> StartAsync()
    {
        var started = DebianServer.Start(
            Program,
            (folder, authority) =>
                [
                    $"--config.file={folder.Write("alertmanager.yml", "route: { receiver: none }\nreceivers: [{ name: none }]\n")}",
                    $"--storage.path={folder.Path}",
                    $"--web.listen-address={authority}",
                    "--cluster.listen-address=",
                    "--log.level=error",
                ]
        );
        var alertmanager = new AlertmanagerServer(started);
        await Until.WaitAsync(async () => await alertmanager.IsReadyAsync());
        return alertmanager;
    }

    /// <summary>Returns the active alerts, each with its labels and annotations.</summary>
    public async Task<IReadOnlyList<ActiveAlert>> ListActiveAsync()
    {
        using var json = JsonDocument.Parse(
            await server.Http.GetStringAsync(new Uri(Address, "/api/v2/alerts?active=true"), TestContext.Current.CancellationToken)
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

    public ValueTask DisposeAsync() => server.DisposeAsync();

    private async Task<bool> IsReadyAsync()
    {
        try
        {
            using var answer = await server.Http.GetAsync(new Uri(Address, "/-/ready"), TestContext.Current.CancellationToken);
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
