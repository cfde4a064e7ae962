using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Advisor.Cli.Commands;

namespace Advisor.Cli;

/// <summary>The command tree. A new command is one line here.</summary>
public static class RootCommandFactory
{
    public static Command Create(CliEdge edge)
    {
        var root = new Command("advisor", "Reads how loaded Azure SignalR and Web PubSub resources are, and says which size they should have, and why.")
        {
            DemoCommand.Create(edge),
            EvaluateCommand.Create(edge),
            WatchCommand.Create(edge),
            ServeCommand.Create(edge),
            NotifyCommand.Create(edge),
            SilenceCommand.Create(edge),
            DecideCommand.Create(edge),
            BacktestCommand.Create(edge),
            InitCommand.Create(edge),
            PlanCommand.Create(edge),
            LocalCommand.Create(edge),
            RulesCommand.Create(edge),
            CommonOptions.Verbose(),
        };
        root.Options.Add(new HelpOption { Recursive = true, Action = new HelpWithExitCodes(edge) });
        root.Options.Add(new VersionOption("--version", []) { Action = new PrintVersion(edge) });
        return root;
    }

    private sealed class PrintVersion(CliEdge edge) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            edge.Out.WriteLine(typeof(RootCommandFactory).Assembly.GetName().Version!.ToString(3));
            return ExitCodes.Success;
        }
    }

    private sealed class HelpWithExitCodes(CliEdge edge) : SynchronousCommandLineAction
    {
        private const int WidestHelp = 120;

        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            foreach (var subcommand in parseResult.CommandResult.Command.Subcommands)
            {
                // A list of commands shows the first line of each; a command's own help shows all.
                subcommand.Description = subcommand.Description?.Split('\n')[0].TrimEnd();
            }

            new HelpAction { MaxWidth = Math.Min(edge.Width, WidestHelp) }.Invoke(parseResult);
            edge.Out.WriteLine("Exit codes:");
            foreach (var (code, meaning) in ExitCodes.All)
            {
                edge.Out.WriteLine($"  {code,-4} {meaning}");
            }

            return ExitCodes.Success;
        }
    }
}
