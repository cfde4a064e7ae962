using System.CommandLine;
using Advisor.Cli.Evaluating;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor demo</c>: ten made-up resources on a loopback Azure in this process, evaluated over HTTP as real ones are.</summary>
public static class DemoCommand
{
    public static Command Create(CliEdge edge)
    {
        var output = CommonOptions.Output(OutputFormat.Text, OutputFormat.Json, OutputFormat.Markdown, OutputFormat.Csv);
        var explain = new Option<string?>("--explain") { Description = "Show every number of one resource.", HelpName = "RESOURCE" };
        var command = new Command("demo", "Evaluate ten made-up resources: no account, no configuration, nothing leaves this machine.") { output, explain };
        command.SetAction((parse, cancellation) => EvaluateRun.RunAsync(
            edge,
            new EvaluateRequest { Local = true, IgnoreConfig = true, Format = parse.GetValue(output), Explain = parse.GetValue(explain) },
            cancellation));
        return command;
    }
}
