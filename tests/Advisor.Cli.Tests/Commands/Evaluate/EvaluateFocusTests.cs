using System.Globalization;
using System.Text.RegularExpressions;
using Advisor.Reporting.Csv;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary><c>evaluate --output focus</c> against the mandatory columns of FOCUS 1.2.</summary>
public sealed partial class EvaluateFocusTests : IDisposable
{
    // Feature level Mandatory in specification/columns of FinOps-Open-Cost-and-Usage-Spec/FOCUS_Spec at tag v1.2, commit 7296e314 of
    // 2025-05-30; a question mark where the column allows nulls.
    private static readonly string[] Mandatory =
    [
        "BilledCost",
        "BillingAccountId",
        "BillingAccountName?",
        "BillingCurrency",
        "BillingPeriodEnd",
        "BillingPeriodStart",
        "ChargeCategory",
        "ChargeClass?",
        "ChargeDescription?",
        "ChargePeriodEnd",
        "ChargePeriodStart",
        "ContractedCost",
        "EffectiveCost",
        "InvoiceIssuerName",
        "ListCost",
        "PricingQuantity?",
        "PricingUnit?",
        "ProviderName",
        "PublisherName",
        "ServiceCategory",
        "ServiceName",
    ];

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Every_mandatory_column_is_there_in_its_form()
    {
        var rows = await RunAsync("prices: { source: retail, currency: EUR, discount: 20% }\n");

        Assert.Empty(Mandatory.Select(name => name.TrimEnd('?')).Except(FocusCsv.Columns));
        Assert.NotEmpty(rows);
        Assert.All(rows, row => Assert.All(Mandatory.Where(name => !name.EndsWith('?')), name => Assert.NotEqual("", row[name])));
        string[] times = ["BillingPeriodStart", "BillingPeriodEnd", "ChargePeriodStart", "ChargePeriodEnd"];
        Assert.All(rows, row => Assert.All(times, name => Assert.Matches("^[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00Z$", row[name])));
        Assert.All(
            rows,
            row =>
                Assert.Equal(
                    ("EUR", "Usage", "", "Web"),
                    (row["BillingCurrency"], row["ChargeCategory"], row["ChargeClass"], row["ServiceCategory"])
                )
        );
        Assert.All(rows, row => Assert.StartsWith("estimate: retail price of ", row["x_CostBasis"], StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_row_is_a_resource_a_day_and_a_meter_and_its_cost_is_price_times_quantity()
    {
        var rows = await RunAsync("prices: { source: retail, currency: EUR, discount: 20% }\n");

        Assert.Equal(rows.Count, rows.Select(row => (row["ResourceId"], row["ChargePeriodStart"], row["SkuMeter"])).Distinct().Count());
        Assert.All(
            rows,
            row =>
            {
                AssertNear(ReadNumber(row, "BilledCost"), ReadNumber(row, "ContractedUnitPrice") * ReadNumber(row, "PricingQuantity"));
                // The contract is a fifth below the list.
                AssertNear(ReadNumber(row, "ContractedCost"), ReadNumber(row, "ListCost") * 0.8m);
                Assert.Equal(row["ChargePeriodStart"][..7], row["BillingPeriodStart"][..7]);
            }
        );
        // A resource that kept 5 units: 5 days of a unit on each whole day.
        var lobby = rows.Where(row => row["ResourceName"] == "lobby-connections" && row["SkuMeter"] == "Units").ToList();
        Assert.True(lobby.Count >= 14, $"{lobby.Count} days");
        Assert.All(lobby.SkipLast(1), row => Assert.Equal(("5", "Unit-Days"), (row["PricingQuantity"], row["PricingUnit"])));
    }

    // Each number is written with ten decimals.
    private static void AssertNear(decimal expected, decimal actual) => Assert.InRange(actual, expected - 0.0001m, expected + 0.0001m);

    private static decimal ReadNumber(Dictionary<string, string> row, string name) =>
        decimal.Parse(row[name], CultureInfo.InvariantCulture);

    private async Task<IReadOnlyList<Dictionary<string, string>>> RunAsync(string configuration)
    {
        var config = folder.Write("advisor.yaml", configuration);
        var run = await CliResult.RunAsync(["evaluate", "--local", "--config", config, "--output", "focus"]);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        var lines = run.Out.TrimEnd('\n').Split('\n').Select(Split).ToList();
        return [.. lines.Skip(1).Select(fields => lines[0].Zip(fields).ToDictionary(pair => pair.First, pair => pair.Second))];
    }

    // Fields with a comma are quoted; none here has a quote of its own.
    private static string[] Split(string line) =>
        [.. FieldPattern().Matches(line).Select(match => match.Groups["quoted"].Value + match.Groups["plain"].Value)];

    [GeneratedRegex("(^|,)(\"(?<quoted>[^\"]*)\"|(?<plain>[^,]*))", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex FieldPattern();
}
