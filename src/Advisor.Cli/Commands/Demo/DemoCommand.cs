using System.CommandLine;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Commands.Serve;
using Advisor.Cli.Commands.Watch;
using Advisor.Cli.Inputs;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Cli.Commands.Demo;

/// <summary>
/// <c>advisor demo</c>: evaluates twelve fictitious resources on a loopback Azure in this process, over HTTP as real ones are.
/// </summary>
public static class DemoCommand
{
    private const string Help = """
        Evaluate twelve sample resources: no account, no configuration, nothing leaves this machine.

        They live on a loopback Azure in this process and are read over HTTP, as real ones are.

        Examples:
          all twelve
            advisor demo
          every number behind one of them
            advisor demo --explain hot-chat
          as data
            advisor demo --output json
          the dashboard in a browser, with two weeks of history and the clock at 60 times the speed
            advisor demo --serve --open
        """;

    // A day in 24 minutes.
    private const double Speed = 60;

    public static Command Create(CliContext cli)
    {
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json, OutputFormat.Markdown, OutputFormat.Csv);
        var explain = new Option<string?>("--explain") { Description = "Show every number of one resource.", HelpName = "RESOURCE" };
        var wide = CommonOptions.CreateWide();
        var serve = new Option<bool>("--serve")
        {
            Description = "Keep monitoring them and serve the dashboard on this machine, at one simulated minute per second, until Ctrl+C.",
        };
        var port = CommonOptions.CreatePort(
            "--port",
            $"With --serve: port on 127.0.0.1, 1 to 65535. Default: {ApiServer.DefaultPort}.",
            "N"
        );
        var open = new Option<bool>("--open") { Description = "With --serve: open the dashboard in the browser." };
        var command = new Command("demo", Help) { output, wide, explain, serve, port, open };
        command.Refuse(result =>
            result.GetValue(serve)
            && (result.GetResult(output) is not null || result.GetResult(explain) is not null || result.GetValue(wide))
                ? "--serve shows the dashboard: omit --output, --wide and --explain."
            : !result.GetValue(serve) && result.GetResult(port) is not null ? "--port requires --serve."
            : !result.GetValue(serve) && result.GetValue(open) ? "--open requires --serve."
            : null
        );
        command.SetAction(
            (parse, cancellation) =>
                parse.GetValue(serve)
                    ? ServeAsync(cli, parse.GetValue(port) ?? ApiServer.DefaultPort, parse.GetValue(open), cancellation)
                    : EvaluateRun.RunAsync(
                        cli,
                        new EvaluateRequest
                        {
                            Azure = new AzureSource { Local = true },
                            LocalResources = LocalScenario.Demo,
                            Settings = new SettingsSource { IgnoresConfig = true },
                            Format = parse.GetValue(output),
                            ShowsBars = parse.GetValue(wide),
                            Explain = parse.GetValue(explain),
                        },
                        cancellation
                    )
        );
        return command;
    }

    // Ctrl+C is the normal end at any time, while the demo starts too.
    private static async Task<int> ServeAsync(CliContext cli, int port, bool open, CancellationToken cancellation)
    {
        var request = new WatchRequest
        {
            Azure = new AzureSource { Local = true },
            Settings = new SettingsSource { IgnoresConfig = true },
            Speed = Speed,
            Port = port,
            OpensBrowser = open,
        };
        try
        {
            return await WatchRun.RunAsync(cli, request, cancellation);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            await cli.Error.WriteLineAsync("advisor: stopped.".AsMemory(), CancellationToken.None);
            return ExitCodes.Success;
        }
    }
}
