using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Advisor.Reporting.Terminal;

namespace Advisor.Cli.Output;

/// <summary>
/// Help of a command: description, wrapped at the terminal's width, then usage, options and exit codes. Commands in examples are never
/// wrapped, so that they can be copied.
/// </summary>
public sealed class HelpText(CliContext cli) : SynchronousCommandLineAction
{
    private const int Widest = 120,
        Indent = 2,
        IndentOfCommands = 4;

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var width = Math.Min(cli.Width, Widest);
        var command = parseResult.CommandResult.Command;
        cli.Out.WriteLine("Description:");
        foreach (var line in ListDescribed(command.Description ?? string.Empty, width - Indent))
        {
            cli.Out.WriteLine(line.Length > 0 ? new string(' ', Indent) + line : line);
        }

        cli.Out.WriteLine();
        foreach (var subcommand in command.Subcommands)
        {
            // A list of commands shows the first paragraph of each; a command's own help shows all of it.
            subcommand.Description = JoinLines(subcommand.Description ?? string.Empty)[0];
        }

        cli.Out.Write(FromUsage(parseResult, width));
        cli.Out.WriteLine("Exit codes:");
        foreach (var (code, meaning) in ExitCodes.All)
        {
            cli.Out.WriteLine($"  {code, -4} {meaning}");
        }

        return ExitCodes.Success;
    }

    /// <summary>
    /// Returns the lines of a description: paragraphs wrapped, comments of examples wrapped with their indent, commands unchanged.
    /// </summary>
    public static IEnumerable<string> ListDescribed(string text, int width)
    {
        foreach (var line in JoinLines(text))
        {
            var words = line.TrimStart();
            var indent = line.Length - words.Length;
            if (indent >= IndentOfCommands || words.Length == 0)
            {
                yield return line.TrimEnd();
                continue;
            }

            foreach (var part in WordWrap.Wrap(words, width - indent))
            {
                yield return new string(' ', indent) + part;
            }
        }
    }

    /// <summary>Returns the library's text from usage on; its own description precedes that, and would wrap commands.</summary>
    private static string FromUsage(ParseResult parseResult, int width)
    {
        using var written = new StringWriter { NewLine = "\n" };
        var output = parseResult.InvocationConfiguration.Output;
        parseResult.InvocationConfiguration.Output = written;
        new HelpAction { MaxWidth = width }.Invoke(parseResult);
        parseResult.InvocationConfiguration.Output = output;
        var text = written.ToString();
        return text[text.IndexOf("Usage:", StringComparison.Ordinal)..];
    }

    // Line breaks between lines without indent are those of the source, not of the text.
    private static List<string> JoinLines(string text)
    {
        static bool IsParagraph(string line) => line.Length > 0 && line[0] != ' ';
        var joined = new List<string>();
        foreach (var line in text.ReplaceLineEndings("\n").Split('\n'))
        {
            if (IsParagraph(line) && joined.Count > 0 && IsParagraph(joined[^1]))
            {
                joined[^1] += $" {line}";
            }
            else
            {
                joined.Add(line);
            }
        }

        return joined;
    }
}
