using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;

namespace Advisor.Configuration.Tests.Rules;

/// <content>Where the guides contradict themselves.</content>
public sealed partial class GuideTablesTests
{
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
