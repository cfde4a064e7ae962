namespace Advisor.Cli.Commands.Backtests;

/// <summary>Progress bar on standard error during the replays: redrawn on a terminal, one line per 10 % elsewhere. Thread-safe.</summary>
public sealed class BacktestProgress(CliContext cli, int total) : IDisposable
{
    private const int Cells = 30;
    private readonly Lock gate = new();
    private int done;
    private int shown = -1;

    public void Advance()
    {
        lock (gate)
        {
            done++;
            var steps = cli.ErrorIsTerminal ? 100 : 10;
            var part = (int)((long)done * steps / total);
            if (part == shown)
            {
                return;
            }

            shown = part;
            Show();
        }
    }

    public void Dispose()
    {
        if (cli.ErrorIsTerminal && shown >= 0)
        {
            cli.Error.Write("\r\u001b[K");
        }
    }

    private void Show()
    {
        var full = (int)((long)done * Cells / total);
        var text = $"[{new string('#', full)}{new string('.', Cells - full)}] {done} of {total} replays";
        if (cli.ErrorIsTerminal)
        {
            cli.Error.Write("\r\u001b[K" + text);
        }
        else
        {
            cli.Error.WriteLine(text);
        }
    }
}
