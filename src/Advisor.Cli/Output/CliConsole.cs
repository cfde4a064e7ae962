using Advisor.Reporting.Terminal;
using Spectre.Console;

namespace Advisor.Cli.Output;

/// <summary>
/// Creates Spectre consoles for the streams of a command: no prompts, no probing of the terminal, colors only when permitted.
/// </summary>
public static class CliConsole
{
    public static IAnsiConsole Create(CliContext cli)
    {
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Ansi = cli.Color ? AnsiSupport.Yes : AnsiSupport.No,
                ColorSystem = cli.Color ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
                // Variables of build servers change nothing: in a workflow of GitHub they put escape codes into files.
                Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
                Out = new FixedWidth(cli.Out, cli.Width),
            }
        );
        console.Profile.Width = cli.Width;
        console.Profile.Capabilities.Unicode = cli.Unicode;
        return console;
    }

    /// <summary>Writes a text on as many lines as its width takes.</summary>
    /// <param name="lead">What the first line begins with; spaces before the others.</param>
    /// <param name="hanging">Further spaces before the others.</param>
    internal static void WriteWrapped(CliContext cli, string lead, string text, int hanging = 0)
    {
        var indent = lead.Length + hanging;
        foreach (var line in WordWrap.Wrap(text, cli.Width - indent))
        {
            cli.Out.WriteLine(lead + line);
            lead = new string(' ', indent);
        }
    }

    private sealed class FixedWidth(TextWriter writer, int width) : IAnsiConsoleOutput
    {
        public TextWriter Writer => writer;

        public bool IsTerminal => false;

        public int Width => width;

        public int Height => 25;

        public void SetEncoding(System.Text.Encoding encoding) { }
    }
}
