using System.CommandLine;
using System.Text.Json.Nodes;
using Advisor.Core.Quantities;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor local</c>: runs the loopback Azure by itself until Ctrl+C, and prints what a client or a script needs.</summary>
public static class LocalCommand
{
    private const int FleetRegions = 3;
    private const int MaxResources = 100_000;
    private const int PrintedIds = 20;
    private const string Version = "api-version=2024-03-01";

    // Microsoft.Insights has versions of its own.
    private const string MetricsQuery = "metricnames=ServerLoad&aggregation=average&api-version=2024-02-01";

    private const string Help = """
        Run a loopback Azure (Resource Manager and Monitor) to try Advisor, or any Azure client, without an account.

        It prints its address and the ids of its resources, and runs until Ctrl+C. docs/local-azure.md describes its answers and how to
        inject faults.

        Examples:
          ten resources, each a different case
            advisor local --port 5080
          then, in another terminal
            advisor evaluate --endpoint http://127.0.0.1:5080
          a fleet of a thousand
            advisor local --resources 1000 --port 5080
        """;

    public static Command Create(CliContext cli)
    {
        var port = CommonOptions.CreateNumber<int>("--port", "Port on 127.0.0.1. Default: any free port.", "N", min: 0, max: 65535);
        var resources = CommonOptions.CreateNumber<int>(
            "--resources",
            "A generated fleet of this many resources, without a regional quota, instead of the fixed ten.",
            "N",
            min: 1,
            max: MaxResources
        );
        var regions = CommonOptions.CreateNumber<int>(
            "--regions",
            "Number of regions of a generated fleet. Default: 3.",
            "N",
            min: 1,
            max: 1000
        );
        var speed = CommonOptions.CreateNumber<double>(
            "--speed",
            "Speed of the simulated demand: minutes per minute; changes are that much faster. Default: 1.",
            "X",
            min: 0.01,
            max: 10_000
        );
        var manual = new Option<bool>("--manual-clock")
        {
            Description = "The clock moves only by POST /local/clock, or by 'advisor watch --endpoint URL --hours N'.",
        };
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("local", Help) { port, resources, regions, speed, manual, output };
        command.SetAction(
            (parse, cancellation) =>
                RunAsync(
                    cli,
                    new LocalAzureOptions
                    {
                        Port = parse.GetValue(port) ?? 0,
                        Speed = parse.GetValue(speed) ?? 1,
                        Time = parse.GetValue(manual) ? new ManualTimeProvider(cli.Time.GetUtcNow()) : cli.Time,
                        Resources = parse.GetValue(resources) is { } count
                            ? LocalScenario.CreateMany(count, parse.GetValue(regions) ?? FleetRegions)
                            : null,
                        RegionalUnitQuota = parse.GetValue(resources) is null ? LocalAzureOptions.DefaultQuota : LocalAzureOptions.NoQuota,
                    },
                    parse.GetValue(output),
                    cancellation
                )
        );
        return command;
    }

    private static async Task<int> RunAsync(CliContext cli, LocalAzureOptions options, OutputFormat output, CancellationToken cancellation)
    {
        await using var azure = await StartAsync(options, cancellation);
        if (output == OutputFormat.Json)
        {
            PrintJson(cli.Out, azure);
        }
        else
        {
            PrintText(cli.Out, azure);
        }

        await cli.Out.FlushAsync(cancellation);
        await Task.Delay(Timeout.InfiniteTimeSpan, cli.Time, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return ExitCodes.Success;
    }

    private static async Task<LocalAzureHost> StartAsync(LocalAzureOptions options, CancellationToken cancellation)
    {
        try
        {
            return await LocalAzureHost.StartAsync(options, cancellation);
        }
        catch (IOException e)
        {
            throw CommandException.CreateUsage(
                $"Port {options.Port} of 127.0.0.1 cannot be used; choose another with --port, or omit it for any free port.",
                e
            );
        }
    }

    // A single line: a script that has read it knows that requests are answered.
    private static void PrintJson(TextWriter output, LocalAzureHost azure) =>
        output.WriteLine(
            new JsonObject
            {
                ["ready"] = true,
                ["endpoint"] = DescribeEndpoint(azure),
                ["subscriptionId"] = azure.SubscriptionId,
                ["resources"] = new JsonArray([.. azure.Resources.Select(DescribeResource)]),
            }.ToJsonString()
        );

    private static JsonNode DescribeResource(LocalResource resource) =>
        new JsonObject
        {
            ["id"] = resource.Id,
            ["region"] = resource.Region,
            ["sku"] = resource.Sku,
            ["units"] = resource.Units,
            ["shows"] = resource.Spec.Shows,
        };

    private static void PrintText(TextWriter output, LocalAzureHost azure)
    {
        var endpoint = DescribeEndpoint(azure);
        var subscription = $"/subscriptions/{azure.SubscriptionId}";
        var first = azure.Resources[0];
        output.WriteLine(
            $"A loopback Azure with {Wording.FormatNumber(azure.Resources.Count)} resources in subscription {azure.SubscriptionId}."
        );
        output.WriteLine();
        output.WriteLine("Resources:");
        foreach (var resource in azure.Resources.Take(PrintedIds))
        {
            output.WriteLine("  " + resource.Id);
        }

        if (azure.Resources.Count > PrintedIds)
        {
            output.WriteLine($"  and {azure.Resources.Count - PrintedIds} more: curl -s {endpoint}/local");
        }

        output.WriteLine();
        output.WriteLine("Try:");
        output.WriteLine($"  curl -s '{endpoint}{subscription}/providers/Microsoft.SignalRService/signalR?{Version}'");
        output.WriteLine($"  curl -s '{endpoint}{first.Id}/providers/microsoft.insights/metrics?{MetricsQuery}'");
        output.WriteLine($"  az rest --skip-authorization-header --method get --url '{endpoint}{first.Id}?{Version}'");
        output.WriteLine($"  curl -s -X POST {endpoint}/local/faults -d '{{\"kind\":\"throttle\",\"times\":3,\"retryAfterSeconds\":5}}'");
        output.WriteLine();
        output.WriteLine($"Ready: {endpoint} (Ctrl+C ends it)");
    }

    private static string DescribeEndpoint(LocalAzureHost azure) => azure.Endpoint.GetLeftPart(UriPartial.Authority);
}
