using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Pause;

/// <summary><c>advisor pause RESOURCE</c>: stops changes of its size for a time; <c>advisor pause list</c>: what is held.</summary>
public static class PauseCommand
{
    private static readonly string[] Directions = ["all", "scaleIn", "scaleOut"];

    private const string Help = """
        Pause scaling of a resource until a given time, or until you end the pause.

        Advisor does not change its size, not even in an overload. Recommendations and alerts continue. This is the same pause as on the
        resource's page; you can end it in either place, and both are recorded in the audit trail. The tags advisor-pause and
        advisor-pause-until do the same without the state.

        Examples:
          for a load test
            advisor pause chat --until 18:00 --reason "load test"
          scale-ins only, in the state of the Functions app
            advisor pause /subscriptions/.../SignalR/chat --direction scaleIn --until 2d --reason "opening" --author dana \
              --state https://ACCOUNT.table.core.windows.net
          end the pause
            advisor pause chat --end --reason "test is over"
          what is paused or pinned, by whom and why
            advisor pause list
        """;

    private const string ListHelp = """
        List the pauses and pins that people set and that are in force. Those of settings and tags are in 'advisor config show'.

        Examples:
          in the state of advisor watch
            advisor pause list
          in the state of the Functions app, for a program
            advisor pause list --output json --state https://ACCOUNT.table.core.windows.net
        """;

    public static Command Create(CliContext cli)
    {
        var options = new PauseOptions("pauses", "the pause");
        var direction = new Option<PausedScaling?>("--direction")
        {
            Description = "What to pause: all, scaleIn or scaleOut. Default: all.",
            HelpName = "DIRECTION",
            CustomParser = ParseDirection,
        };
        direction.CompletionSources.Add(Directions);
        var command = new Command("pause", Help)
        {
            options.Resource,
            options.Until,
            direction,
            options.Reason,
            options.Author,
            options.End,
            options.Settings.Config,
            options.Settings.Rules,
            options.State,
            options.Output,
            CreateList(cli),
        };
        command.Refuse(result =>
            result.GetValue(options.End) && (result.GetResult(options.Until) ?? result.GetResult(direction)) is { Implicit: false }
                ? "--end takes no --until and no --direction."
                : null
        );
        command.SetAction(
            (parse, cancellation) =>
                options.RunAsync(
                    cli,
                    parse,
                    parse.GetValue(options.End) ? PausedScaling.None : parse.GetValue(direction) ?? PausedScaling.All,
                    units: null,
                    cancellation
                )
        );
        return command;
    }

    private static PausedScaling? ParseDirection(ArgumentResult result)
    {
        var text = result.Tokens[0].Value;
        if (Directions.Contains(text, StringComparer.OrdinalIgnoreCase))
        {
            return Enum.Parse<PausedScaling>(text, ignoreCase: true);
        }

        result.AddError($"--direction must be all, scaleIn or scaleOut, not '{UntrustedText.Sanitize(text)}'.");
        return null;
    }

    private static Command CreateList(CliContext cli)
    {
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("list", ListHelp) { state, output };
        command.SetAction((parse, cancellation) => PauseRun.ListAsync(cli, parse.GetValue(state), parse.GetValue(output), cancellation));
        return command;
    }
}
