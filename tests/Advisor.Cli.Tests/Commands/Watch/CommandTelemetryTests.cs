using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;
using Advisor.Cli.Tests.World;
using Advisor.HostStandIn.Telemetry;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// What <c>advisor watch</c> and <c>advisor serve</c> send by OTLP as processes of their own, as a collector sees it; and what they never
/// say.
/// </summary>
public sealed partial class CommandTelemetryTests : IAsyncLifetime
{
    // One that changes and one that does not: the history of the other eight takes half of a short run.
    private static readonly IReadOnlyList<LocalResourceSpec> Two =
    [
        .. LocalScenario.Ten.Where(spec => spec.Name is "hot-chat" or "idle-staging"),
    ];

    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private readonly ConcurrentQueue<string> said = new();
    private readonly TemporaryFolder folder = new();
    private readonly string secret = $"S3CR3T-{Guid.NewGuid():N}";
    private OtlpReceiver collector = null!;
    private LocalAzureHost azure = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string StateFile => Path.Combine(folder.Path, "state.db");

    public async ValueTask InitializeAsync()
    {
        collector = await OtlpReceiver.StartAsync(Cancellation);
        azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = new ManualTimeProvider(Start), Resources = Two },
            Cancellation
        );
    }

    public async ValueTask DisposeAsync()
    {
        await azure.DisposeAsync();
        await collector.DisposeAsync();
        folder.Dispose();
    }

    [Fact]
    public async Task Watch_sends_what_it_did_before_it_ends()
    {
        using var process = AdvisorProcess.Start(
            [
                "watch",
                "--endpoint",
                azure.Endpoint.AbsoluteUri,
                "--subscription",
                azure.SubscriptionId,
                "--hours",
                "0.1",
                "--state",
                StateFile,
                "--mode",
                "auto",
            ],
            said.Enqueue,
            said.Enqueue,
            CreateEnvironment()
        );
        await process.WaitForExitAsync(Cancellation);
        Assert.Equal(0, process.ExitCode);

        // 0.1 hours: a tick at 06:00 and at each of the five minutes after it. In the first both have their turn.
        Assert.Equal(6UL, Sum("advisor.heartbeat", _ => true));
        Assert.InRange(Sum("advisor.evaluations", _ => true), 2UL, 12UL);
        Assert.Equal(
            (ulong)azure.Calls[CallKind.MetricBatch],
            Sum("advisor.api.calls", m => m.Tags["advisor.operation"] == "metrics.batch")
        );
        Assert.Equal((ulong)azure.Calls[CallKind.Patch], Sum("advisor.api.calls", m => m.Tags["advisor.operation"] == "resources.update"));
        Assert.Contains(collector.Spans, span => span is { Scope: "Advisor", Name: "advisor.tick" });
        var evaluation = collector.Spans.First(span => span.Name == "advisor.evaluate");
        Assert.Contains(
            collector.Spans,
            span =>
                span.Scope == "System.Net.Http" && collector.Spans.Any(parent => parent.Id == span.Parent && parent.Name == evaluation.Name)
        );
        Assert.Contains(collector.Logs, line => line.Contains("hot-chat: scale out to Standard_S1 x 3", StringComparison.Ordinal));
        Assert.Equal("advisor", collector.Resource["service.name"]);

        // The webhook refused everything at its secret address, and there was something to say of that.
        Assert.Contains(collector.Others, address => address.Contains(secret, StringComparison.Ordinal));
        Assert.Contains(said, line => line.Contains("the receiver answered 403", StringComparison.Ordinal));
        AssertSecret();
    }

    [Fact]
    public async Task Serve_sends_its_requests_by_the_templates_of_their_routes_and_no_token_of_a_link()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        var port = FreePort.Find().ToString();
        await using var today = await LocalAzureHost.StartAsync(new LocalAzureOptions { Resources = Two }, Cancellation);
        using var process = AdvisorProcess.Start(
            [
                "serve",
                "--endpoint",
                today.Endpoint.AbsoluteUri,
                "--subscription",
                today.SubscriptionId,
                "--state",
                StateFile,
                "--mode",
                "approve",
                "--interval",
                "5",
                "--port",
                port,
            ],
            said.Enqueue,
            said.Enqueue,
            CreateEnvironment()
        );
        await Until.WaitAsync(() => said.Any(IsAsked) || process.HasExited);
        var link = new Uri(said.First(IsAsked).Split(": ")[^1]);
        using var http = new HttpClient();
        foreach (
            var path in (string[])
                [
                    link.PathAndQuery,
                    "/api/resources",
                    "/api/history?resource=wrong",
                    "/open/approvals/" + secret,
                    "/open/health?t=" + secret,
                ]
        )
        {
            using var answer = await http.GetAsync(new Uri(link, path), Cancellation);
        }

        await Until.WaitAsync(() =>
            collector.Metrics.Any(m =>
                m.Name == "http.server.request.duration" && m.Tags.GetValueOrDefault("http.route") == "/open/approvals/{id}"
            )
            && Sum("advisor.heartbeat", _ => true) > 0
        );
        using (var kill = Process.Start("kill", ["-TERM", process.Id.ToString()]))
        {
            await process.WaitForExitAsync(Cancellation);
        }

        Assert.Equal(0, process.ExitCode);
        Assert.Contains(
            collector.Metrics,
            m => m.Name == "http.server.request.duration" && m.Tags.GetValueOrDefault("http.route") == "/api/resources"
        );
        Assert.Contains(collector.Logs, line => line.Contains("hot-chat: scale out to Standard_S1 x 3", StringComparison.Ordinal));

        // Links are for the terminal of the person who started it, and for no one else.
        var tokens = said.SelectMany(line => TokenPattern().Matches(line)).Select(match => match.Groups["token"].Value).ToList();
        Assert.NotEmpty(tokens);
        Assert.All(
            tokens,
            token =>
                Assert.DoesNotContain(
                    collector.Requests,
                    request => Encoding.UTF8.GetString(request.Body).Contains(token, StringComparison.Ordinal)
                )
        );
        AssertSecret();
    }

    [Theory]
    [InlineData("watch")]
    [InlineData("serve")]
    public async Task An_invalid_collector_address_ends_the_start_with_one_line(string command)
    {
        var run = await StartInvalidAsync(command, "OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318");

        Assert.Equal((ExitCodes.Usage, ""), (run.ExitCode, run.Out));
        Assert.StartsWith("advisor: OTEL_EXPORTER_OTLP_ENDPOINT is not an address", run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    /// <summary>A start in this process that ends before anything is sent.</summary>
    private Task<CliResult> StartInvalidAsync(string command, string variable, string value) =>
        CliResult.RunAsync(
            [command, "--endpoint", azure.Endpoint.AbsoluteUri, "--subscription", azure.SubscriptionId, "--state", StateFile],
            cli => cli with { Environment = name => name == variable ? value : null },
            Cancellation
        );

    private void AssertSecret()
    {
        Assert.DoesNotContain(said, line => line.Contains(secret, StringComparison.OrdinalIgnoreCase));
        Assert.DoesNotContain(
            collector.Requests,
            request => Encoding.UTF8.GetString(request.Body).Contains(secret, StringComparison.OrdinalIgnoreCase)
        );
        Assert.All(
            Directory.GetFiles(folder.Path),
            file => Assert.DoesNotContain(secret, Encoding.Latin1.GetString(File.ReadAllBytes(file)), StringComparison.OrdinalIgnoreCase)
        );
    }

    private ulong Sum(string name, Func<MetricPoint, bool> chosen) =>
        collector
            .Metrics.Where(m => m.Name == name && chosen(m))
            .GroupBy(m => string.Join(',', m.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal)))
            .Aggregate(0UL, (sum, series) => sum + series.Max(m => m.Count));

    private Dictionary<string, string> CreateEnvironment() =>
        new()
        {
            ["ADVISOR_WEBHOOK"] = new Uri(collector.Address, $"/hooks/{secret}?sig={secret}").AbsoluteUri,
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.AbsoluteUri,
            ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            ["OTEL_EXPORTER_OTLP_HEADERS"] = "x-api-key=" + secret,
            ["OTEL_METRIC_EXPORT_INTERVAL"] = "500",
            ["OTEL_BSP_SCHEDULE_DELAY"] = "200",
            ["OTEL_BLRP_SCHEDULE_DELAY"] = "200",
        };

    // The line of the decision, with the link that answers.
    private static bool IsAsked(string line) =>
        line.Contains(" hot-chat: scale out to ", StringComparison.Ordinal)
        && line.Contains(" Approve or decline: http", StringComparison.Ordinal);

    [GeneratedRegex("[?&]t=(?<token>[A-Za-z0-9._-]+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex TokenPattern();
}
