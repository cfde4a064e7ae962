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
                Out = new FixedWidth(cli.Out, cli.Width),
            }
        );
        console.Profile.Width = cli.Width;
        console.Profile.Capabilities.Unicode = cli.Unicode;
        return console;
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
