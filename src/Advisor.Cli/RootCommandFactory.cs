using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Advisor.Cli.Commands;
using Advisor.Cli.Commands.Backtests;
using Advisor.Cli.Commands.Completion;
using Advisor.Cli.Commands.Config;
using Advisor.Cli.Commands.Decide;
using Advisor.Cli.Commands.Demo;
using Advisor.Cli.Commands.Doctor;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Commands.Iac;
using Advisor.Cli.Commands.Man;
using Advisor.Cli.Commands.Mcp;
using Advisor.Cli.Commands.Notify;
using Advisor.Cli.Commands.Pause;
using Advisor.Cli.Commands.Prices;
using Advisor.Cli.Commands.Report;
using Advisor.Cli.Commands.Resume;
using Advisor.Cli.Commands.Rules;
using Advisor.Cli.Commands.Serve;
using Advisor.Cli.Commands.SilenceAlerts;
using Advisor.Cli.Commands.Snooze;
using Advisor.Cli.Commands.State;
using Advisor.Cli.Commands.Timeline;
using Advisor.Cli.Commands.Watch;
using Advisor.Cli.Output;
using Advisor.Core.Text;

namespace Advisor.Cli;

/// <summary>Builds the command tree. A new command is one line here.</summary>
public static class RootCommandFactory
{
    private const string Help = """
        Reads the utilization of Azure SignalR and Web PubSub resources and recommends their size, with the reasons.

        Examples:
          try it; needs no account
            advisor demo
          evaluate your resources; changes nothing
            az login
            advisor evaluate --subscription 00000000-0000-0000-0000-000000000000
          monitor them, and notify
            advisor watch --subscription 00000000-0000-0000-0000-000000000000
        """;

    public static Command Create(CliContext cli)
    {
        var root = new Command("advisor", Help)
        {
            DemoCommand.Create(cli),
            EvaluateCommand.Create(cli),
            ReportCommand.Create(cli),
            WatchCommand.Create(cli),
            ServeCommand.Create(cli),
            TimelineCommand.Create(cli),
            NotifyCommand.Create(cli),
            SilenceCommand.Create(cli),
            SnoozeCommand.Create(cli),
            PauseCommand.Create(cli),
            PinCommand.Create(cli),
            ResumeCommand.Create(cli),
            DecideCommand.Create(cli),
            BacktestCommand.Create(cli),
            InitCommand.Create(cli),
            ConfigCommand.Create(cli),
            DoctorCommand.Create(cli),
            HealthCommand.Create(cli),
            PlanCommand.Create(cli),
            IacCommand.Create(cli),
            LocalCommand.Create(cli),
            RulesCommand.Create(cli),
            PricesCommand.Create(cli),
            StateCommand.Create(cli),
            MetricsCommand.Create(cli),
            McpCommand.Create(cli),
            CompletionCommand.Create(cli, () => Create(cli)),
            ManCommand.Create(cli, () => Create(cli)),
            CommonOptions.CreateVerbose(),
        };
        root.Options.Add(new HelpOption { Recursive = true, Action = new HelpText(cli) });
        root.Options.Add(new VersionOption("--version", []) { Action = new PrintVersion(cli) });
        return root;
    }

    private sealed class PrintVersion(CliContext cli) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            cli.Out.WriteLine(ProgramVersion.Text);
            return ExitCodes.Success;
        }
    }
}
