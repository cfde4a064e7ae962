using System.Globalization;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;

namespace Advisor.Configuration.Tests.Rules;

/// <summary>Holds the rules against the text of the guides themselves, cell by cell in both directions.</summary>
public sealed partial class GuideTablesTests
{
    private const string Absent = "The performance guides (../shared/seeds) are not beside the repository.";

    public static bool GuidesArePresent => GuideDocument.ArePresent;

    [Theory(Skip = Absent, SkipUnless = nameof(GuidesArePresent))]
    [InlineData("002_be84c0d2236cbb53.txt", "signalr", 14)]
    [InlineData("003_f55adc72ec9a2bd9.txt", "webpubsub", 5)]
    [InlineData("004_66f304cf22d88f61.txt", "signalr-2019", 17)]
    public void Every_cell_of_the_guide_is_in_the_rules_skipped_where_the_guides_are_absent(string file, string edition, int tables)
    {
        var document = GuideDocument.Read(file);
        var table = RuleSetLoader.Embedded.Tables.Single(t => t.Edition == edition);

        Assert.Equal(tables, document.Tables);
        var wrong = document.Cells.Where(cell => !IsInTable(table, cell) && !Slips.Any(slip => slip.Matches(edition, cell))).ToList();
        Assert.Empty(wrong);
    }

    [Theory(Skip = Absent, SkipUnless = nameof(GuidesArePresent))]
    [InlineData("002_be84c0d2236cbb53.txt", "signalr")]
    [InlineData("003_f55adc72ec9a2bd9.txt", "webpubsub")]
    [InlineData("004_66f304cf22d88f61.txt", "signalr-2019")]
    public void Every_cell_of_the_rules_is_in_the_guide_skipped_where_the_guides_are_absent(string file, string edition)
    {
        var printed = GuideDocument.Read(file).Cells.Select(cell => (cell.UseCase, cell.Field, cell.Units)).ToHashSet();
        var table = RuleSetLoader.Embedded.Tables.Single(t => t.Edition == edition);

        Assert.DoesNotContain(
            Columns.SelectMany(field => table.Rows.SelectMany(row => ListUnits(row, field).Select(units => (row.UseCase, field, units)))),
            cell => !printed.Contains(cell)
        );
    }

    [Theory(Skip = Absent, SkipUnless = nameof(GuidesArePresent))]
    [InlineData("000_bfcce073bf6ce9b4.txt")]
    [InlineData("001_38fb1311720202ca.txt")]
    public void The_translations_of_2019_print_the_figures_of_the_original_skipped_where_the_guides_are_absent(string file)
    {
        var original = ReadFigures("004_66f304cf22d88f61.txt");

        Assert.Equal(17, original.Count(line => line[1].StartsWith("UNIT", StringComparison.Ordinal)));
        Assert.Equal(original, ReadFigures(file));
    }

    private static readonly string[] Columns =
    [
        "connections",
        "groupMembers",
        "groups",
        "inboundMessages",
        "outboundMessages",
        "inboundBytes",
        "outboundBytes",
        "appServers",
        "aspNetAppServers",
    ];

    private static bool IsInTable(CapacityTable table, GuideCell cell)
    {
        // The guide counts app servers at 10 units where it counts messages at 20; the connections beside them are those of any size.
        var row = table.FindRow(cell.UseCase)!;
        if (cell.Field == "connections" && !row.Units.Contains(cell.Units) && row.AppServerUnits.Contains(cell.Units))
        {
            return FindValue(cell) == 1000 * cell.Units;
        }

        var index = ListUnits(row, cell.Field).ToList().IndexOf(cell.Units);
        return index >= 0 && FindValue(cell) is { } printed && printed.Equals(FindColumn(row, cell.Field)![index]);
    }

    private static IEnumerable<int> ListUnits(CapacityRow row, string field) =>
        FindColumn(row, field) is null ? []
        : field is "appServers" or "aspNetAppServers" ? row.AppServerUnits
        : row.Units;

    private static List<double>? FindColumn(CapacityRow row, string field) =>
        (
            field switch
            {
                "connections" => row.Connections,
                "groupMembers" => row.GroupMembers?.Select(n => (double)n),
                "groups" => row.Groups?.Select(n => (double)n),
                "inboundMessages" => row.InboundMessages,
                "outboundMessages" => row.OutboundMessages,
                "inboundBytes" => row.InboundBytes,
                "outboundBytes" => row.OutboundBytes,
                "appServers" => row.AppServers?.Select(n => (double)n),
                "aspNetAppServers" => row.AspNetAppServers?.Select(n => (double)n),
                _ => throw new ArgumentException(field, nameof(field)),
            }
        )?.ToList();

    // 2 MBps is 2,000,000 bytes per second; null where the unit is not that of the field.
    private static double? FindValue(GuideCell cell)
    {
        var digits = cell.Printed.TrimEnd([.. "KMBbps"]);
        double? factor = (cell.Field.EndsWith("Bytes", StringComparison.Ordinal), cell.Printed[digits.Length..]) switch
        {
            (true, "K" or "KBps") => 1e3,
            (true, "M" or "MBps") => 1e6,
            (false, "") => 1,
            _ => null,
        };
        return factor is null ? null : Math.Round(factor.Value * double.Parse(digits, NumberStyles.Number), 3);
    }

    // Each table line as its digits and the letter of its unit: 1.2M, 1,2 MB/s and 1.2 MBps are all 12M.
    private static List<string[]> ReadFigures(string file) =>
        [
            .. GuideDocument
                .ReadText(file)
                .Split('\n')
                .Where(line => line.StartsWith('|') && line.Count(c => c == '|') >= 7 && line.Any(char.IsAsciiDigit))
                .Select(line =>
                    line.Replace("*", "", StringComparison.Ordinal).TrimEnd().Trim('|').Split('|', StringSplitOptions.TrimEntries)
                )
                .Select(parts =>
                    (string[])
                        [
                            "",
                            .. parts[1..]
                                .Select(part =>
                                    string.Concat(part.Where(char.IsAsciiLetterOrDigit))
                                        .ToUpperInvariant()
                                        .Replace("MBPS", "M", StringComparison.Ordinal)
                                        .Replace("KBPS", "K", StringComparison.Ordinal)
                                        .Replace("MBS", "M", StringComparison.Ordinal)
                                        .Replace("KBS", "K", StringComparison.Ordinal)
                                ),
                        ]
                ),
        ];
}
