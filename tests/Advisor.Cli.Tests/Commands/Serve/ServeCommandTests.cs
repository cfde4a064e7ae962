using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Serve;

/// <summary><c>advisor serve</c> as a person runs it: the loopback Azure, the API and the pages over HTTP.</summary>
public sealed class ServeCommandTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    private readonly HttpClient http = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false });

    [Fact]
    public async Task A_link_that_it_prints_is_answered_in_a_browser_and_the_change_follows()
    {
        var port = FreePort.Find();
        using var stop = new CancellationTokenSource();
        await using var output = new Lines();
        await using var error = new Lines();
        var cli = new CliContext
        {
            Out = output,
            Error = error,
            Folder = folder.Path,
        };
        var run = AdvisorCli.RunAsync(
            ["serve", "--local", "--mode", "approve", "--interval", "5", "--port", FormatText(port)],
            cli,
            stop.Token
        );
        await Until.WaitAsync(() => output.All.Any(IsAsked) || run.IsCompleted);
        Assert.Contains($"advisor: serving http://127.0.0.1:{FormatText(port)} (this machine only).", error.All);
        var link = new Uri(output.All.First(IsAsked).Split(": ")[^1]);

        // Scanners, other sites and other names do nothing.
        Assert.Contains("<h1>Scale out hot-chat?</h1>", await http.GetStringAsync(link), StringComparison.Ordinal);
        Assert.Equal(
            HttpStatusCode.MisdirectedRequest,
            await SendAsync(HttpMethod.Get, link, request => request.Headers.Host = "rebound.example")
        );
        Assert.Equal(
            HttpStatusCode.Forbidden,
            await SendAsync(HttpMethod.Post, link, request => request.Headers.Add("Origin", "https://evil.example"))
        );
        Assert.Equal(
            HttpStatusCode.Forbidden,
            await SendAsync(HttpMethod.Post, link, request => request.Headers.Add("Sec-Fetch-Site", "cross-site"))
        );
        Assert.Equal(
            HttpStatusCode.Forbidden,
            await SendAsync(HttpMethod.Post, new Uri(link, "/api/evaluate"), request => request.Headers.Add("Sec-Fetch-Site", "cross-site"))
        );
        Assert.Equal("""{"changes":[]}""", await http.GetStringAsync(new Uri(link, "/api/changes")));
        Assert.Contains("\nadvisor_units{", await http.GetStringAsync(new Uri(link, "/metrics")), StringComparison.Ordinal);

        Assert.Equal(
            HttpStatusCode.OK,
            await SendAsync(HttpMethod.Post, link, request => request.Headers.Add("Sec-Fetch-Site", "same-origin"))
        );
        Assert.Equal(
            HttpStatusCode.OK,
            await SendAsync(HttpMethod.Post, link, request => request.Headers.Add("Sec-Fetch-Site", "same-origin"))
        );
        await Until.WaitAsync(() =>
            http.GetStringAsync(new Uri(link, "/api/changes")).GetAwaiter().GetResult().Contains("\"accepted\"", StringComparison.Ordinal)
        );
        var change = JsonDocument
            .Parse(await http.GetStringAsync(new Uri(link, "/api/changes")))
            .RootElement.GetProperty("changes")
            .EnumerateArray()
            .Single();
        Assert.EndsWith("/hot-chat", change.GetProperty("resourceId").GetString(), StringComparison.Ordinal);
        Assert.Contains("<dt>The change</dt><dd>In progress since", await http.GetStringAsync(link), StringComparison.Ordinal);

        await stop.CancelAsync();
        Assert.Equal(ExitCodes.Success, await run);
        Assert.Equal("advisor: stopped.", error.All[^1]);
    }

    [Fact]
    public async Task Watch_answers_metrics_and_probes_on_the_port_given_and_nothing_else()
    {
        var port = FreePort.Find();
        using var stop = new CancellationTokenSource();
        await using var output = new Lines();
        await using var error = new Lines();
        var cli = new CliContext
        {
            Out = output,
            Error = error,
            Folder = folder.Path,
        };
        var run = AdvisorCli.RunAsync(["watch", "--local", "--interval", "5", "--metrics", FormatText(port)], cli, stop.Token);
        var metrics = new Uri($"http://127.0.0.1:{FormatText(port)}/metrics");
        await Until.WaitAsync(() => error.All.Contains($"advisor: serving {metrics} (this machine only).") || run.IsCompleted);
        await Until.WaitAsync(() =>
            http.GetStringAsync(metrics).GetAwaiter().GetResult().Contains("\nadvisor_resources 10\n", StringComparison.Ordinal)
            || run.IsCompleted
        );

        var text = await http.GetStringAsync(metrics);
        Assert.Contains("\nadvisor_api_calls_total{api=\"monitor\",operation=\"", text, StringComparison.Ordinal);
        Assert.Contains("name=\"hot-chat\"", text, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, await SendAsync(HttpMethod.Get, new Uri(metrics, "/api/resources"), _ => { }));
        Assert.Equal(HttpStatusCode.OK, await SendAsync(HttpMethod.Get, new Uri(metrics, "/open/ready"), _ => { }));
        Assert.Equal(HttpStatusCode.NotFound, await SendAsync(HttpMethod.Get, new Uri(metrics, "/open/fleet"), _ => { }));
        Assert.Equal(
            HttpStatusCode.MisdirectedRequest,
            await SendAsync(HttpMethod.Get, metrics, request => request.Headers.Host = "rebound.example")
        );
        await stop.CancelAsync();
        Assert.Equal(ExitCodes.Success, await run);
        if (OpenMetricsParser.IsPresent)
        {
            await OpenMetricsParser.ReadAsync(text);
        }
    }

    [Fact]
    public async Task A_process_of_its_own_answers_until_a_signal_ends_it_cleanly()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        var port = FreePort.Find();
        var start = new ProcessStartInfo(AdvisorProgram.Command[0])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        foreach (var argument in (string[])[.. AdvisorProgram.Command[1..], "serve", "--local", "--port", FormatText(port)])
        {
            start.ArgumentList.Add(argument);
        }

        using var process = Process.Start(start)!;
        Assert.StartsWith(
            "advisor: watching every 60 s",
            await process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken),
            StringComparison.Ordinal
        );
        Assert.StartsWith(
            "advisor: serving http://127.0.0.1:",
            await process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken),
            StringComparison.Ordinal
        );
        await Until.WaitAsync(() =>
            http.GetAsync(new Uri($"http://127.0.0.1:{FormatText(port)}/open/health")).GetAwaiter().GetResult().StatusCode
            == HttpStatusCode.OK
        );
        using var kill = Process.Start("kill", ["-TERM", FormatText(process.Id)]);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal("advisor: stopped.", await process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken));
        Assert.Equal(ExitCodes.Success, process.ExitCode);
    }

    public void Dispose()
    {
        http.Dispose();
        folder.Dispose();
    }

    private static string FormatText(int number) => number.ToString();

    private async Task<HttpStatusCode> SendAsync(HttpMethod method, Uri link, Action<HttpRequestMessage> with)
    {
        using var request = new HttpRequestMessage(method, method == HttpMethod.Post ? new Uri(link, link.AbsolutePath) : link);
        request.Content =
            method == HttpMethod.Post
                ? new FormUrlEncodedContent([
                    KeyValuePair.Create("t", link.Query.Replace("?t=", "", StringComparison.Ordinal)),
                    KeyValuePair.Create("answer", "approve"),
                ])
                : null;
        with(request);
        using var answer = await http.SendAsync(request, TestContext.Current.CancellationToken);
        return answer.StatusCode;
    }

    // The line of the decision, with the link that answers.
    private static bool IsAsked(string line) =>
        line.Contains(" hot-chat: scale out to ", StringComparison.Ordinal)
        && line.Contains(" Approve or decline: http", StringComparison.Ordinal);

    /// <summary>Keeps whole lines, whoever writes them.</summary>
    private sealed class Lines : TextWriter
    {
        private readonly ConcurrentQueue<string> lines = new();

        public override Encoding Encoding => Encoding.UTF8;

        public string[] All => [.. lines];

        public override void WriteLine(string? value) => lines.Enqueue(value ?? "");

        public override Task WriteLineAsync(ReadOnlyMemory<char> buffer, CancellationToken cancellationToken = default)
        {
            lines.Enqueue(buffer.ToString());
            return Task.CompletedTask;
        }
    }

    [Theory]
    [InlineData("--metrics must be a whole number from 1 to 65535, not '0'.", "--metrics", "0")]
    [InlineData("--once runs one tick, too short to be scraped: omit --metrics.", "--once", "--metrics", "9464")]
    [InlineData("--once exits after one tick, before a page can be opened: omit --serve.", "--once", "--serve", "8080")]
    public async Task A_port_that_cannot_be_served_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        await using var error = new Lines();
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
        };

        Assert.Equal(ExitCodes.Usage, await AdvisorCli.RunAsync(["watch", .. arguments], cli, TestContext.Current.CancellationToken));
        Assert.StartsWith("advisor: " + reason, Assert.Single(error.All), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_one_line()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        await using var error = new Lines();
        var port = FormatText(((IPEndPoint)other.LocalEndpoint).Port);
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
        };

        Assert.Equal(
            ExitCodes.Usage,
            await AdvisorCli.RunAsync(["serve", "--local", "--port", port], cli, TestContext.Current.CancellationToken)
        );
        Assert.Equal(
            ExitCodes.Usage,
            await AdvisorCli.RunAsync(["watch", "--local", "--metrics", port], cli, TestContext.Current.CancellationToken)
        );
        Assert.Equal(
            new[] { "--port", "--metrics" }.Select(option =>
                $"advisor: port {port} of 127.0.0.1 is in use by another program. Choose another with {option}."
            ),
            error.All
        );
    }

    [Theory]
    [InlineData("--port must be a whole number from 1 to 65535, not '0'.", "--port", "0")]
    [InlineData("--port must be a whole number from 1 to 65535, not 'web'.", "--port", "web")]
    [InlineData("unknown option '--once'.", "--once")]
    [InlineData("Advisor__ApprovalKeys: key 1 is not ID:BASE64", "--local")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        await using var error = new Lines();
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
            Environment = name => name == "Advisor__ApprovalKeys" ? "SECRET" : null,
        };

        Assert.Equal(ExitCodes.Usage, await AdvisorCli.RunAsync(["serve", .. arguments], cli, TestContext.Current.CancellationToken));
        Assert.StartsWith("advisor: " + reason, Assert.Single(error.All), StringComparison.Ordinal);
        Assert.DoesNotContain("SECRET", error.All[0], StringComparison.Ordinal);
    }
}
