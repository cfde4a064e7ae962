using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Layout of an explanation: sections, facts, items and tables without borders.</summary>
internal static class ExplainLayout
{
    public static void WriteSection(IAnsiConsole console, string title)
    {
        console.WriteLine();
        console.Write(ReportText.CreateLine(title, TextStyles.Heading));
    }

    public static string FormatNumber(double? value) =>
        value switch
        {
            null => "?",
            double.PositiveInfinity => "no size",
            _ => value.Value.ToString(value.Value >= 100 ? "#,0" : "0.##"),
        };

    /// <summary>Spaces after a column.</summary>
    public const int ColumnGap = 2;

    public static Table CreateTable(params string[] headings)
    {
        var table = new Table { Border = TableBorder.None };
        for (var i = 0; i < headings.Length; i++)
        {
            var column = new TableColumn(new Text((i == 0 ? "  " : string.Empty) + headings[i], TextStyles.Muted))
            {
                Padding = new Padding(0, 0, ColumnGap, 0),
            };
            table.AddColumn(i == 0 ? column : column.RightAligned());
        }

        return table;
    }

    public static void WriteFact(IAnsiConsole console, string name, string text) => WriteHanging(console, FormatName(name), text);

    /// <summary>Writes a fact on one line, however long: a command is copied, and a terminal that wraps it copies it whole.</summary>
    public static void WriteUnwrapped(IAnsiConsole console, string name, string text) =>
        console.Profile.Out.Writer.WriteLine(FormatName(name) + text);

    public static void WriteItem(IAnsiConsole console, string text) => WriteHanging(console, "  - ", text);

    /// <summary>Writes a section of texts, made safe; nothing where there are none.</summary>
    public static void WriteItems(IAnsiConsole console, string title, IReadOnlyCollection<string> texts)
    {
        if (texts.Count > 0)
        {
            WriteSection(console, title);
        }

        foreach (var text in texts)
        {
            WriteItem(console, UntrustedText.Sanitize(text));
        }
    }

    private static string FormatName(string name) => $"  {name, -11} ";

    // Continuation lines are aligned with the text of the first.
    public static void WriteHanging(IAnsiConsole console, string lead, string text)
    {
        foreach (var line in WordWrap.Wrap(text, Math.Max(20, console.Profile.Width - lead.Length - 1)))
        {
            console.Profile.Out.Writer.WriteLine(lead + line);
            lead = new string(' ', lead.Length);
        }
    }
}
