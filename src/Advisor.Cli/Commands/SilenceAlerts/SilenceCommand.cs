using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.SilenceAlerts;

/// <summary><c>advisor silence add|list|end</c>: silences alerts for a time, with author and reason.</summary>
public static class SilenceCommand
{
    private const string AddHelp = """
        Suppress notifications of matching alerts for a time. Alerts that still fire when the silence ends are sent then; alerts
        that were sent before are still resolved, so that no incident stays open. Decisions and changes continue.

        --match LABEL=VALUE, all of them must match: alert (a condition such as serverLoad), team, region, channel,
        resource (its id, or the name of one that the state has). A condition must be one of the rules; where advisor.yaml has teams
        and channels, they must be among them.

        Examples:
          one team during a load test
            advisor silence add --match team=chat --for 2h --author dana --reason "load test"
          one condition of one resource, in the state of the Functions app
            advisor silence add --match alert=oversize --match resource=/subscriptions/.../SignalR/chat --until 2027-01-07T08:00Z \
              --author dana --reason "kept large for the opening" --state https://ACCOUNT.table.core.windows.net
        """;

    private const string Help = """
        Suppress alert notifications for a time: add, list, end.

        Examples:
          one team during a load test
            advisor silence add --match team=chat --for 2h --author dana --reason "load test"
          what is silenced now
            advisor silence list
        """;

    public static Command Create(CliContext cli) => new("silence", Help) { CreateAdd(cli), CreateList(cli), CreateEnd(cli) };

    private static Command CreateAdd(CliContext cli)
    {
        var match = new Option<string[]>("--match")
        {
            Description = "What to silence (repeatable).",
            HelpName = "LABEL=VALUE",
            Required = true,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
        };
        var (author, reason) = (CommonOptions.CreateAuthor(), CommonOptions.CreateReason("Why."));
        var duration = new Option<TimeSpan?>("--for")
        {
            Description = "How long: 30m, 2h, 3d.",
            HelpName = "TIME",
            CustomParser = CommonOptions.ParseDuration,
        };
        var until = new Option<DateTimeOffset?>("--until")
        {
            Description = "Until when, with an offset: 2027-01-07T08:00Z.",
            HelpName = "INSTANT",
            CustomParser = ParseInstant,
        };
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var settings = new SettingsOptions();
        var command = new Command("add", AddHelp)
        {
            match,
            author,
            reason,
            duration,
            until,
            state,
            settings.Config,
            settings.Rules,
            output,
        };
        command.Refuse(result =>
            result.GetResult(duration) is null == result.GetResult(until) is null ? "Specify either --for or --until." : null
        );
        command.SetAction(
            (parse, cancellation) =>
                SilenceRun.AddAsync(
                    cli,
                    parse.GetValue(state),
                    new SilenceRequest(
                        parse.GetValue(match) ?? [],
                        parse.GetValue(author)!,
                        parse.GetValue(reason)!,
                        parse.GetValue(duration),
                        parse.GetValue(until)
                    ),
                    settings.Read(parse),
                    parse.GetValue(output),
                    cancellation
                )
        );
        return command;
    }

    private static Command CreateList(CliContext cli)
    {
        var all = new Option<bool>("--all") { Description = "Include silences that expired in the last 90 days." };
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("list", "Show active and upcoming silences.") { all, state, output };
        command.SetAction(
            (parse, cancellation) =>
                SilenceRun.ListAsync(cli, parse.GetValue(state), parse.GetValue(all), parse.GetValue(output), cancellation)
        );
        return command;
    }

    private static Command CreateEnd(CliContext cli)
    {
        var id = new Argument<string>("id") { Description = "Id of the silence, as 'advisor silence list' shows it.", HelpName = "ID" };
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("end", "End a silence now. Has no effect on an expired one.") { id, state, output };
        command.SetAction(
            (parse, cancellation) =>
                SilenceRun.EndAsync(cli, parse.GetValue(state), parse.GetValue(id)!, parse.GetValue(output), cancellation)
        );
        return command;
    }

    private static DateTimeOffset? ParseInstant(ArgumentResult result)
    {
        var text = result.Tokens[0].Value;
        string[] forms = ["yyyy-MM-dd'T'HH:mmzzz", "yyyy-MM-dd'T'HH:mm:sszzz", "yyyy-MM-dd'T'HH:mm'Z'", "yyyy-MM-dd'T'HH:mm:ss'Z'"];
        if (DateTimeOffset.TryParseExact(text, forms, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at))
        {
            return at;
        }

        result.AddError($"--until must be a time with its offset, such as 2027-01-07T08:00Z or 2027-01-07T09:00+01:00, not '{text}'.");
        return null;
    }
}
