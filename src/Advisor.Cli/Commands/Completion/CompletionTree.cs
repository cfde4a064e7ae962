using System.CommandLine;
using System.CommandLine.Completions;

namespace Advisor.Cli.Commands.Completion;

/// <summary>What can follow a command on the command line.</summary>
/// <param name="Path">Names of the command from the root, such as "rules show"; empty for the root.</param>
/// <param name="Commands">Its subcommands, with the first sentence of each.</param>
public sealed record CompletionNode(
    string Path,
    IReadOnlyList<(string Name, string Text)> Commands,
    IReadOnlyList<CompletionOption> Options
)
{
    /// <summary>Values of its argument; empty = none, or any.</summary>
    public IReadOnlyList<string> Values { get; init; } = [];

    /// <summary>Whether its argument is a file or a folder.</summary>
    public bool TakesFile { get; init; }

    /// <summary>Names of subcommands, values of the argument and names of options, in the order of the help.</summary>
    public IEnumerable<string> Words =>
        [.. Commands.Select(command => command.Name), .. Values, .. Options.SelectMany(option => option.Names)];
}

/// <param name="Names">Name and aliases: <c>--output</c>, <c>-o</c>.</param>
/// <param name="Values">Values that it takes; empty = none, or any.</param>
/// <param name="TakesValue">Whether a value follows.</param>
/// <param name="TakesFile">Whether the value is a file or a folder, beside <paramref name="Values"/> where there are any.</param>
public sealed record CompletionOption(
    IReadOnlyList<string> Names,
    string Text,
    IReadOnlyList<string> Values,
    bool TakesValue,
    bool TakesFile
);

/// <summary>Lists the commands of the program with their options, from the command tree itself.</summary>
public static class CompletionTree
{
    private const int MaxText = 80;

    public static IReadOnlyList<CompletionNode> List(Command root) => [.. List(root, "", Recursive(root))];

    private static IEnumerable<CompletionNode> List(Command command, string path, IReadOnlyList<Option> inherited)
    {
        yield return new CompletionNode(
            path,
            [.. command.Subcommands.Select(sub => (sub.Name, Shorten(sub.Description)))],
            [.. command.Options.Union(inherited).Where(option => !option.Hidden).Select(Create)]
        )
        {
            Values =
            [
                .. command.Arguments.SelectMany(argument => argument.GetCompletions(CompletionContext.Empty)).Select(item => item.Label),
            ],
            TakesFile = command.Arguments.Any(argument => NamesFile(argument.HelpName ?? argument.Name)),
        };
        foreach (var sub in command.Subcommands)
        {
            foreach (var node in List(sub, path.Length == 0 ? sub.Name : $"{path} {sub.Name}", inherited))
            {
                yield return node;
            }
        }
    }

    private static List<Option> Recursive(Command root) => [.. root.Options.Where(option => option.Recursive)];

    private static CompletionOption Create(Option option)
    {
        var takes = option.Arity.MaximumNumberOfValues > 0 && option.ValueType != typeof(bool);
        var values = takes ? ListValues(option) : [];
        return new CompletionOption(
            [option.Name, .. option.Aliases.Where(alias => alias.StartsWith('-') && alias.Length > 1).Order(StringComparer.Ordinal)],
            Shorten(option.Description),
            values,
            takes,
            TakesFile: takes && NamesFile(option.HelpName ?? "")
        );
    }

    // Names in the help that stand for a file or a folder.
    private static bool NamesFile(string help) => help.Split('|').Any(name => name is "FILE" or "DIR" or "FOLDER" or "PATH" or "TRACE");

    /// <summary>
    /// Lists the values of an option: those of its help (text|json), except a name in capitals, which stands for any value; else those that
    /// it states, and not the names of the enumeration that the library adds.
    /// </summary>
    internal static IReadOnlyList<string> ListValues(Option option)
    {
        if (option.HelpName is { } help && help.Contains('|', StringComparison.Ordinal) && help.Any(char.IsAsciiLetterLower))
        {
            return [.. help.Split('|').Where(name => !name.All(char.IsAsciiLetterUpper))];
        }

        string[] stated = [.. option.GetCompletions(CompletionContext.Empty).Select(item => item.Label)];
        return Array.Exists(stated, name => char.IsAsciiLetterLower(name[0]))
            ? [.. stated.Where(name => char.IsAsciiLetterLower(name[0]))]
            : stated;
    }

    private static string Shorten(string? text)
    {
        var line = (text ?? "").ReplaceLineEndings(" ");
        var end = line.IndexOf(". ", StringComparison.Ordinal);
        line = (end < 0 ? line : line[..end]).Trim().TrimEnd('.');
        return line.Length <= MaxText ? line : line[..(MaxText - 3)].TrimEnd() + "...";
    }
}
