using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Advisor.Cli.Commands;
using Advisor.Cli.Output;

namespace Advisor.Cli;

/// <summary>The command tree. A new command is one line here.</summary>
public static class RootCommandFactory
{
    private const string Help = """
        Reads how loaded Azure SignalR and Web PubSub resources are, and says which size they should have, and why.

        Examples:
          see what it does; needs nothing at all
            advisor demo
          look at what you run; changes nothing
            az login
            advisor evaluate --subscription 00000000-0000-0000-0000-000000000000
          keep looking, and tell
            advisor watch --subscription 00000000-0000-0000-0000-000000000000
        """;

    public static Command Create(CliEdge edge)
    {
        var root = new Command("advisor", Help)
        {
            DemoCommand.Create(edge),
            EvaluateCommand.Create(edge),
            WatchCommand.Create(edge),
            ServeCommand.Create(edge),
            NotifyCommand.Create(edge),
            SilenceCommand.Create(edge),
            SnoozeCommand.Create(edge),
            ResumeCommand.Create(edge),
            DecideCommand.Create(edge),
            BacktestCommand.Create(edge),
            InitCommand.Create(edge),
            PlanCommand.Create(edge),
            LocalCommand.Create(edge),
            RulesCommand.Create(edge),
            CommonOptions.Verbose(),
        };
        root.Options.Add(new HelpOption { Recursive = true, Action = new HelpText(edge) });
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
}
