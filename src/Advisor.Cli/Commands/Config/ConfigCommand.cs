using System.CommandLine;
using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.Config;

/// <summary><c>advisor config check|show</c>: validates advisor.yaml, and shows the settings in force.</summary>
public static class ConfigCommand
{
    private const string CheckHelp = """
        Check advisor.yaml and report every problem with its line and what is valid there.

        Examples:
          the file of the working folder
            advisor config check
          another one, for a program
            advisor config check --config settings/advisor.yaml --output json
        """;

    private const string ShowHelp = """
        Show the settings in force for a resource, and where each comes from: default, line of advisor.yaml, team, tag, or the
        person who paused or pinned it.

        Without RESOURCE, the settings of a resource that no entry of the file names. Tags are read from Azure with --subscription,
        --endpoint or --local, a person's pause or pin from the state with --state; otherwise only the file counts.

        Examples:
          what applies to every resource
            advisor config show
          one resource, by the file alone
            advisor config show chat
          one resource with its tags
            advisor config show chat --subscription 00000000-0000-0000-0000-000000000000
          with the pause or pin that a person set in the state of advisor watch
            advisor config show chat --state advisor-state.db
        """;

    public static Command Create(CliContext cli) =>
        new("config", "Check advisor.yaml, and show the settings in force.") { CreateCheck(cli), CreateShow(cli) };

    private static Command CreateCheck(CliContext cli)
    {
        var settings = new SettingsOptions();
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("check", CheckHelp) { settings.Config, settings.Rules, output };
        command.SetAction(parse => ConfigCheckRun.Run(cli, settings.Read(parse), parse.GetValue(output) == OutputFormat.Json));
        return command;
    }

    private static Command CreateShow(CliContext cli)
    {
        var resource = new Argument<string?>("RESOURCE") { Description = "Name or id.", Arity = ArgumentArity.ZeroOrOne };
        var fleet = new FleetOptions(
            "read the tags from",
            "Read the tags of ten sample resources of a loopback Azure in this process.",
            "Read the tags from a running loopback Azure ('advisor local')",
            hasIds: false,
            hasTags: false
        );
        var settings = new SettingsOptions();
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var state = new Option<string?>("--state")
        {
            Description =
                "Read a person's pause or pin of RESOURCE from here: the SQLite file of 'advisor watch', or the address of the table "
                + "service of the Functions app. Default: not read.",
            HelpName = "FILE|URL",
        };
        var command = new Command("show", ShowHelp) { resource, state };
        fleet.AddTo(command, settings.Config, settings.Rules, output);
        command.Refuse(result =>
            result.GetValue(state) is not null && result.GetValue(resource) is null
                ? "--state takes a RESOURCE: people pause and pin single resources."
                : null
        );
        command.SetAction(
            (parse, cancellation) =>
                ConfigShowRun.RunAsync(
                    cli,
                    new ConfigShowRequest(
                        parse.GetValue(resource),
                        settings.Read(parse),
                        fleet.Read(parse),
                        parse.GetValue(state),
                        parse.GetValue(output) == OutputFormat.Json
                    ),
                    cancellation
                )
        );
        return command;
    }
}
