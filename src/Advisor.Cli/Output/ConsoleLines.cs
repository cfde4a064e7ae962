using System.Text;

namespace Advisor.Cli.Output;

/// <summary>
/// The console of Windows: a line feed also returns to the first column. With escape sequences Spectre turns on
/// DISABLE_NEWLINE_AUTO_RETURN, which full-width lines need; a line feed alone only moves down then (microsoft/WSL issue 1273).
/// </summary>
public sealed class ConsoleLines(TextWriter console) : TextWriter
{
    private char last;

    public override Encoding Encoding => console.Encoding;

    public override void Write(char value) => Write([value], 0, 1);

    // What writes strings and spans ends up here.
    public override void Write(char[] buffer, int index, int count)
    {
        var text = new StringBuilder(count);
        foreach (var letter in buffer.AsSpan(index, count))
        {
            if (letter == '\n' && last != '\r')
            {
                text.Append('\r');
            }

            text.Append(letter);
            last = letter;
        }

        console.Write(text.ToString());
    }

    public override void Flush() => console.Flush();
}
