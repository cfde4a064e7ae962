using System.CommandLine;
using Advisor.Cli.Evaluating;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor evaluate</c>: one pass over real resources, over the loopback Azure, or over two files.</summary>
public static class EvaluateCommand
{
    public static Command Create(CliEdge edge)
    {
        var options = new EvaluateOptions();
        var command = new Command("evaluate", "Say for every resource how loaded it is, which limit binds, which size it should have, and why. Changes nothing.");
        options.AddTo(command);
        command.SetAction((parse, cancellation) => EvaluateRun.RunAsync(edge, options.Read(parse), cancellation));
        return command;
    }
}
