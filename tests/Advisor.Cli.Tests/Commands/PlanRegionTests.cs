using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands;

/// <summary>Which prices <c>plan</c> and <c>backtest</c> use, which know no resource.</summary>
public sealed class PlanRegionTests : IDisposable
{
    private static readonly string[] Load =
    [
        "plan",
        "--use-case",
        "broadcast",
        "--connections",
        "5000",
        "--message-bytes",
        "2048",
        "--interval",
        "1",
        "--output",
        "json",
    ];

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task A_plan_of_a_region_is_at_its_stored_retail_prices()
    {
        folder.Write("advisor.yaml", "prices: { source: retail, currency: EUR }\n");
        await RunAsync("prices", "update", "--local");

        using var plan = JsonDocument.Parse((await RunAsync([.. Load, "--region", "WestEurope"])).Out);

        var cost = plan.RootElement.GetProperty("cost");
        // 5 units for 30 days at 1.61 USD x 0.9 x 1.2 = 1.7388 EUR in westeurope.
        Assert.Equal(260.82m, cost.GetProperty("units").GetDecimal());
        Assert.Equal(("EUR", "retail"), (cost.GetProperty("currency").GetString(), plan.RootElement.GetProperty("prices").GetString()));
        Assert.EndsWith("in EUR, westeurope", plan.RootElement.GetProperty("priceBasis").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("prices: retail", null, "list price of 2022 in USD, region not stated (retail prices need --region)")]
    [InlineData(
        "prices: retail",
        "eastus",
        "list price of 2022 in USD, region not stated (no retail prices of eastus are stored: advisor prices update --region eastus)"
    )]
    [InlineData(
        "prices: retail",
        "eastus --config advisor.yaml",
        "list price of 2022 in USD, region not stated "
            + "(no retail prices of eastus are stored: advisor prices update --region eastus --config advisor.yaml)"
    )]
    [InlineData("trustTags: all", null, "list price of 2022 in USD, region not stated")]
    public async Task Without_them_it_says_which_prices_stand_in(string configuration, string? region, string basis)
    {
        folder.Write("advisor.yaml", configuration + "\n");

        using var plan = JsonDocument.Parse((await RunAsync(region is null ? Load : [.. Load, "--region", .. region.Split(' ')])).Out);

        Assert.Equal(basis, plan.RootElement.GetProperty("priceBasis").GetString());
    }

    [Theory]
    [InlineData("trustTags: all", "eastus", "advisor: --region is for retail prices: set prices: retail in advisor.yaml.")]
    [InlineData("prices: retail", "East US", "advisor: --region must be the short name of a region, such as westeurope, not 'East US'.")]
    public async Task A_region_that_means_nothing_is_one_line(string configuration, string region, string message)
    {
        folder.Write("advisor.yaml", configuration + "\n");

        var run = await RunAsync([.. Load, "--region", region]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith(message, run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("trustTags: all", "Amounts: list price of 2022 in USD, region not stated.")]
    [InlineData("prices: retail", "Amounts: list price of 2022 in USD, region not stated (a replay has no region).")]
    public async Task A_replay_says_which_prices_its_amounts_are_at(string configuration, string line)
    {
        folder.Write("advisor.yaml", configuration + "\n");

        var run = await RunAsync(
            "backtest",
            RepositoryFiles.GetPath("tests", "scenarios", "traces", "nab_elb_requests_5min.csv"),
            "--days",
            "3",
            "--policy",
            "advisor"
        );

        Assert.Contains(line, run.Out, StringComparison.Ordinal);
    }

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(
            args,
            cli =>
                cli with
                {
                    Time = new ManualTimeProvider(new DateTimeOffset(2026, 11, 25, 12, 0, 0, TimeSpan.Zero)),
                    Folder = folder.Path,
                    Width = 120,
                },
            TestContext.Current.CancellationToken
        );
}
