using System.CommandLine;
using Advisor.Cli.Inputs;
using Advisor.Cli.Lines;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor decide</c>: a line of JSON for each observation in, a line for each decision out.</summary>
public static class DecideCommand
{
    public static Command Create(CliEdge edge)
    {
        var config = CommonOptions.Config();
        var rules = CommonOptions.Rules();
        var command = new Command(
            "decide",
            "Reads observations as JSON Lines on standard input and writes a decision for each on standard output. State lives in the process, one per resource.")
        {
            config,
            rules,
        };
        command.SetAction((parse, cancellation) =>
        {
            var configuration = ConfigInput.Load(edge, parse.GetValue(config), RulesInput.Load(edge, parse.GetValue(rules)));
            using var input = edge.OpenInput();
            using var output = edge.OpenOutput();
            new DecisionLines(configuration).Run(input, output, cancellation);
            return Task.FromResult(ExitCodes.Success);
        });
        return command;
    }
}
