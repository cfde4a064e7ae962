using System.CommandLine;

namespace Advisor.Cli;

/// <summary>Words for a command line that does not parse: one line, with the nearest option or command that exists.</summary>
public static class ParseErrors
{
    public static string Describe(ParseResult parse)
    {
        var command = parse.CommandResult.Command;
        var help = $"'{PathOf(parse)} --help' lists what there is.";
        if (parse.UnmatchedTokens.Count > 0)
        {
            var unknown = parse.UnmatchedTokens[0];
            var what = unknown.StartsWith('-') ? "option" : command.Subcommands.Count > 0 ? "command" : "argument";
            var nearest = Nearest(unknown, what == "option" ? OptionsOf(parse) : command.Subcommands.Select(c => c.Name));
            return $"unknown {what} '{unknown}'. {(nearest is null ? string.Empty : $"Did you mean '{nearest}'? ")}{help}";
        }

        if (command.Subcommands.Count > 0 && command.Action is null)
        {
            return $"'{PathOf(parse)}' needs a command. {help}";
        }

        // The library names the .NET type that it expected.
        var message = parse.Errors[0].Message.ReplaceLineEndings(" ").TrimEnd();
        var type = message.IndexOf(" as expected type", StringComparison.Ordinal);
        return $"{(type < 0 ? message : message[..type] + ".")} {help}";
    }

    /// <summary>The candidate within a third of the word's length in edits; null where none is near.</summary>
    public static string? Nearest(string word, IEnumerable<string> candidates)
    {
        var best = candidates.Select(c => (Name: c, Edits: Edits(word, c))).OrderBy(c => c.Edits).ThenBy(c => c.Name, StringComparer.Ordinal).FirstOrDefault();
        return best.Name is not null && best.Edits <= Math.Max(2, word.Length / 3) ? best.Name : null;
    }

    private static IEnumerable<string> OptionsOf(ParseResult parse)
    {
        var own = parse.CommandResult.Command.Options;
        return own.Concat(parse.RootCommandResult.Command.Options.Where(o => o.Recursive)).Where(o => !o.Hidden).Select(o => o.Name);
    }

    private static string PathOf(ParseResult parse)
    {
        var names = new List<string>();
        for (System.CommandLine.Parsing.SymbolResult? at = parse.CommandResult; at is System.CommandLine.Parsing.CommandResult command; at = at.Parent)
        {
            names.Insert(0, command.Command.Name);
        }

        return string.Join(' ', names);
    }

    // Levenshtein distance, one row at a time.
    private static int Edits(string a, string b)
    {
        var row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (var i = 1; i <= a.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var cost = char.ToLowerInvariant(a[i - 1]) == char.ToLowerInvariant(b[j - 1]) ? 0 : 1;
                (diagonal, row[j]) = (row[j], Math.Min(Math.Min(row[j] + 1, row[j - 1] + 1), diagonal + cost));
            }
        }

        return row[^1];
    }
}
