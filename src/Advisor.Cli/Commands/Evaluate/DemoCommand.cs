using System.CommandLine;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary><c>advisor demo</c>: ten made-up resources on a loopback Azure in this process, evaluated over HTTP as real ones are.</summary>
public static class DemoCommand
{
    private const string Help = """
        Evaluate ten made-up resources: no account, no configuration, nothing leaves this machine.

        They live on a loopback Azure in this process and are read over HTTP, as real ones are.

        Examples:
          all ten
            advisor demo
          every number behind one of them
            advisor demo --explain hot-chat
          as data
            advisor demo --output json
        """;

    public static Command Create(CliContext cli)
    {
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json, OutputFormat.Markdown, OutputFormat.Csv);
        var explain = new Option<string?>("--explain") { Description = "Show every number of one resource.", HelpName = "RESOURCE" };
        var command = new Command("demo", Help) { output, explain };
        command.SetAction(
            (parse, cancellation) =>
                EvaluateRun.RunAsync(
                    cli,
                    new EvaluateRequest
                    {
                        Local = true,
                        IgnoreConfig = true,
                        Format = parse.GetValue(output),
                        Explain = parse.GetValue(explain),
                    },
                    cancellation
                )
        );
        return command;
    }
}
