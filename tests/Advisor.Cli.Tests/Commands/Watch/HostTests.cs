using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>The hosts of the dashboard: as processes they start, answer, and end at a signal; a port that is in use is one line.</summary>
public sealed class HostTests : IDisposable
{
    private readonly TemporaryFolder folder = new();
    private readonly HttpClient http = new();
    private readonly ConcurrentQueue<string> error = new();

    [Theory]
    [InlineData("-INT", "--port", "serve", "--local", "--interval", "5")]
    [InlineData("-TERM", "--serve", "watch", "--local", "--interval", "5")]
    public async Task A_host_answers_with_the_pages_and_ends_cleanly_at_a_signal(string signal, string option, params string[] command)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        var port = FreePort.Find().ToString();
        var root = new Uri($"http://127.0.0.1:{port}/");
        using var process = Start([.. command, option, port]);
        await Until.WaitAsync(() => CountResources(root) == 10 || process.HasExited);

        var page = await http.GetStringAsync(root);
        await HostPages.CheckAsync(http, root);
        using var fleet = JsonDocument.Parse(await http.GetStringAsync(new Uri(root, "/api/fleet")));
        using var kill = Process.Start("kill", [signal, process.Id.ToString()]);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Contains("hot-chat", page, StringComparison.Ordinal);
        Assert.Equal(10, fleet.RootElement.GetProperty("resources").GetArrayLength());
        Assert.Equal((ExitCodes.Success, "advisor: stopped."), (process.ExitCode, error.Last()));
        Assert.StartsWith("advisor: watching every 5 s", error.First(), StringComparison.Ordinal);
        await Assert.ThrowsAsync<HttpRequestException>(() => http.GetStringAsync(root));
    }

    [Theory]
    [InlineData("--port", "serve", "--local", "--interval", "5")]
    [InlineData("--serve", "watch", "--local", "--interval", "5")]
    [InlineData("--metrics", "watch", "--local")]
    [InlineData("--port", "demo", "--serve")]
    public async Task A_port_that_is_in_use_is_one_line_that_names_the_option(string option, params string[] command)
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port.ToString();

        var run = await CliResult.RunAsync(
            [.. command, option, port],
            cli => cli with { Folder = folder.Path },
            TestContext.Current.CancellationToken
        );

        Assert.Equal(
            (ExitCodes.Usage, $"advisor: port {port} of 127.0.0.1 is in use by another program. Choose another with {option}.\n", ""),
            (run.ExitCode, run.Error, run.Out)
        );
    }

    public void Dispose()
    {
        http.Dispose();
        folder.Dispose();
    }

    private Process Start(string[] arguments) =>
        AdvisorProcess.Start(
            [.. arguments, "--state", Path.Combine(folder.Path, "state.db")],
            _ => { },
            error.Enqueue,
            // A shell ignores SIGINT for its background jobs, and a child inherits that.
            under: OperatingSystem.IsLinux() ? ["env", "--default-signal=INT"] : []
        );

    // 0 until it answers.
    private int CountResources(Uri root)
    {
        try
        {
            using var fleet = JsonDocument.Parse(http.GetStringAsync(new Uri(root, "/api/fleet")).GetAwaiter().GetResult());
            return fleet.RootElement.GetProperty("resources").GetArrayLength();
        }
        catch (HttpRequestException)
        {
            return 0;
        }
    }
}
