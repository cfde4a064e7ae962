using System.Text;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>
/// Keeps the newest of the lines that are printed without the live screen. Indented lines belong to the previous one and are left out.
/// Thread-safe.
/// </summary>
internal sealed class LiveEvents : TextWriter
{
    private const int MaxLines = 100;

    private readonly Lock gate = new();
    private readonly StringBuilder line = new();
    private readonly Queue<string> lines = new();

    public override Encoding Encoding => Encoding.UTF8;

    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (gate)
            {
                return [.. lines];
            }
        }
    }

    /// <summary>Adds lines of the past before all that was written.</summary>
    public void Prepend(IReadOnlyList<string> past)
    {
        lock (gate)
        {
            string[] all = [.. past, .. lines];
            lines.Clear();
            foreach (var text in all.TakeLast(MaxLines))
            {
                lines.Enqueue(text);
            }
        }
    }

    public override void Write(char value)
    {
        lock (gate)
        {
            if (value != '\n')
            {
                line.Append(value);
                return;
            }

            var text = line.ToString().TrimEnd();
            line.Clear();
            if (text.Length > 0 && text[0] != ' ')
            {
                lines.Enqueue(text);
                while (lines.Count > MaxLines)
                {
                    lines.Dequeue();
                }
            }
        }
    }
}
