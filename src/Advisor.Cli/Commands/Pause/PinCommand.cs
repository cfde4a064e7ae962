using System.CommandLine;
using Advisor.Core.Settings;

namespace Advisor.Cli.Commands.Pause;

/// <summary><c>advisor pin RESOURCE UNITS</c>: keeps a size for a time.</summary>
public static class PinCommand
{
    private const string Help = """
        Pin a resource to a size until a given time, or until you end the pin.

        The pinned size is the preferred one whatever the load: in mode auto Advisor changes to it and then makes no other change; in the
        other modes Advisor recommends it. A pin takes precedence over schedules and events, and stays within minUnits and maxUnits.
        Guards such as freezes and budgets apply; alerts continue. A pin replaces a pause set by a person, and a pause replaces a pin; both
        are recorded in the audit trail. Its geo-replicas keep the sizes that they have, unless they are pinned themselves, such as
        chat/east. The tags advisor-pin and advisor-pin-until do the same without the state.

        Examples:
          20 units for the opening
            advisor pin chat 20 --until 22:00 --reason "opening night"
          end the pin
            advisor pin chat --end --reason "it is over"
        """;

    public static Command Create(CliContext cli)
    {
        var options = new PauseOptions("pins it", "the pin");
        var units = new Argument<int?>("UNITS")
        {
            Description = "Units to keep, a size of its SKU.",
            Arity = ArgumentArity.ZeroOrOne,
            CustomParser = result => CommonOptions.ParseNumber<int>(result, "UNITS", 1, ResourcePin.MaxUnits),
        };
        var command = new Command("pin", Help)
        {
            options.Resource,
            units,
            options.Until,
            options.Reason,
            options.Author,
            options.End,
            options.Settings.Config,
            options.Settings.Rules,
            options.State,
            options.Output,
        };
        command.Refuse(result =>
            (result.GetValue(options.End), result.GetResult(units) is { Tokens.Count: > 0 }) switch
            {
                (true, var stated) when stated || result.GetResult(options.Until) is { Implicit: false } =>
                    "--end takes no UNITS and no --until.",
                (false, false) => "Specify UNITS or --end.",
                _ => null,
            }
        );
        command.SetAction(
            (parse, cancellation) =>
                options.RunAsync(
                    cli,
                    parse,
                    parse.GetValue(options.End) ? PausedScaling.None : PausedScaling.All,
                    parse.GetValue(units),
                    cancellation
                )
        );
        return command;
    }
}
