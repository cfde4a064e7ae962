using Advisor.Core.Reports;
using Advisor.Reporting.Terminal;
using Advisor.Tests;
using Spectre.Console;

namespace Advisor.Reporting.Tests.Terminal;

public class ReportTextTests
{
    [Theory]
    [InlineData(80, false)]
    [InlineData(80, true)]
    [InlineData(120, true)]
    [InlineData(180, false)]
    [InlineData(180, true)]
    public void The_table_reads_well_at(int width, bool unicode)
    {
        var text = Print(SampleReport.All, width, unicode);

        Golden.AssertMatches("Advisor.Reporting.Tests", $"report-{width}-{(unicode ? "unicode" : "ascii")}.txt", text);
    }

    [Theory]
    [InlineData(80)]
    [InlineData(100)]
    [InlineData(149)]
    [InlineData(150)]
    [InlineData(200)]
    public void No_line_is_longer_than_the_terminal(int width)
    {
        var lines = Print(SampleReport.All, width, unicode: true).Split('\n');

        Assert.All(lines, line => Assert.True(line.Length <= width, $"{line.Length}: {line}"));
    }

    [Fact]
    public void A_name_cannot_write_control_characters_to_the_terminal()
    {
        var text = Print(SampleReport.All, 180, unicode: true);

        Assert.DoesNotContain('\u001b', text);
        Assert.DoesNotContain('\u202e', text);
        Assert.Contains("[red]", text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_evaluation_that_found_nothing_says_so()
    {
        var text = Print(new EvaluationReport { Time = SampleReport.Time, Resources = [] }, 80, unicode: false);

        Assert.Equal("Advisor found no SignalR or Web PubSub resource.\n0 metric calls made.\n", text);
    }

    internal static string Print(EvaluationReport report, int width, bool unicode)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        ReportText.Write(CreateConsole(writer, width), report, unicode);
        return writer.ToString();
    }

    internal static IAnsiConsole CreateConsole(TextWriter writer, int width)
    {
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Ansi = AnsiSupport.No,
                ColorSystem = ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
                Out = new AnsiConsoleOutput(writer),
            }
        );
        console.Profile.Width = width;
        return console;
    }
}
