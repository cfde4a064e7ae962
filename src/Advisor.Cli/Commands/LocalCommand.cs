using System.CommandLine;
using System.Text.Json;
using Advisor.LocalAzure;
using Advisor.LocalAzure.Scenarios;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor local</c>: runs the loopback Azure by itself until Ctrl+C, and prints what a client or a script needs to know.</summary>
public static class LocalCommand
{
    private const int FleetRegions = 3;
    private const int MostResources = 100_000;
    private const int PrintedIds = 20;
    private const string Version = "api-version=2024-03-01";
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    public static Command Create(CliEdge edge)
    {
        var port = Ranged("--port", "Port on 127.0.0.1. Default: any that is free.", 0, 65535);
        var resources = Ranged("--resources", "A drawn fleet of this many resources instead of the fixed ten.", 1, MostResources);
        var speed = new Option<double>("--speed") { Description = "Minutes of demand that pass in a minute; changes take as much less.", DefaultValueFactory = _ => 1, HelpName = "X" };
        speed.Validators.Add(result =>
        {
            if (result.GetValue(speed) is not (> 0 and <= 10_000))
            {
                result.AddError("--speed must be above 0, at most 10000.");
            }
        });
        var output = CommonOptions.Output(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("local", "Run a loopback Azure (Resource Manager and Monitor) to try Advisor, or any Azure client, without an account.")
        {
            port, resources, speed, output,
        };
        command.SetAction((parse, cancellation) => RunAsync(
            edge, parse.GetValue(port) ?? 0, parse.GetValue(resources), parse.GetValue(speed), parse.GetValue(output), cancellation));
        return command;
    }

    private static Option<int?> Ranged(string name, string description, int least, int greatest)
    {
        var option = new Option<int?>(name) { Description = description, HelpName = "N" };
        option.Validators.Add(result =>
        {
            if (result.GetValue(option) is { } value && (value < least || value > greatest))
            {
                result.AddError($"{name} must be from {least} to {greatest}.");
            }
        });
        return option;
    }

    private static async Task<int> RunAsync(CliEdge edge, int port, int? resources, double speed, OutputFormat output, CancellationToken cancellation)
    {
        var options = new LocalAzureOptions
        {
            Port = port,
            Speed = speed,
            Time = edge.Time,
            Resources = resources is { } count ? LocalScenario.Many(count, FleetRegions) : null,
        };
        await using var azure = await StartAsync(options, cancellation);
        if (output == OutputFormat.Json)
        {
            PrintJson(edge.Out, azure);
        }
        else
        {
            PrintText(edge.Out, azure);
        }

        await edge.Out.FlushAsync(cancellation);
        await Task.Delay(Timeout.InfiniteTimeSpan, edge.Time, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
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
            throw new CommandException(ExitCodes.Usage, $"Port {options.Port} of 127.0.0.1 cannot be used; give another with --port, or leave it out for any that is free.", e);
        }
    }

    // One line, so that a script that has read it knows that calls are answered.
    private static void PrintJson(TextWriter output, LocalAzureHost azure) => output.WriteLine(JsonSerializer.Serialize(
        new
        {
            ready = true,
            endpoint = Endpoint(azure),
            subscriptionId = azure.SubscriptionId,
            resources = azure.Resources.Select(r => new { id = r.Id, region = r.Region, sku = r.Sku, units = r.Units, shows = r.Spec.Shows }),
        },
        Json));

    private static void PrintText(TextWriter output, LocalAzureHost azure)
    {
        var endpoint = Endpoint(azure);
        var subscription = $"/subscriptions/{azure.SubscriptionId}";
        var first = azure.Resources[0];
        output.WriteLine($"A loopback Azure with {azure.Resources.Count} resources in subscription {azure.SubscriptionId}.");
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
        output.WriteLine($"  curl -s '{endpoint}{first.Id}/providers/microsoft.insights/metrics?metricnames=ServerLoad&aggregation=average&{Version}'");
        output.WriteLine($"  az rest --skip-authorization-header --method get --url '{endpoint}{first.Id}?{Version}'");
        output.WriteLine($"  curl -s -X POST {endpoint}/local/faults -d '{{\"kind\":\"throttle\",\"times\":3,\"retryAfterSeconds\":5}}'");
        output.WriteLine();
        output.WriteLine($"Ready: {endpoint} (Ctrl+C ends it)");
    }

    private static string Endpoint(LocalAzureHost azure) => azure.Endpoint.GetLeftPart(UriPartial.Authority);
}
