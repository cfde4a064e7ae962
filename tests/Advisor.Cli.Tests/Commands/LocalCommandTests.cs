using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;

namespace Advisor.Cli.Tests.Commands;

public sealed class LocalCommandTests
{
    [Fact]
    public async Task It_prints_one_ready_line_answers_calls_and_ends_on_request()
    {
        using var stop = new CancellationTokenSource();
        using var output = new WaitingWriter("Ready: http://127.0.0.1:");
        var run = CliResult.RunAsync(["local"], cli => cli with { Out = output }, stop.Token);

        var endpoint = (await output.ReadLineAsync(TestContext.Current.CancellationToken)).Split(' ')[1];
        using var client = new HttpClient();
        var resources = JsonNode.Parse(await client.GetStringAsync(new Uri(endpoint + "/local"), TestContext.Current.CancellationToken))![
            "resources"
        ]!.AsArray();
        await stop.CancelAsync();

        Assert.Equal(ExitCodes.Success, (await run).ExitCode);
        Assert.Equal(10, resources.Count);
        Assert.All(resources, r => Assert.Contains((string)r!["id"]!, output.ToString(), StringComparison.Ordinal));
        await Assert.ThrowsAsync<HttpRequestException>(() =>
            client.GetAsync(new Uri(endpoint + "/local"), TestContext.Current.CancellationToken)
        );
    }

    [Fact]
    public async Task Every_command_that_it_prints_is_answered()
    {
        using var stop = new CancellationTokenSource();
        using var output = new WaitingWriter("Ready: http://127.0.0.1:");
        var run = CliResult.RunAsync(["local"], cli => cli with { Out = output }, stop.Token);
        await output.ReadLineAsync(TestContext.Current.CancellationToken);
        var reads = output
            .ToString()
            .Split('\n')
            .Where(line => line.StartsWith("  ", StringComparison.Ordinal) && line.Contains("api-version", StringComparison.Ordinal))
            .Select(line => new Uri(line.Split('\'')[1]))
            .ToList();

        using var client = new HttpClient();
        foreach (var read in reads)
        {
            using var answer = await client.GetAsync(read, TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        }

        await stop.CancelAsync();
        await run;
        Assert.Equal(3, reads.Count);
    }

    [Fact]
    public async Task Json_is_one_line_with_endpoint_subscription_and_every_resource()
    {
        using var stop = new CancellationTokenSource();
        using var output = new WaitingWriter("{\"ready\":true");
        var run = CliResult.RunAsync(["local", "--resources", "30", "--output", "json"], cli => cli with { Out = output }, stop.Token);

        var ready = JsonNode.Parse(await output.ReadLineAsync(TestContext.Current.CancellationToken))!;
        await stop.CancelAsync();
        await run;

        Assert.Equal(30, ready["resources"]!.AsArray().Count);
        Assert.True(Guid.TryParse((string?)ready["subscriptionId"], out _));
        Assert.Single(output.ToString().TrimEnd().Split('\n'));
    }

    // The ten resources have Azure's default of 150 units a region; a thousand generated ones would exceed it from the start.
    [Theory]
    [InlineData(150)]
    [InlineData(-1, "--resources", "30")]
    public async Task Only_a_generated_fleet_has_no_quota(int limit, params string[] fleet)
    {
        using var stop = new CancellationTokenSource();
        using var output = new WaitingWriter("{\"ready\":true");
        var run = CliResult.RunAsync(["local", "--output", "json", .. fleet], cli => cli with { Out = output }, stop.Token);
        var ready = JsonNode.Parse(await output.ReadLineAsync(TestContext.Current.CancellationToken))!;

        using var client = new HttpClient();
        client.DefaultRequestHeaders.Authorization = new("Bearer", "any");
        var usages = JsonNode.Parse(
            await client.GetStringAsync(
                new Uri(
                    $"{ready["endpoint"]}/subscriptions/{ready["subscriptionId"]}/providers/Microsoft.SignalRService/locations/westeurope/"
                        + "usages?api-version=2024-03-01"
                ),
                TestContext.Current.CancellationToken
            )
        )!;
        await stop.CancelAsync();
        await run;

        Assert.Equal(limit, (int)usages["value"]![0]!["limit"]!);
    }

    [Fact]
    public async Task A_taken_port_is_said_in_one_line()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;

        var run = await CliResult.RunAsync(["local", "--port", $"{port}"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Equal(
            $"advisor: Port {port} of 127.0.0.1 cannot be used; choose another with --port, or omit it for any free port.\n",
            run.Error
        );
    }

    [Theory]
    [InlineData("--port", "70000")]
    [InlineData("--port", "http")]
    [InlineData("--resources", "0")]
    [InlineData("--speed", "0")]
    [InlineData("--speed", "NaN")]
    [InlineData("--output", "csv")]
    public async Task An_impossible_value_is_refused(string option, string value)
    {
        var run = await CliResult.RunAsync(["local", option, value]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains(option, run.Error, StringComparison.Ordinal);
    }

    /// <summary>Keeps what is written and completes when a line that begins with a text is whole.</summary>
    private sealed class WaitingWriter(string start) : StringWriter
    {
        private readonly TaskCompletionSource<string> found = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override Encoding Encoding => Encoding.UTF8;

        public Task<string> ReadLineAsync(CancellationToken cancellation) => found.Task.WaitAsync(TimeSpan.FromMinutes(3), cancellation);

        public override void WriteLine(string? value)
        {
            base.WriteLine(value);
            if (value?.StartsWith(start, StringComparison.Ordinal) == true)
            {
                found.TrySetResult(value);
            }
        }
    }
}
