using System.Globalization;
using System.Text;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

public sealed partial class CommandTelemetryTests
{
    private const string Key = "7c1d1b1e-0000-4000-8000-5ec3e75ec3e7";

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
