using Spectre.Console;

namespace Advisor.Cli.Output;

/// <summary>Spectre's console over an edge: never asks, never probes the terminal by itself, colors only where the edge allows them.</summary>
public static class EdgeConsole
{
    public static IAnsiConsole Of(CliEdge edge)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = edge.Color ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = edge.Color ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new FixedWidth(edge.Out, edge.Width),
        });
        console.Profile.Width = edge.Width;
        console.Profile.Capabilities.Unicode = edge.Unicode;
        return console;
    }

    private sealed class FixedWidth(TextWriter writer, int width) : IAnsiConsoleOutput
    {
        public TextWriter Writer => writer;

        public bool IsTerminal => false;

        public int Width => width;

        public int Height => 25;

        public void SetEncoding(System.Text.Encoding encoding)
        {
        }
    }
}
