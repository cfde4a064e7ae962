using System.CommandLine;

namespace Advisor.Cli.Commands.Timeline;

/// <summary><c>advisor timeline</c>: prints changes, alerts and what people did, as the state recorded it.</summary>
public static class TimelineCommand
{
    private const int DefaultLimit = 100;

    // One page of the store.
    private const int MaxLimit = 1000;

    private const string Help = """
        List changes, alerts and what people did (pauses, answers), newest first, with their reasons. It reads what 'advisor watch',
        'advisor serve' or the Functions app has recorded, and asks Azure nothing.

        Examples:
          what happened since yesterday
            advisor timeline
          why the size of one resource changed this week
            advisor timeline --resource chat --since 7d
          from the state of the Functions app
            advisor timeline --state https://ACCOUNT.table.core.windows.net
        """;

    public static Command Create(CliContext cli)
    {
        var resource = new Option<string?>("--resource")
        {
            Description = "Only events of this resource: its name or id.",
            HelpName = "RESOURCE",
        };
        var subscriptions = CommonOptions.CreateMany("--subscription", "ID", "Only events of resources of this subscription (repeatable).");
        var since = CommonOptions.CreateDuration(
            "--since",
            "How far to look back, such as 1h, 1d or 30d. Default: 1d.",
            TimeSpan.FromMinutes(1),
            TimeSpan.FromDays(400)
        );
        var limit = CommonOptions.CreateNumber<int>(
            "--limit",
            $"Maximum number of events, 1 to {MaxLimit}. Default: {DefaultLimit}.",
            "N",
            min: 1,
            max: MaxLimit
        );
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("timeline", Help) { resource, subscriptions, since, limit, state, output };
        command.SetAction(
            (parse, cancellation) =>
                TimelineRun.RunAsync(
                    cli,
                    new TimelineRequest(
                        parse.GetValue(resource),
                        parse.GetValue(subscriptions) ?? [],
                        parse.GetValue(since) ?? TimeSpan.FromDays(1),
                        parse.GetValue(limit) ?? DefaultLimit
                    ),
                    parse.GetValue(state),
                    parse.GetValue(output),
                    cancellation
                )
        );
        return command;
    }
}
