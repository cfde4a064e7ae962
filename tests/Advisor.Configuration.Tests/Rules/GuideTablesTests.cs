using System.Globalization;
using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;

namespace Advisor.Configuration.Tests.Rules;

/// <summary>Holds the rules against the text of the guides themselves, cell by cell in both directions.</summary>
public sealed class GuideTablesTests
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

    /// <summary>The slips of the documents, by name. Nothing else is excused, and one that is not met any more fails.</summary>
    private static readonly Slip[] Slips =
    [
        .. Slip.CreateEach(
            "2019: send to user through REST at unit 50 prints 10 MBps for 10,000 messages",
            "signalr-2019",
            UseCase.RestSendToUser,
            "inboundBytes",
            (50, "10M")
        ),
        .. Slip.CreateEach(
            "2019: send to user through REST at unit 50 prints 10 MBps for 10,000 messages",
            "signalr-2019",
            UseCase.RestSendToUser,
            "outboundBytes",
            (50, "10M")
        ),
        .. Slip.CreateEach(
            "2019: big group prints 80 and 20 KBps for the same 20 messages",
            "signalr-2019",
            UseCase.SendToBigGroup,
            "inboundBytes",
            (1, "80K"),
            (10, "20K")
        ),
        .. Slip.CreateEach(
            "2019: big group at unit 1 prints 8 MBps for 2,000 messages",
            "signalr-2019",
            UseCase.SendToBigGroup,
            "outboundBytes",
            (1, "8M")
        ),
        .. Slip.CreateEach(
            "signalr: members of big groups are not a tenth of the connections",
            "signalr",
            UseCase.SendToBigGroup,
            "groupMembers",
            (10, "500"),
            (50, "1,000"),
            (100, "2,000"),
            (200, "5,000"),
            (500, "10,000"),
            (1000, "20,000")
        ),
        .. Slip.CreateEach(
            "webpubsub: members of big groups at 200, 500 and 1000",
            "webpubsub",
            UseCase.SendToBigGroup,
            "groupMembers",
            (200, "5,000"),
            (500, "10,000"),
            (1000, "20,000")
        ),
        .. Slip.CreateEach(
            "webpubsub: small group at 50 and 100 prints megabits",
            "webpubsub",
            UseCase.SendToSmallGroup,
            "inboundBytes",
            (50, "20Mbps"),
            (100, "20Mbps")
        ),
        .. Slip.CreateEach(
            "webpubsub: REST broadcast at 500 and 1000 leaves out per second",
            "webpubsub",
            UseCase.RestBroadcast,
            "outboundBytes",
            (500, "3,000MB"),
            (1000, "6,000MB")
        ),
    ];

    [Fact(Skip = Absent, SkipUnless = nameof(GuidesArePresent))]
    public void Every_excuse_is_still_needed_skipped_where_the_guides_are_absent()
    {
        var used = new[]
        {
            ("002_be84c0d2236cbb53.txt", "signalr"),
            ("003_f55adc72ec9a2bd9.txt", "webpubsub"),
            ("004_66f304cf22d88f61.txt", "signalr-2019"),
        }
            .SelectMany(pair =>
                GuideDocument
                    .Read(pair.Item1)
                    .Cells.Where(cell => !IsInTable(RuleSetLoader.Embedded.Tables.Single(t => t.Edition == pair.Item2), cell))
                    .SelectMany(cell => Slips.Where(slip => slip.Matches(pair.Item2, cell)))
            )
            .ToHashSet();

        Assert.DoesNotContain(Slips, slip => !used.Contains(slip));
    }

    [Fact]
    public void The_corrections_in_the_rules_are_the_slips_in_other_words_apart_from_missing_words()
    {
        var corrected = RuleFiles.Capacity.SelectMany(name =>
        {
            var root = MapReader.FromDocument(RuleFiles.ReadEmbedded(name), new ProblemLog(name))!;
            return root.ReadMaps("rows")
                .SelectMany(row =>
                    row.ReadMaps("corrections", required: false)
                        .SelectMany(correction =>
                            correction
                                .ReadIntegers("units", 1, 1000)!
                                .Select(units =>
                                    (root.ReadText("edition")!, row.ReadText("useCase")!, correction.ReadText("field")!, units)
                                )
                        )
                );
        });

        // "3,000MB" for "3,000MBps" leaves out a word, not a value.
        Assert.Equal(
            Slips
                .Where(slip => !slip.Printed.EndsWith("MB", StringComparison.Ordinal))
                .Select(slip => (slip.Edition, slip.UseCase.ToWireName(), slip.Field, slip.Units))
                .Order(),
            corrected.Order()
        );
    }

    private sealed record Slip(string Name, string Edition, UseCase UseCase, string Field, int Units, string Printed)
    {
        public static IEnumerable<Slip> CreateEach(
            string name,
            string edition,
            UseCase useCase,
            string field,
            params (int Units, string Printed)[] cells
        ) => cells.Select(cell => new Slip(name, edition, useCase, field, cell.Units, cell.Printed));

        public bool Matches(string edition, GuideCell cell) =>
            (Edition, UseCase, Field, Units, Printed) == (edition, cell.UseCase, cell.Field, cell.Units, cell.Printed);
    }
}
