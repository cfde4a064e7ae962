using System.CommandLine;
using Advisor.Core.Settings;

namespace Advisor.Cli.Commands.Pause;

/// <summary><c>advisor pause RESOURCE</c>: stops changes of its size for a time.</summary>
public static class PauseCommand
{
    private const string Help = """
        Pause the scaling of a resource: until a time, or until it is ended.

        Advisor makes no change of its size, not even in an overload. Recommendations and alerts continue. The pause is the one of the
        resource's page: either ends the other, and both are lines of the audit trail. The tags advisor-pause and advisor-pause-until do
        the same without the state.

        Examples:
          for a load test
            advisor pause chat --until 18:00 --reason "load test"
          scale-ins only, in the state of the Functions app
            advisor pause /subscriptions/.../SignalR/chat --direction scaleIn --until 2d --reason "opening" --author dana \
              --state https://ACCOUNT.table.core.windows.net
          end the pause
            advisor pause chat --end --reason "test is over"
        """;

    public static Command Create(CliContext cli)
    {
        var resource = new Argument<string>("RESOURCE") { Description = "Id of the resource, or its name." };
        var until = new Option<string?>("--until")
        {
            Description =
                "When it ends: 4h, 2d, 18:00 (the next, in the time zone of the resource) or 2026-01-31T18:00Z. Default: until --end.",
            HelpName = "TIME",
        };
        var direction = new Option<PausedScaling>("--direction")
        {
            Description = "What is paused: all, scaleIn or scaleOut. Default: all.",
            HelpName = "DIRECTION",
            DefaultValueFactory = _ => PausedScaling.All,
        };
        direction.AcceptOnlyFromAmong("all", "scaleIn", "scaleOut");
        var reason = new Option<string>("--reason")
        {
            Description = "Why.",
            HelpName = "TEXT",
            Required = true,
        };
        var author = new Option<string?>("--author")
        {
            Description = "Who pauses. Default: the user who is signed in on this machine.",
            HelpName = "NAME",
        };
        var end = new Option<bool>("--end") { Description = "End the pause now." };
        var (config, state) = (CommonOptions.CreateConfig(), CommonOptions.CreateState());
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("pause", Help) { resource, until, direction, reason, author, end, config, state, output };
        command.Validators.Add(result =>
        {
            if (result.GetValue(end) && (result.GetResult(until) is not null || result.GetResult(direction) is { Implicit: false }))
            {
                result.AddError("--end takes no --until and no --direction.");
            }
        });
        command.SetAction(
            (parse, cancellation) =>
                PauseRun.RunAsync(
                    cli,
                    parse.GetValue(state),
                    new PauseRequest(
                        parse.GetValue(resource)!,
                        parse.GetValue(end) ? PausedScaling.None : parse.GetValue(direction),
                        parse.GetValue(until),
                        parse.GetValue(author),
                        parse.GetValue(reason)!,
                        parse.GetValue(config)
                    ),
                    parse.GetValue(output),
                    cancellation
                )
        );
        return command;
    }
}
