using System.Net;
using System.Text;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Serve;

/// <summary><c>--listen</c>: what opens a command to the network, and <c>advisor health</c>, which asks it from inside.</summary>
public sealed class ListenTests : IDisposable
{
    private const string Key = "MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";

    private readonly TemporaryFolder folder = new();

    private readonly HttpClient http = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false });

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        http.Dispose();
        folder.Dispose();
    }

    [Theory]
    [InlineData("serve", "--port")]
    [InlineData("watch", "--serve")]
    public async Task With_a_key_it_answers_beyond_this_machine_and_to_health(string command, string portOption)
    {
        var port = FreePort.Find();
        var local = new Uri($"http://127.0.0.1:{port}");
        await using var running = new RunningCommand(
            folder.Path,
            new Dictionary<string, string> { ["Advisor__ApiKeys"] = Key, ["Advisor__Address"] = "https://advisor.example.com" },
            [command, "--local", "--interval", "5", "--listen", "0.0.0.0", portOption, port.ToString()]
        );
        await Until.WaitAsync(() =>
            running.Error.Contains($"advisor: serving http://0.0.0.0:{port} (for programs with a key).") || running.HasEnded
        );
        Assert.Equal(HttpStatusCode.Unauthorized, await GetAsync(new Uri(local, "/api/resources"), null));
        Assert.Equal(HttpStatusCode.OK, await GetAsync(new Uri(local, "/api/resources"), Key));
        Assert.Equal(HttpStatusCode.OK, await GetAsync(new Uri(local, "/open/live"), null));

        CliResult health = await CliResult.RunAsync(["health", local.AbsoluteUri], cancellation: Cancellation);
        await Until.WaitAsync(() =>
            (health = CliResult.RunAsync(["health", local.AbsoluteUri]).GetAwaiter().GetResult()).ExitCode == ExitCodes.Success
        );
        Assert.Equal("ok\n", health.Out);
    }

    // Whoever reads the log of a container could approve with such a link; no channel of the team is configured here. Keys open no page.
    [Theory]
    [InlineData("Advisor__ApiKeys", Key, "and no channel gets it: add one to advisor.yaml.")]
    [InlineData("Advisor__SignIn", "record", "log: answer on the page Approvals.")]
    public async Task The_log_of_a_protected_service_has_no_link_that_approves(string variable, string value, string answer)
    {
        const string origin = "https://advisor.example.com";
        string[] arguments = ["serve", "--local", "--mode", "approve", "--interval", "5", "--port", FreePort.Find().ToString()];
        await using var serve = new RunningCommand(
            folder.Path,
            new Dictionary<string, string> { [variable] = value, ["Advisor__Address"] = origin },
            arguments
        );
        await Until.WaitAsync(() => serve.Out.Any(IsAsked) || serve.HasEnded);

        Assert.EndsWith(answer, serve.Out.First(IsAsked), StringComparison.Ordinal);
        Assert.DoesNotContain(serve.Out, line => line.Contains(origin, StringComparison.Ordinal));

        static bool IsAsked(string line) => line.Contains(", waiting for approval. ", StringComparison.Ordinal);
    }

    public static TheoryData<string[], string, string, HttpStatusCode> Published =>
        new()
        {
            { [], "Advisor__ApiKeys=" + Key, "for programs with a key", HttpStatusCode.Unauthorized },
            { ["--listen", "127.0.0.1"], "Advisor__SignIn=record", "for signed-in people", HttpStatusCode.Unauthorized },
            {
                ["--allow-anonymous"],
                "Advisor__Address=https://advisor.example.com",
                "anyone who reaches it may read; no one may act",
                HttpStatusCode.OK
            },
            { [], "", "this machine only", HttpStatusCode.MisdirectedRequest },
        };

    /// <summary>A proxy with its own Host header for what is behind it, as nginx sends it.</summary>
    [Theory]
    [MemberData(nameof(Published))]
    public async Task What_is_set_protects_behind_a_proxy_of_this_machine_as_on_a_network(
        string[] options,
        string setting,
        string who,
        HttpStatusCode reading
    )
    {
        var port = FreePort.Find();
        var local = new Uri($"http://127.0.0.1:{port}");
        var variable = setting.Split('=', 2);
        await using var serve = new RunningCommand(
            folder.Path,
            new Dictionary<string, string> { [variable[0]] = variable[^1] },
            ["serve", "--local", "--port", port.ToString(), .. options]
        );
        await Until.WaitAsync(() => serve.Error.Contains($"advisor: serving http://127.0.0.1:{port} ({who}).") || serve.HasEnded);
        using var read = new HttpRequestMessage(HttpMethod.Get, new Uri(local, "/api/resources"));
        using var act = new HttpRequestMessage(HttpMethod.Post, new Uri(local, "/api/resume"));
        act.Content = new StringContent("""{"reason":"lock removed","by":"dana"}""", Encoding.UTF8, "application/json");
        using var link = new HttpRequestMessage(HttpMethod.Get, new Uri(local, "/open/live"));
        foreach (var request in new[] { read, act, link })
        {
            request.Headers.Add("X-Forwarded-For", "203.0.113.7");
        }

        Assert.Equal(reading, await SendAsync(read));
        Assert.Equal(setting.Length > 0 ? HttpStatusCode.Unauthorized : HttpStatusCode.MisdirectedRequest, await SendAsync(act));
        Assert.Equal(setting.Length > 0 ? HttpStatusCode.OK : HttpStatusCode.MisdirectedRequest, await SendAsync(link));
    }

    [Theory]
    [InlineData(
        "set Advisor__Address to where people reach this, such as https://advisor.example.com.",
        "",
        "--serve",
        "--listen",
        "0.0.0.0"
    )]
    [InlineData("add --serve PORT, which serves the pages.", "", "--metrics")]
    [InlineData(null, "", "--serve")]
    // With keys alone no page is open, and the output is a log.
    [InlineData("add a channel to advisor.yaml, which gets the links, or set Advisor__SignIn.", "Advisor__ApiKeys=" + Key, "--serve")]
    [InlineData(null, "Advisor__SignIn=record", "--serve")]
    [InlineData(null, "Advisor__ApiKeys=" + Key, "--serve", "--webhook", "https://hooks.example.com/a")]
    public async Task Where_no_approval_can_be_given_a_warning_says_what_to_set(
        string? expected,
        string setting,
        string portOption,
        params string[] listen
    )
    {
        var (variable, value) = setting.Length > 0 ? (setting.Split('=', 2)[0], setting.Split('=', 2)[1]) : ("Advisor__ApiKeys", Key);
        await using var error = new StringWriter();
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
            Environment = name =>
                name == variable && (setting.Length > 0 || listen.Length > 0) ? value
                : name == "Advisor__Address" && setting.Length > 0 ? "https://advisor.example.com"
                : null,
        };
        var code = await AdvisorCli.RunAsync(
            ["watch", "--local", "--mode", "approve", "--hours", "0.1", portOption, FreePort.Find().ToString(), .. listen],
            cli,
            Cancellation
        );

        Assert.Equal(ExitCodes.Success, code);
        Assert.Equal(
            expected is null
                ? []
                : [$"advisor: warning: in mode approve every change waits for an approval, and none can be given here: {expected}"],
            error.ToString().Split('\n').Where(line => line.Contains("warning", StringComparison.Ordinal))
        );
    }

    [Theory]
    [InlineData("defaults: { mode: approve }", null, 1)]
    [InlineData("defaults: { mode: approve }", "auto", 0)] // --mode overrides all of them
    [InlineData("resources: [{ match: hot-chat, mode: approve }]", null, 1)]
    [InlineData("resources: [{ match: other-*, mode: approve }]", null, 0)]
    public async Task A_mode_of_the_file_warns_once_where_no_approval_can_be_given(string yaml, string? mode, int warnings)
    {
        await using var error = new StringWriter();
        var config = folder.Write("advisor.yaml", yaml);

        await AdvisorCli.RunAsync(
            [
                "watch",
                "--local",
                "--config",
                config,
                "--hours",
                "0.1",
                "--metrics",
                FreePort.Find().ToString(),
                .. mode is null ? (string[])[] : ["--mode", mode],
            ],
            new CliContext
            {
                Out = TextWriter.Null,
                Error = error,
                Folder = folder.Path,
                Environment = _ => null,
            },
            Cancellation
        );

        Assert.Equal(
            Enumerable.Repeat(
                "advisor: warning: in mode approve every change waits for an approval, and none can be given here: add --serve PORT, which "
                    + "serves the pages.",
                warnings
            ),
            error.ToString().Split('\n').Where(line => line.Contains("mode approve", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Metrics_beyond_this_machine_need_the_key_too()
    {
        var port = FreePort.Find();
        var metrics = new Uri($"http://127.0.0.1:{port}/metrics");
        await using var watch = new RunningCommand(
            folder.Path,
            new Dictionary<string, string> { ["Advisor__ApiKeys"] = Key },
            ["watch", "--local", "--listen", "0.0.0.0", "--metrics", port.ToString()]
        );
        await Until.WaitAsync(() =>
            watch.Error.Contains($"advisor: serving http://0.0.0.0:{port}/metrics (for programs with a key).") || watch.HasEnded
        );

        Assert.Equal(HttpStatusCode.Unauthorized, await GetAsync(metrics, null));
        Assert.Equal(HttpStatusCode.OK, await GetAsync(metrics, Key));
    }

    public static TheoryData<string, string, string[]> Refusals =>
        new()
        {
            {
                "--listen 0.0.0.0 would open names, load and cost of your resources to the network: set Advisor__ApiKeys "
                    + "(`openssl rand -base64 32`) or Advisor__SignIn, or add --allow-anonymous to let anyone read.",
                "",
                ["serve", "--local", "--listen", "0.0.0.0"]
            },
            {
                "--listen 0.0.0.0 would open names,",
                "Advisor__SignIn=off",
                ["watch", "--local", "--metrics", "9464", "--listen", "0.0.0.0"]
            },
            {
                "--listen must be an IP address of this machine, or 0.0.0.0 for all of them, not 'localhost'.",
                "",
                ["serve", "--listen", "localhost"]
            },
            {
                "--listen must be an IP address of this machine, or 0.0.0.0 for all of them, not '5090'.",
                "",
                ["serve", "--listen", "5090"]
            },
            { "--listen requires --serve or --metrics.", "", ["watch", "--local", "--listen", "0.0.0.0"] },
            { "--allow-anonymous requires --listen with an address that others reach", "", ["serve", "--allow-anonymous"] },
            {
                "--allow-anonymous requires --listen with an address that others reach",
                "",
                ["serve", "--listen", "127.0.0.1", "--allow-anonymous"]
            },
            { "--allow-anonymous requires --serve or --metrics.", "", ["watch", "--local", "--allow-anonymous"] },
            {
                "Advisor__Address would open names, load and cost of your resources to the network: set Advisor__ApiKeys",
                "Advisor__Address=https://advisor.example.com",
                ["serve", "--local"]
            },
            { "Advisor__SignIn is 'yes'; it must be off, record or require.", "Advisor__SignIn=yes", ["watch", "--local", "--serve", "1"] },
            { "Advisor__ApiKeys has a key that is short or not random", "Advisor__ApiKeys=SECRET", ["serve", "--listen", "0.0.0.0"] },
            { "Advisor__SignIn is 'yes'; it must be off, record or require.", "Advisor__SignIn=yes", ["serve", "--listen", "0.0.0.0"] },
            { "Advisor__Address begins with https://", "Advisor__Address=http://advisor.example.com", ["serve", "--listen", "0.0.0.0"] },
            {
                "Advisor__ApprovalKeys needs Advisor__Address",
                "Advisor__ApprovalKeys=one:" + Key,
                ["serve", "--local", "--listen", "0.0.0.0", "--allow-anonymous"]
            },
            // TEST-NET-1 of RFC 5737: no machine has it.
            { "192.0.2.1 is no address of this machine.", "Advisor__ApiKeys=" + Key, ["serve", "--local", "--listen", "192.0.2.1"] },
        };

    [Theory]
    [MemberData(nameof(Refusals))]
    public async Task What_would_open_too_much_or_nothing_is_one_line(string reason, string setting, string[] arguments)
    {
        var variable = setting.Split('=', 2);

        var result = await CliResult.RunAsync(
            arguments,
            cli => cli with { Folder = folder.Path, Environment = name => name == variable[0] ? variable[1] : null },
            Cancellation
        );

        Assert.Equal((ExitCodes.Usage, ""), (result.ExitCode, result.Out));
        var line = Assert.Single(
            result.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            text => !text.StartsWith("advisor: watching", StringComparison.Ordinal)
        );
        Assert.StartsWith("advisor: " + reason, line, StringComparison.Ordinal);
        Assert.DoesNotContain("SECRET", line, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(200, """{"status":"degraded"}""", ExitCodes.Success, "degraded\n")]
    [InlineData(503, """{"status":"stale"}""", ExitCodes.CheckFailed, "stale\n")]
    [InlineData(200, "<html>", ExitCodes.CheckFailed, "no answer of Advisor (HTTP 200)\n")]
    [InlineData(302, "[]", ExitCodes.CheckFailed, "no answer of Advisor (HTTP 302)\n")]
    public async Task Health_says_what_the_service_answers(int status, string body, int code, string printed)
    {
        var (listener, address) = LoopbackListener.Start();
        using var closed = listener;
        var asked = CliResult.RunAsync(["health", address], cancellation: Cancellation);
        var request = await listener.GetContextAsync().WaitAsync(Cancellation);
        Assert.Equal("/open/health", request.Request.RawUrl);
        request.Response.StatusCode = status;
        request.Response.Close(Encoding.UTF8.GetBytes(body), willBlock: true);

        var result = await asked;

        Assert.Equal((code, printed, ""), (result.ExitCode, result.Out, result.Error));
    }

    [Fact]
    public async Task Health_says_where_nothing_answers_and_what_is_no_address()
    {
        var address = $"http://127.0.0.1:{FreePort.Find()}";
        var nothing = await CliResult.RunAsync(["health", address], cancellation: Cancellation);
        Assert.Equal(
            (ExitCodes.Unreachable, "", $"advisor: {address} does not answer: nothing listens there.\n"),
            (nothing.ExitCode, nothing.Out, nothing.Error)
        );

        foreach (var wrong in new[] { "5090", "ftp://127.0.0.1", "http://127.0.0.1:5090/open/health", "http://me:secret@127.0.0.1" })
        {
            var result = await CliResult.RunAsync(["health", wrong], cancellation: Cancellation);
            Assert.Equal((wrong, ExitCodes.Usage), (wrong, result.ExitCode));
            Assert.StartsWith("advisor: URL must be scheme, host and port alone", result.Error, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Health_says_what_to_do_where_the_port_serves_no_TLS()
    {
        var (listener, address) = LoopbackListener.Start();
        using var closed = listener;
        var secure = new UriBuilder(address) { Scheme = Uri.UriSchemeHttps }.Uri.GetLeftPart(UriPartial.Authority);

        var result = await CliResult.RunAsync(["health", secure], cancellation: Cancellation);

        Assert.Equal(ExitCodes.Unreachable, result.ExitCode);
        Assert.StartsWith($"advisor: {secure} does not answer: no secure connection (", result.Error, StringComparison.Ordinal);
        Assert.EndsWith("): use http:// where the service serves no TLS itself.\n", result.Error, StringComparison.Ordinal);
    }

    private async Task<HttpStatusCode> GetAsync(Uri address, string? key)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.Host = "10.0.0.7";
        if (key is not null)
        {
            request.Headers.Add("x-functions-key", key);
        }

        return await SendAsync(request);
    }

    private async Task<HttpStatusCode> SendAsync(HttpRequestMessage request)
    {
        using var answer = await http.SendAsync(request, Cancellation);
        return answer.StatusCode;
    }
}
