using System.Diagnostics;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json.Nodes;

namespace Advisor.Benchmarks;

/// <summary>Times pages in a running Chromium over its DevTools protocol: the browser has started before a page is requested.</summary>
internal sealed class ChromiumTimer : IAsyncDisposable
{
    private const string Program = "/usr/bin/chromium";

    // When the page's module has run and what it left has been painted.
    private const string WhenUsable = """
        new Promise(done => {
          const check = () => 'ready' in document.documentElement.dataset
            ? requestAnimationFrame(() => setTimeout(() => {
                const [page] = performance.getEntriesByType('navigation');
                done([page.responseStart, page.domContentLoadedEventEnd, performance.now()].join(' '));
              }))
            : setTimeout(check, 2);
          check();
        })
        """;

    private readonly Process process;
    private readonly string profile;
    private readonly ClientWebSocket socket = new();
    private int calls;

    private ChromiumTimer(Process process, string profile) => (this.process, this.profile) = (process, profile);

    /// <summary>Null when Chromium is not installed.</summary>
    public static async Task<ChromiumTimer?> StartAsync()
    {
        if (!File.Exists(Program))
        {
            return null;
        }

        var folder = Directory.CreateTempSubdirectory("advisor-chromium-").FullName;
        var info = new ProcessStartInfo(Program) { RedirectStandardError = true, UseShellExecute = false };
        foreach (
            var argument in (string[])
                [
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--remote-debugging-port=0",
                    "--window-size=1280,800",
                    "--user-data-dir=" + folder,
                ]
        )
        {
            info.ArgumentList.Add(argument);
        }

        var timer = new ChromiumTimer(Process.Start(info)!, folder);
        var port = Path.Combine(folder, "DevToolsActivePort");
        while (!File.Exists(port) || (await File.ReadAllLinesAsync(port)).Length < 2)
        {
            await Task.Delay(50);
        }

        using var http = new HttpClient();
        var origin = "http://127.0.0.1:" + (await File.ReadAllLinesAsync(port))[0];
        var pages = JsonNode.Parse(await http.GetStringAsync(new Uri(origin + "/json")))!.AsArray();
        var page = pages.First(target => (string?)target!["type"] == "page")!;
        await timer.socket.ConnectAsync(new Uri((string)page["webSocketDebuggerUrl"]!), CancellationToken.None);
        return timer;
    }

    /// <summary>Opens a page and waits until it is usable; milliseconds since the navigation began.</summary>
    public async Task<(double FirstByte, double Loaded, double Usable)> OpenAsync(Uri address)
    {
        await SendAsync("Network.enable", []);
        await SendAsync("Network.clearBrowserCache", []);
        await SendAsync("Page.navigate", new JsonObject { ["url"] = address.AbsoluteUri });
        while (await EvaluateAsync("location.href") != address.AbsoluteUri)
        {
            await Task.Delay(5);
        }

        var times = (await EvaluateAsync(WhenUsable))!.Split(' ');
        double Read(int i) => double.Parse(times[i]);
        return (Read(0), Read(1), Read(2));
    }

    public async ValueTask DisposeAsync()
    {
        socket.Dispose();
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync();
        process.Dispose();
        Directory.Delete(profile, recursive: true);
    }

    private async Task<string?> EvaluateAsync(string expression) =>
        (string?)
            (await SendAsync("Runtime.evaluate", new JsonObject { ["expression"] = expression, ["awaitPromise"] = true }))["result"]?[
                "value"
            ];

    private async Task<JsonNode> SendAsync(string method, JsonObject parameters)
    {
        var id = ++calls;
        var request = new JsonObject
        {
            ["id"] = id,
            ["method"] = method,
            ["params"] = parameters,
        };
        await socket.SendAsync(Encoding.UTF8.GetBytes(request.ToJsonString()), WebSocketMessageType.Text, true, CancellationToken.None);
        while (true)
        {
            using var message = new MemoryStream();
            var buffer = new byte[64 * 1024];
            WebSocketReceiveResult part;
            do
            {
                part = await socket.ReceiveAsync(buffer, CancellationToken.None);
                message.Write(buffer, 0, part.Count);
            } while (!part.EndOfMessage);

            var answer = JsonNode.Parse(message.ToArray())!;
            if ((int?)answer["id"] == id)
            {
                // What ran while the page changed has no result: it is asked again.
                return answer["result"] ?? new JsonObject();
            }
        }
    }
}
