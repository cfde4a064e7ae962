using System.Text;
using Advisor.Reporting.Terminal.Live;
using Spectre.Console;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>
/// Draws frames on the alternate screen of a terminal, so that its previous content is restored. Each frame is drawn for the current size
/// of the terminal.
/// </summary>
internal sealed class LiveScreenWriter(CliContext cli) : IDisposable
{
    private const string Enter = "\u001b[?1049h\u001b[?25l",
        Leave = "\u001b[?25h\u001b[?1049l",
        Home = "\u001b[H",
        EraseLine = "\u001b[K",
        EraseBelow = "\u001b[J";
    private const int MinWidth = 40,
        MinHeight = 8;

    private bool isOpen;

    public void Draw(LiveView view)
    {
        var (width, height) = cli.ReadSize();
        var text = new StringBuilder(isOpen ? Home : Enter + Home);
        IEnumerable<string> lines =
            width < MinWidth || height < MinHeight ? SplitTooSmall(width) : RenderFrame(cli, view, width, height).Split('\n');
        lines = lines.Take(height);
        text.AppendJoin(EraseLine + "\n", lines).Append(EraseLine + EraseBelow);
        isOpen = true;
        cli.Out.Write(text);
        cli.Out.Flush();
    }

    public void Dispose()
    {
        if (isOpen)
        {
            cli.Out.Write(Leave);
            cli.Out.Flush();
        }
    }

    private static IEnumerable<string> SplitTooSmall(int width) =>
        $"The terminal is smaller than {MinWidth} x {MinHeight}. q quits.".Chunk(Math.Max(1, width)).Select(line => new string(line));

    /// <summary>Returns the lines of a frame, in the colors that the terminal supports.</summary>
    internal static string RenderFrame(CliContext cli, LiveView view, int width, int height)
    {
        using var frame = new StringWriter();
        var console = Output.CliConsole.Create(cli with { Out = frame, Width = width });
        console.Write(LiveScreen.Render(view, width, height, cli.Unicode));
        // Spectre ends lines as the system does, whatever its writer does. Behind a carriage return, the whole line would be erased.
        return frame.ToString().Replace("\r\n", "\n", StringComparison.Ordinal).TrimEnd('\n');
    }
}
