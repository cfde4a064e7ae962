using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Advisor.Cli.Tests.World;
using Advisor.Tests;
using Advisor.Web.Telemetry;

namespace Advisor.Cli.Tests.Commands.Watch;

public sealed partial class CommandTelemetryTests
{
    private const string Key = "7c1d1b1e-0000-4000-8000-5ec3e75ec3e7";

    private const string NotAccepted =
        "APPLICATIONINSIGHTS_CONNECTION_STRING is not accepted: copy it from the overview of the Application Insights resource.";

    [Fact]
    public async Task Watch_sends_metrics_spans_and_lines_to_Application_Insights()
    {
        Assert.Equal(
            0,
            await WatchAsync(("APPLICATIONINSIGHTS_CONNECTION_STRING", $"InstrumentationKey={Key};IngestionEndpoint={collector.Address}"))
        );

        Assert.All(collector.Requests, request => Assert.Equal("track", request.Signal));
        var sent = string.Concat(collector.Requests.Select(request => Encoding.UTF8.GetString(request.Body)));
        Assert.Contains("\"name\":\"advisor.heartbeat\"", sent, StringComparison.Ordinal);
        Assert.Contains("\"name\":\"advisor.tick\"", sent, StringComparison.Ordinal);
        Assert.Contains("hot-chat: scale out to Standard_S1 x 3", sent, StringComparison.Ordinal);
        Assert.DoesNotContain(said, line => line.Contains("warning", StringComparison.Ordinal));
        AssertSecret();
    }

    [Fact]
    public async Task A_target_that_cannot_be_reached_and_an_unknown_protocol_are_one_line_each()
    {
        var nowhere = "http://127.0.0.1:" + FreePort.Find().ToString(CultureInfo.InvariantCulture);

        Assert.Equal(
            0,
            await WatchAsync(
                ("OTEL_EXPORTER_OTLP_ENDPOINT", nowhere),
                ("OTEL_EXPORTER_OTLP_PROTOCOL", "carrier-pigeon"),
                ("APPLICATIONINSIGHTS_CONNECTION_STRING", $"InstrumentationKey={Key};IngestionEndpoint={nowhere}/")
            )
        );

        Assert.Equal(
            [
                "advisor: warning: OTEL_EXPORTER_OTLP_PROTOCOL is neither grpc nor http/protobuf; telemetry is sent as grpc.",
                "advisor: warning: Telemetry cannot be sent to Application Insights; check the address, and whether it can be reached from "
                    + "here. Advisor goes on without.",
                $"advisor: warning: Telemetry cannot be sent to {nowhere}; check the address, and whether it can be reached from here. "
                    + "Advisor goes on without.",
            ],
            said.Where(line => line.Contains("warning", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
        );
        Assert.DoesNotContain(said, line => line.Contains(Key, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Of_several_collectors_each_that_cannot_be_reached_is_named_and_no_other()
    {
        string[] nowhere = [.. Enumerable.Range(0, 2).Select(_ => $"http://127.0.0.1:{FreePort.Find()}")];
        await WatchAsync(
            ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address.AbsoluteUri),
            ("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", nowhere[0] + "/v1/metrics"),
            ("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", nowhere[1] + "/v1/logs"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        );

        Assert.Equal(
            nowhere
                .Order(StringComparer.Ordinal)
                .Select(host =>
                    $"advisor: warning: Telemetry cannot be sent to {host}; check the address, and whether it can be reached from here. "
                    + "Advisor goes on without."
                ),
            said.Where(line => line.Contains("warning", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
        );
    }

    [Theory]
    [InlineData(Key)]
    [InlineData("IngestionEndpoint=https://127.0.0.1/")]
    [InlineData("InstrumentationKey=" + Key + ";IngestionEndpoint=127.0.0.1")]
    public async Task An_invalid_connection_string_ends_the_start_with_one_line_that_does_not_repeat_it(string text)
    {
        var run = await StartInvalidAsync("watch", "APPLICATIONINSIGHTS_CONNECTION_STRING", text);

        Assert.Equal((ExitCodes.Usage, ""), (run.ExitCode, run.Out));
        Assert.Equal(
            "advisor: APPLICATIONINSIGHTS_CONNECTION_STRING is not a connection string: copy it from the overview of the Application "
                + "Insights resource.\n",
            run.Error
        );
    }

    [Fact]
    public async Task A_target_that_does_not_answer_holds_up_no_end_by_a_signal()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var process = AdvisorProcess.Start(
            ["watch", "--local", "--interval", "5"],
            said.Enqueue,
            said.Enqueue,
            new Dictionary<string, string>
            {
                ["OTEL_EXPORTER_OTLP_ENDPOINT"] = $"http://{silent.LocalEndpoint}",
                ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            }
        );
        await Until.WaitAsync(() => said.Any(line => line.Contains("hot-chat: scale out", StringComparison.Ordinal)) || process.HasExited);
        using (var kill = Process.Start("kill", ["-TERM", process.Id.ToString(CultureInfo.InvariantCulture)]))
        {
            await process.WaitForExitAsync(Cancellation);
        }

        Assert.Contains("advisor: stopped.", said);
        Assert.Equal(0, process.ExitCode);
    }

    [Theory]
    [InlineData(401, "HTTP 401")]
    [InlineData(503, "HTTP 503")]
    public async Task A_target_that_refuses_telemetry_is_one_line_with_the_status(int status, string expected)
    {
        collector.Refusal = status;

        Assert.Equal(
            0,
            await WatchAsync(
                ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Address.AbsoluteUri),
                ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
                ("OTEL_BSP_SCHEDULE_DELAY", "100"),
                ("APPLICATIONINSIGHTS_CONNECTION_STRING", $"InstrumentationKey={Key};IngestionEndpoint={collector.Address}")
            )
        );

        Assert.Equal(
            [
                $"advisor: warning: Telemetry is refused by Application Insights ({expected}); check the address and "
                    + "APPLICATIONINSIGHTS_CONNECTION_STRING. Advisor goes on without.",
                $"advisor: warning: Telemetry is refused by {collector.Address.GetLeftPart(UriPartial.Authority)} ({expected}); check the "
                    + "address and OTEL_EXPORTER_OTLP_HEADERS. Advisor goes on without.",
            ],
            said.Where(line => line.Contains("warning", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
        );
    }

    [Theory]
    [InlineData(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "Authorization: Bearer S3CR3T",
        "OTEL_EXPORTER_OTLP_HEADERS is not NAME=VALUE, separated by commas, each name once, without a comma in a value."
    )]
    [InlineData(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "x-fields=S3CR3T%2Cb",
        "OTEL_EXPORTER_OTLP_HEADERS is not NAME=VALUE, separated by commas, each name once, without a comma in a value."
    )]
    [InlineData(
        "OTEL_EXPORTER_OTLP_CERTIFICATE",
        "/nonexistent/S3CR3T.pem",
        "OTEL_EXPORTER_OTLP_CERTIFICATE is not a file with a certificate or key that can be read."
    )]
    [InlineData("APPLICATIONINSIGHTS_CONNECTION_STRING", $"InstrumentationKey={Key};EndpointSuffix=S3CR3T y z", NotAccepted)]
    public async Task A_mistyped_setting_is_one_line_without_its_value_and_the_other_target_goes_on(
        string variable,
        string value,
        string expected
    )
    {
        Assert.Equal(0, await WatchAsync([.. SetBothTargets(variable, value).Select(setting => (setting.Key, setting.Value))]));

        var (left, other) = variable.StartsWith("OTEL", StringComparison.Ordinal) ? ("OTLP", "track") : ("Application Insights", "traces");
        Assert.Equal(
            $"advisor: warning: {expected} Advisor goes on without {left}.",
            Assert.Single(said, line => line.Contains("warning", StringComparison.Ordinal))
        );
        Assert.Contains(collector.Requests, request => request.Signal == other);
        Assert.Equal(other == "track", collector.Requests.All(request => request.Signal == "track"));
        Assert.DoesNotContain(
            said,
            line => line.Contains("S3CR3T", StringComparison.Ordinal) || line.Contains(Key, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("TRACES", "traces")]
    [InlineData("METRICS", "metrics")]
    public async Task One_signal_goes_to_an_address_of_its_own_and_no_other_signal_anywhere(string variable, string signal)
    {
        Assert.Equal(
            0,
            await WatchAsync(
                ($"OTEL_EXPORTER_OTLP_{variable}_ENDPOINT", new Uri(collector.Address, "/v1/" + signal).AbsoluteUri),
                ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
            )
        );

        Assert.NotEmpty(collector.Requests);
        Assert.All(collector.Requests, request => Assert.Equal(signal, request.Signal));
        Assert.DoesNotContain(said, line => line.Contains("warning", StringComparison.Ordinal));
    }

    [Fact]
    public void An_address_of_a_signal_that_is_none_ends_the_start_and_one_of_its_own_leaves_the_others_the_general_one()
    {
        var settings = new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://collector:4318",
            ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"] = "http://metrics:4318/v1/metrics",
        };

        Assert.Equal(
            new CollectorAddresses(new("http://collector:4318"), null, new("http://metrics:4318/v1/metrics"), null),
            TelemetryTargets.Read(settings.GetValueOrDefault).Collector
        );

        settings["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"] = "logs:4318";
        Assert.StartsWith(
            "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT is not an address",
            TelemetryTargets.Read(settings.GetValueOrDefault).Problem,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("OTEL_EXPORTER_OTLP_HEADERS", "OTLP")]
    [InlineData("APPLICATIONINSIGHTS_CONNECTION_STRING", "Application Insights")]
    public void A_secret_that_could_not_be_read_leaves_the_other_target(string variable, string left)
    {
        const string unread = "@Microsoft.KeyVault(SecretUri=https://vault.example/secrets/S3CR3T)";

        var targets = TelemetryTargets.Read(SetBothTargets(variable, unread).GetValueOrDefault);

        Assert.Equal(
            [
                $"{variable} refers to a secret that could not be read: check its name and the identity's permission to read it. "
                    + $"Advisor goes on without {left}.",
            ],
            targets.Warnings
        );
        Assert.Equal((left == "OTLP", left != "OTLP"), (targets.Collector is null, targets.ConnectionString is null));
    }

    [Fact]
    public void A_connection_string_with_a_key_twice_is_one_line()
    {
        var warnings = new List<string>();

        using var export = TelemetryExport.Start(
            "advisor",
            new TelemetryTargets(null, $"InstrumentationKey={Key};InstrumentationKey={Key}", null, []),
            warnings.Add
        );

        Assert.Null(export);
        Assert.Equal([$"{NotAccepted} Advisor goes on without Application Insights."], warnings);
    }

    private Dictionary<string, string> SetBothTargets(string variable, string value) =>
        new()
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.AbsoluteUri,
            ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            ["APPLICATIONINSIGHTS_CONNECTION_STRING"] = $"InstrumentationKey={Key};IngestionEndpoint={collector.Address}",
            [variable] = value,
        };

    private async Task<int> WatchAsync(params (string Name, string Value)[] environment)
    {
        string[] target = ["--endpoint", azure.Endpoint.AbsoluteUri, "--subscription", azure.SubscriptionId];
        using var process = AdvisorProcess.Start(
            ["watch", .. target, "--hours", "0.1", "--state", StateFile],
            said.Enqueue,
            said.Enqueue,
            environment.ToDictionary(variable => variable.Name, variable => variable.Value)
        );
        await process.WaitForExitAsync(Cancellation);
        return process.ExitCode;
    }
}
