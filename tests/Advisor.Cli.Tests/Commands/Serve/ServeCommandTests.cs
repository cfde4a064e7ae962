using System.Net;
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
        await using var serve = new RunningCommand(
            folder.Path,
            new Dictionary<string, string>(),
            ["serve", "--local", "--mode", "approve", "--interval", "5", "--port", FormatText(port)]
        );
        await Until.WaitAsync(() => serve.Out.Any(IsAsked) || serve.HasEnded);
        Assert.Contains($"advisor: serving http://127.0.0.1:{FormatText(port)} (this machine only).", serve.Error);
        var link = new Uri(serve.Out.First(IsAsked).Split(": ")[^1]);

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

        Assert.Equal(ExitCodes.Success, await serve.StopAsync());
        Assert.Equal("advisor: stopped.", serve.Error[^1]);
    }

    [Fact]
    public async Task Watch_answers_metrics_and_probes_on_the_port_given_and_nothing_else()
    {
        var port = FreePort.Find();
        await using var watch = new RunningCommand(
            folder.Path,
            new Dictionary<string, string>(),
            ["watch", "--local", "--interval", "5", "--metrics", FormatText(port)]
        );
        var metrics = new Uri($"http://127.0.0.1:{FormatText(port)}/metrics");
        await Until.WaitAsync(() => watch.Error.Contains($"advisor: serving {metrics} (this machine only).") || watch.HasEnded);
        await Until.WaitAsync(() =>
            http.GetStringAsync(metrics).GetAwaiter().GetResult().Contains("\nadvisor_resources 10\n", StringComparison.Ordinal)
            || watch.HasEnded
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
        Assert.Equal(ExitCodes.Success, await watch.StopAsync());
        if (OpenMetricsParser.IsPresent)
        {
            await OpenMetricsParser.ReadAsync(text);
        }
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

    [Theory]
    [InlineData("--metrics must be a whole number from 1 to 65535, not '0'.", "--metrics", "0")]
    [InlineData("--once runs one tick, too short to be scraped: omit --metrics.", "--once", "--metrics", "9464")]
    [InlineData("--once exits after one tick, before a page can be opened: omit --serve.", "--once", "--serve", "8080")]
    public async Task A_port_that_cannot_be_served_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        AssertUsage(reason, await CliResult.RunAsync(["watch", .. arguments], cli => cli with { Folder = folder.Path }));
    }

    [Theory]
    [InlineData("--port must be a whole number from 1 to 65535, not '0'.", "--port", "0")]
    [InlineData("--port must be a whole number from 1 to 65535, not 'web'.", "--port", "web")]
    [InlineData("unknown option '--once'.", "--once")]
    [InlineData("Advisor__ApprovalKeys: key 1 is not ID:BASE64", "--local")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        AssertUsage(
            reason,
            await CliResult.RunAsync(
                ["serve", .. arguments],
                cli => cli with { Folder = folder.Path, Environment = name => name == "Advisor__ApprovalKeys" ? "SECRET" : null }
            )
        );
    }

    private static void AssertUsage(string reason, CliResult run)
    {
        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
        Assert.DoesNotContain("SECRET", run.Error, StringComparison.Ordinal);
    }
}
