using Advisor.Core.Quantities;
using Advisor.Service.Evaluation;

namespace Advisor.Cli.Output;

/// <summary>
/// Progress on standard error: one line, redrawn and cleared at the end, on a terminal; elsewhere one line per step, and only when the
/// evaluation takes a while, so that logs stay short.
/// </summary>
public sealed class ProgressLine(CliContext cli) : IProgress<EvaluationProgress>, IDisposable
{
    private static readonly TimeSpan QuietFor = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Redraw = TimeSpan.FromMilliseconds(100);

    private readonly long begun = cli.Time.GetTimestamp();
    private long drawn;
    private string step = string.Empty;
    private bool visible;

    public void Report(EvaluationProgress value)
    {
        if (!cli.ShowsProgress)
        {
            return;
        }

        var isNew = value.Step != step;
        step = value.Step;
        if (cli.ErrorIsTerminal)
        {
            if (isNew || cli.Time.GetElapsedTime(drawn) >= Redraw)
            {
                drawn = cli.Time.GetTimestamp();
                visible = true;
                cli.Error.Write($"\r\u001b[K{Format(value)}");
            }
        }
        else if (isNew && cli.Time.GetElapsedTime(begun) >= QuietFor)
        {
            cli.Error.WriteLine(Format(value with { Done = 0 }));
        }
    }

    public void Dispose() => Clear();

    /// <summary>Clears the line, so that further output begins on an empty one.</summary>
    public void Clear()
    {
        if (visible)
        {
            cli.Error.Write("\r\u001b[K");
            visible = false;
        }
    }

    private static string Format(EvaluationProgress value) =>
        value.Total == 0
            ? $"{value.Step}{(value.Done > 0 ? $": {value.Done}" : string.Empty)} ..."
            : $"{value.Step}: {(value.Done > 0 ? $"{value.Done} of " : string.Empty)}{Wording.FormatCount(value.Total, value.Unit)} ...";
}
