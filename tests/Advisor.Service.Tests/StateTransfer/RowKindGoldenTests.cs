using System.Text;
using Advisor.Service.StateTransfer;
using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.StateTransfer;

public sealed class RowKindGoldenTests
{
    private static readonly string Resource = StateKeys.Hash("/r");

    // As StateKeys draws them, and some that are none.
    private static readonly (string Partition, string[] Keys)[] Rows =
    [
        (
            StateKeys.Fleet,
            [
                "layout",
                "pause",
                "resumed-a",
                "heartbeat",
                "clock",
                "budgets",
                "report-a",
                "digest-a",
                "throttle-a",
                "channel-a",
                "silence-a",
                "quota-a",
                "usage-a",
                "price-a",
                "sizes-a",
                "cost-a",
                "costmark-a",
                "other",
            ]
        ),
        (StateKeys.ChangeRate, ["u-a", "v-a", "w-a"]),
        (StateKeys.DeadLetters, ["a"]),
        (StateKeys.Grouping, ["head", "d-1", "h-1"]),
        (StateKeys.Open, ["b-001"]),
        (StateKeys.Ticks, ["0639", "0639-a"]),
        ("b-007", ["o-1", "g-1", "d-1", "q-1", "c-1", "t-1", "v-1", "w-1", "s-1", "x-1", "r-short-d-1"]),
        (
            "b-007",
            [
                .. new[]
                {
                    "a-1",
                    "d-1",
                    "e-1",
                    "m-1",
                    "x-1",
                    "n-change",
                    "n-pause",
                    "n-snapshot",
                    "n-snooze",
                    "n-state",
                    "n-tally",
                    "n-today",
                    "n-x",
                    "z",
                }.Select(end => $"r-{Resource}-{end}"),
            ]
        ),
        ("elsewhere", ["layout", "d-1"]),
    ];

    /// <summary>The kind of each row; one of none is not read, and a row of any other kind with no record in it cannot be read.</summary>
    [Fact]
    public void Each_row_is_of_the_kind_that_was_reviewed()
    {
        var text = new StringBuilder();
        foreach (var (partition, keys) in Rows)
        {
            foreach (var key in keys)
            {
                var row = new Row(partition, key, 1, DateTimeOffset.UnixEpoch, "{}"u8.ToArray(), "1");
                var kind = RowKind.Find(row);
                text.Append(
                    $"{partition} {key.Replace(Resource, "RESOURCE", StringComparison.Ordinal)}: {kind?.Name ?? "none"} {Read(kind, row)}\n"
                );
            }
        }

        Golden.AssertMatches("Advisor.Service.Tests", "row-kinds.txt", text.ToString());
    }

    private static string Read(RowKind? kind, Row row)
    {
        try
        {
            kind?.Read(row);
            return "";
        }
        catch (StateStoreException problem)
        {
            // What follows is a sentence of the runtime.
            var text = problem.Message.Replace(Resource, "RESOURCE", StringComparison.Ordinal);
            return $"{problem.Code}: {text.Split("cannot be read")[0]}";
        }
    }
}
