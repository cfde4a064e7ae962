using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal.Live;

/// <summary>Table of the live screen, one line per resource. Columns that do not fit are left out, the most expendable first.</summary>
internal static class LiveTable
{
    // Remaining width of 80 columns beside those of fixed width, and the maximum for long names and recommendations.
    private const int MinName = 15,
        MaxName = 40,
        MinNext = 15,
        MaxNext = 32,
        MinSpark = 8,
        MaxSpark = 30,
        WidthOfOthers = 42;

    private static readonly string[] ExpendableColumns = ["limit", "needs", "last 1 h", "age", "next"];

    public static Table Create(IReadOnlyList<LiveRow> rows, string? selectedId, int width, bool unicode)
    {
        var liveColumns = CreateColumns(rows, selectedId, width, unicode);
        foreach (var head in ExpendableColumns.Where(_ => liveColumns.Sum(liveColumn => liveColumn.Width + 1) - 1 > width))
        {
            liveColumns.RemoveAll(liveColumn => liveColumn.Head == head);
        }

        // A blank column after each but the last, so that cells do not touch.
        var table = new Table().NoBorder();
        foreach (var (i, liveColumn) in liveColumns.Index())
        {
            var head = new TableColumn(LiveScreen.CreateLine(liveColumn.Head, TextStyles.Muted, liveColumn.Width));
            head = head.Width(liveColumn.Width).NoWrap().Padding(0, 0, 0, 0);
            table.AddColumn(liveColumn.IsNumber ? head.RightAligned() : head);
            if (i < liveColumns.Count - 1)
            {
                table.AddColumn(new TableColumn(" ").Width(1).Padding(0, 0, 0, 0));
            }
        }

        foreach (var row in rows)
        {
            var cells = liveColumns.Select(liveColumn => CreateCell(liveColumn, row)).ToList();
            table.AddRow(cells.SelectMany((cell, i) => i == 0 ? [cell] : new[] { new Text(" "), cell }));
        }

        return table;
    }

    private static List<LiveColumn> CreateColumns(IReadOnlyList<LiveRow> rows, string? selectedId, int width, bool unicode)
    {
        var spare = Math.Max(0, width - WidthOfOthers - MinName - MinNext - MinSpark);
        var name = Math.Min(MinName + spare, Math.Clamp(rows.Max(row => row.Name.Length), MinName, MaxName));
        spare -= name - MinName;
        var next = Math.Min(MinNext + spare, Math.Clamp(rows.Max(row => row.Next?.Length ?? 0), MinNext, MaxNext));
        var spark = Math.Min(MaxSpark, MinSpark + spare - (next - MinNext));
        Style GetStyle(LiveRow row) => row.Id == selectedId ? TextStyles.Heading : Style.Plain;
        return
        [
            new(" ", 1, row => (row.Id == selectedId ? ">" : " ", TextStyles.Heading)),
            new("resource", name, row => (UntrustedText.Sanitize(row.Name), GetStyle(row))),
            new("size", 8, row => (DescribeSize(row), Style.Plain)),
            new("limit", 8, row => (DescribeLimit(row.LimitingFactor), Style.Plain)),
            new("last 1 h", spark, row => (DrawHour(row, spark, unicode), TextStyles.GetUtilizationStyle(GetLoad(row)))),
            new(
                "load",
                5,
                row => (GetLoad(row) is { } load ? Wording.FormatUtilization(load) : "?", TextStyles.GetUtilizationStyle(GetLoad(row))),
                true
            ),
            new("needs", 5, row => (DescribeNeeds(row, unicode), Style.Plain), true),
            new("next", next, row => (row.Next is { } what ? UntrustedText.Sanitize(what) : "-", GetNextStyle(row))),
            new("!", 2, row => (row.Alerts == 0 ? " " : DescribeUnits(row.Alerts), TextStyles.Bad), true),
            new("age", 4, row => (DescribeAge(row.DataAge), GetAgeStyle(row.DataAge)), true),
        ];
    }

    private static Text CreateCell(LiveColumn liveColumn, LiveRow row)
    {
        var (text, style) = liveColumn.Describe(row);
        return LiveScreen.CreateLine(text, style, liveColumn.Width);
    }

    private static Ratio? GetLoad(LiveRow row) => row.Utilization is { } known ? new Ratio(known) : null;

    private static string DrawHour(LiveRow row, int width, bool unicode)
    {
        if (row.LastHour.Count == 0)
        {
            return " ";
        }

        var start = DateTimeOffset.UnixEpoch;
        var minutes = row.LastHour.Select((value, i) => (start.AddMinutes(i), value));
        return Sparkline.Draw(Sparkline.FindPeaks(minutes, start, start.AddMinutes(row.LastHour.Count), width), 1, unicode);
    }

    // The SKU name without its tier.
    private static string DescribeSize(LiveRow row) =>
        ReportPhrases.FormatSize(new(row.Sku[(row.Sku.IndexOf('_', StringComparison.Ordinal) + 1)..], row.Units));

    private static string DescribeLimit(Limit limit) =>
        limit switch
        {
            Limit.ServerLoad => "server",
            Limit.Connections => "connect.",
            Limit.None => "-",
            _ => ReportPhrases.FormatLimit(limit),
        };

    // No number of units; the explanation says it in words.
    private static string DescribeNeeds(LiveRow row, bool unicode) =>
        row.IsBeyondAnySize ? "none" : (row.IsFull ? GetLowerBoundSign(unicode) : "") + DescribeUnits(row.RequiredUnits);

    private static string GetLowerBoundSign(bool unicode) => unicode ? "\u2265" : ">";

    private static string DescribeUnits(double? units) =>
        units switch
        {
            null => "?",
            >= 100 or 0 => units.Value.ToString("0"),
            _ => units.Value.ToString("0.0"),
        };

    private static string DescribeUnits(int count) => count.ToString();

    private static string DescribeAge(TimeSpan? age) =>
        age switch
        {
            null => "?",
            { TotalHours: >= 100 } known => $"{known.TotalDays:0}d",
            { TotalMinutes: >= 100 } known => $"{known.TotalHours:0}h",
            { } known => $"{Math.Max(0, known.TotalMinutes):0}m",
        };

    private static Style GetNextStyle(LiveRow row) =>
        row.IsFailed ? TextStyles.Bad
        : row.Next is null ? TextStyles.Muted
        : TextStyles.Warn;

    private static Style GetAgeStyle(TimeSpan? age) => age is null or { TotalMinutes: > 10 } ? TextStyles.Warn : TextStyles.Muted;

    private sealed record LiveColumn(string Head, int Width, Func<LiveRow, (string Text, Style Style)> Describe, bool IsNumber = false);
}
