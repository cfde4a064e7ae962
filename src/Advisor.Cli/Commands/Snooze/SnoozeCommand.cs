using System.CommandLine;

namespace Advisor.Cli.Commands.Snooze;

/// <summary><c>advisor snooze RESOURCE</c>: stops sending its recommendations for a time.</summary>
public static class SnoozeCommand
{
    private const string Help = """
        Snooze the recommendation for a resource: for a time, or until it changes.

        It returns when the time is up, or when the current or the recommended size changes by more than 10 %. Without --for it is
        dismissed until then. Meanwhile no notification is sent and no approval is requested; alerts and automatic changes continue
        ('advisor silence' suppresses alerts, 'advisor pause' stops changes).

        Examples:
          for a week
            advisor snooze chat --for 7d --reason "kept large for the opening"
          dismissed, in the state of the Functions app
            advisor snooze /subscriptions/.../SignalR/chat --reason "reserved capacity" --author dana \
              --state https://ACCOUNT.table.core.windows.net
          end the snooze
            advisor snooze chat --end
        """;

    public static Command Create(CliContext cli)
    {
        var resource = new Argument<string>("RESOURCE") { Description = "Id of the resource, or its name." };
        var author = new Option<string?>("--author")
        {
            Description = "Your name. Default: the user who is signed in on this machine.",
            HelpName = "NAME",
        };
        var reason = new Option<string?>("--reason") { Description = "Why. Required, unless --end.", HelpName = "TEXT" };
        var duration = new Option<TimeSpan?>("--for")
        {
            Description = "How long: 30m, 2h, 7d; at most 90d. Default: dismissed until the figures change.",
            HelpName = "TIME",
            CustomParser = CommonOptions.ParseDuration,
        };
        var end = new Option<bool>("--end") { Description = "End the snooze now." };
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("snooze", Help) { resource, duration, reason, author, end, state, output };
        command.Refuse(result =>
            (result.GetValue(end), result.GetResult(reason) is not null) switch
            {
                (true, var hasReason) when hasReason || result.GetResult(duration) is not null => "--end takes no --reason and no --for.",
                (false, false) => "Specify --reason or --end.",
                _ => null,
            }
        );
        command.SetAction(
            (parse, cancellation) =>
                SnoozeRun.RunAsync(
                    cli,
                    parse.GetValue(state),
                    new SnoozeRequest(
                        parse.GetValue(resource)!,
                        parse.GetValue(author),
                        parse.GetValue(reason),
                        parse.GetValue(duration),
                        parse.GetValue(end)
                    ),
                    parse.GetValue(output),
                    cancellation
                )
        );
        return command;
    }
}
