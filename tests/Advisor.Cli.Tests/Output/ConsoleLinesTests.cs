using System.Text;
using Advisor.Cli.Output;

namespace Advisor.Cli.Tests.Output;

/// <summary>What the console of Windows is given.</summary>
public sealed class ConsoleLinesTests
{
    [Fact]
    public void Each_line_feed_has_one_carriage_return_however_it_is_written()
    {
        using var console = new StringWriter();
        using var lines = new ConsoleLines(console) { NewLine = "\r\n" };

        lines.Write("{\n  \"a\": 1\n}");
        lines.WriteLine();
        lines.WriteLine("b\r\nc");
        lines.Write('\r');
        lines.Write('\n');
        lines.Write("d\n".AsSpan());
        lines.Write(new StringBuilder("\u001b[K\n"));

        Assert.Equal("{\r\n  \"a\": 1\r\n}\r\nb\r\nc\r\n\r\nd\r\n\u001b[K\r\n", console.ToString());
    }
}
