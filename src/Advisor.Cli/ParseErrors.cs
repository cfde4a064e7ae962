using System.CommandLine;
using Advisor.Configuration.Yaml;

namespace Advisor.Cli;

/// <summary>Formats parse errors of the command line: one line, with the nearest existing option or command.</summary>
public static class ParseErrors
{
    public static string Describe(ParseResult parse)
    {
        var command = parse.CommandResult.Command;
        var help = $"'{GetCommandPath(parse)} --help' lists commands and options.";
        if (parse.UnmatchedTokens.Count > 0)
        {
            var unknown = parse.UnmatchedTokens[0];
            var what =
                unknown.StartsWith('-') ? "option"
                : command.Subcommands.Count > 0 && command.Action is null ? "command"
                : "argument";
            var nearest = NameSuggestions.FindNearest(
                unknown,
                what == "option" ? ListOptions(parse) : command.Subcommands.Select(c => c.Name)
            );
            return $"unknown {what} '{unknown}'. {(nearest is null ? string.Empty : $"Did you mean '{nearest}'? ")}{help}";
        }

        if (command.Subcommands.Count > 0 && command.Action is null)
        {
            return $"'{GetCommandPath(parse)}' needs a command. {help}";
        }

        // The library's message contains the expected .NET type.
        var message = parse.Errors[0].Message.ReplaceLineEndings(" ").TrimEnd();
        var type = message.IndexOf(" as expected type", StringComparison.Ordinal);
        return $"{(type < 0 ? message : message[..type] + ".")} {help}";
    }

    private static IEnumerable<string> ListOptions(ParseResult parse)
    {
        var own = parse.CommandResult.Command.Options;
        return own.Concat(parse.RootCommandResult.Command.Options.Where(o => o.Recursive)).Where(o => !o.Hidden).Select(o => o.Name);
    }

    private static string GetCommandPath(ParseResult parse)
    {
        var names = new List<string>();
        for (
            System.CommandLine.Parsing.SymbolResult? at = parse.CommandResult;
            at is System.CommandLine.Parsing.CommandResult command;
            at = at.Parent
        )
        {
            names.Insert(0, command.Command.Name);
        }

        return string.Join(' ', names);
    }
}
