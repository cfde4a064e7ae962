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
    public void The_bars_read_well_at(int width, bool unicode)
    {
        var text = Print(SampleReport.All, width, new TextLayout(ShowsBars: true, IsTerminal: true, unicode));

        Golden.AssertMatches("Advisor.Reporting.Tests", $"report-{width}-{(unicode ? "unicode" : "ascii")}.txt", text);
    }

    [Theory]
    [InlineData(60, true)]
    [InlineData(80, false)]
    [InlineData(140, true)]
    public void One_line_per_resource_reads_well_at(int width, bool unicode)
    {
        var text = Print(SampleReport.All, width, new TextLayout(ShowsBars: false, IsTerminal: true, unicode));

        Golden.AssertMatches("Advisor.Reporting.Tests", $"lines-{width}-{(unicode ? "unicode" : "ascii")}.txt", text);
    }

    [Fact]
    public void A_pipe_gets_every_name_and_remark_in_full()
    {
        var text = Print(SampleReport.All, 60, new TextLayout(ShowsBars: false, IsTerminal: false, Unicode: false));

        Golden.AssertMatches("Advisor.Reporting.Tests", "lines-pipe.txt", text);
    }

    [Theory]
    [InlineData(60, false)]
    [InlineData(80, false)]
    [InlineData(100, false)]
    [InlineData(200, false)]
    [InlineData(80, true)]
    [InlineData(149, true)]
    [InlineData(170, true)]
    public void No_line_is_longer_than_the_terminal(int width, bool bars)
    {
        var text = Print(SampleReport.All, width, new TextLayout(bars, IsTerminal: true, Unicode: true));
        var lines = LineEnds.Normalize(text).Split('\n');

        Assert.All(lines, line => Assert.True(line.Length <= width, $"{line.Length}: {line}"));
    }

    [Theory]
    [InlineData(20, false)]
    [InlineData(21, true)]
    public void More_than_20_resources_begin_with_the_summary(int count, bool begins)
    {
        var report = SampleReport.All with { Resources = [.. Enumerable.Repeat(SampleReport.ScaleOut, count)], Failures = [], Notes = [] };

        var lines = Print(report, 80, new TextLayout(false, true, false)).Split('\n');

        Assert.Equal(
            begins ? 0 : count + 2,
            Array.FindIndex(lines, line => line.StartsWith($"{count} resources:", StringComparison.Ordinal))
        );
        Assert.StartsWith("Resource ", lines[begins ? Array.IndexOf(lines, "") + 1 : 0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(200)]
    public void At_most_three_lines_of_notes_follow(int width)
    {
        var failed = SampleReport.Create("gone-too", "Standard_S1", 1, null, ReportState.Failed) with
        {
            Failure = new ReportFailure("/subscriptions/s/gone-too", "NotFound", "It was deleted after it was listed."),
        };
        var report = SampleReport.All with { Resources = [.. SampleReport.All.Resources, failed], Failures = [] };

        var text = Print(report, width, new TextLayout(false, true, false)).TrimEnd('\n');

        var notes = text[text.IndexOf("gone, gone-too: It was deleted", StringComparison.Ordinal)..].Split('\n');
        Assert.InRange(notes.Length, 2, 3);
        Assert.Contains("--wide", notes[^1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_name_cannot_write_control_characters_to_the_terminal(bool bars)
    {
        var text = Print(SampleReport.All, 180, new TextLayout(bars, true, true));

        Assert.DoesNotContain('\u001b', text);
        Assert.DoesNotContain('\u202e', text);
        Assert.Contains("[red]", text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_evaluation_that_found_nothing_says_so()
    {
        var text = Print(new EvaluationReport { Time = SampleReport.Time, Resources = [] }, 80, default);

        Assert.Equal("Advisor found no SignalR or Web PubSub resource.\n", text);
    }

    [Fact]
    public void An_evaluation_that_could_read_nothing_does_not_say_that_there_is_nothing()
    {
        var failure = new ReportFailure("/subscriptions/s", "Forbidden", "No right.");
        var text = Print(
            new EvaluationReport
            {
                Time = SampleReport.Time,
                Resources = [],
                Failures = [failure],
            },
            80,
            default
        );

        Assert.StartsWith(
            "Advisor read no SignalR or Web PubSub resource: 1 scope or resource could not be\nread.\n",
            text,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("No permission to read /Subscriptions/S (403).", "No permission to read /Subscriptions/S (403).")]
    [InlineData("Azure did not accept the sign-in.", "/subscriptions/s: Azure did not accept the sign-in.")]
    public void The_id_of_what_could_not_be_read_is_printed_once(string said, string expected)
    {
        var text = Print(SampleReport.All with { Failures = [new("/subscriptions/s", "Forbidden", said)] }, 200, default);

        Assert.Contains($"\n{expected}\n", text, StringComparison.Ordinal);
    }

    internal static string Print(EvaluationReport report, int width, TextLayout layout)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        ReportText.Write(CreateConsole(writer, width), report, layout);
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
