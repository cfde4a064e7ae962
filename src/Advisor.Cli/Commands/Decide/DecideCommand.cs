using System.CommandLine;
using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Decide;

/// <summary><c>advisor decide</c>: reads one observation per line as JSON and writes one decision per line.</summary>
public static class DecideCommand
{
    private const string Help = """
        Read observations as JSON Lines on standard input and write a decision for each on standard output.

        Advisor flushes each line before it waits for the next, so any program can drive it in a loop. The state of each resource lasts as
        long as the process. A line that cannot be used is answered with an error. Unknown names give a warning on standard error, once
        for each resource. docs/decide.md lists all fields, reasons and errors.

        Examples:
          one observation
            echo '{"resource":"chat","time":"2026-01-05T10:03:00Z","sku":"Standard_S1","units":5,' \
              '"metrics":{"ServerLoad":63.2,"ConnectionCount":4210}}' | advisor decide
          a program that feeds it, and one that acts
            my-collector | advisor decide --config advisor.yaml | my-actuator
        """;

    public static Command Create(CliContext cli)
    {
        var settings = new SettingsOptions();
        var command = new Command("decide", Help) { settings.Config, settings.Rules };
        command.SetAction(
            (parse, cancellation) =>
            {
                var configuration = settings.Read(parse).Load(cli);
                using var input = cli.OpenInput();
                using var output = cli.OpenOutput();
                new DecideRun(
                    configuration,
                    warning => cli.Error.WriteLine("advisor: " + UntrustedText.Sanitize(warning)),
                    CommonOptions.IsVerbose(cli, parse) ? (line, fault) => cli.Error.WriteLine($"advisor: line {line}: {fault}") : null
                ).Run(input, output, cancellation);
                return Task.FromResult(ExitCodes.Success);
            }
        );
        return command;
    }
}
