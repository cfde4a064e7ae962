using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Prices;

/// <summary><c>advisor prices</c>, and what the prices change, against the loopback Azure.</summary>
public sealed class PricesCommandTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Without_a_state_the_list_prices_are_shown_with_their_date()
    {
        var run = await RunAsync("prices", "show");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Golden.AssertMatches("Advisor.Cli.Tests", "prices-list.txt", run.Out);
    }

    [Fact]
    public async Task A_size_without_a_price_in_the_currency_of_the_settings_says_so()
    {
        folder.Write("advisor.yaml", "prices:\n  currency: EUR\n  signalr:\n    Standard_S1: { unitPerDay: 1.5, millionMessages: 0.9 }\n");

        var run = await RunAsync("prices", "show");

        Assert.Contains("Source: no price in this currency.", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("no currency", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_stored_prices_the_command_that_reads_them_has_the_options_of_this_one()
    {
        folder.Write("our.yaml", "prices: retail\n");

        var run = await RunAsync("prices", "show", "--config", "our.yaml");

        var words = string.Join(' ', run.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("run 'advisor prices update --config our.yaml',", words, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_prices_of_every_region_in_use_are_read_kept_and_shown()
    {
        folder.Write("advisor.yaml", "prices: { source: retail, currency: EUR, discount: 12% }\n");

        var update = await RunAsync("prices", "update", "--local");
        var show = await RunAsync("prices", "show");

        Assert.Equal((ExitCodes.Success, ""), (update.ExitCode, update.Error));
        Golden.AssertMatches("Advisor.Cli.Tests", "prices-retail.txt", show.Out);
        Assert.Equal(update.Out, show.Out);
        Assert.All(show.Out.Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    [Fact]
    public async Task The_json_has_a_price_for_each_SKU_and_region_with_source_and_date()
    {
        folder.Write("advisor.yaml", "prices: retail\n");
        await RunAsync("prices", "update", "--local");

        using var shown = JsonDocument.Parse((await RunAsync("prices", "show", "--output", "json")).Out);

        Assert.Equal("retail", shown.RootElement.GetProperty("source").GetString());
        var west = Assert.Single(
            shown.RootElement.GetProperty("prices").EnumerateArray(),
            price =>
                price.GetProperty("region").GetString() == "westeurope"
                && price.GetProperty("service").GetString() == "signalr"
                && price.GetProperty("sku").GetString() == "Standard_S1"
        );
        // 1.61 and 1.00, a fifth more in westeurope.
        Assert.Equal((1.932m, 1.2m), (west.GetProperty("unitPerDay").GetDecimal(), west.GetProperty("millionMessages").GetDecimal()));
        Assert.Equal(("retail", "2026-11-25"), (west.GetProperty("prices").GetString(), west.GetProperty("pricesAsOf").GetString()));
    }

    [Fact]
    public async Task Meters_that_match_no_SKU_are_listed_and_the_list_price_stands_in()
    {
        await using var azure = await StartAsync(body =>
            body.Replace("\"skuName\":\"Premium\"", "\"skuName\":\"Ultra\"", StringComparison.Ordinal)
        );

        var run = await UpdateAsync(azure, "--region", "westeurope");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("4 meters of Azure that give no price:\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("  signalr, westeurope: Premium Unit, 2.4 USD per 1/Day: no SKU has the name", run.Out, StringComparison.Ordinal);
        Assert.Contains("(no retail price in USD for westeurope)", JoinLines(run.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_region_that_cannot_be_read_is_said_and_the_others_are_kept()
    {
        await using var azure = await StartAsync();
        await UpdateAsync(azure, "--region", "westeurope");
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.Prices, Times = 1 });

        var partial = await UpdateAsync(azure, "--region", "northeurope");
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.Prices });
        var none = await UpdateAsync(azure, "--region", "westeurope");

        Assert.Equal((ExitCodes.Partial, ExitCodes.Unreachable), (partial.ExitCode, none.ExitCode));
        Assert.Equal((1, 2), (partial.Error.Count(c => c == '\n'), none.Error.Count(c => c == '\n')));
        Assert.StartsWith(
            "advisor: No permission to read the retail prices of SignalR in westeurope (403",
            none.Error,
            StringComparison.Ordinal
        );
        // What was read before stays.
        Assert.Contains("retail price of 2026-11-25 in USD, westeurope", none.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("signalr, northeurope", none.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_evaluation_is_in_the_prices_of_each_region_and_names_them()
    {
        folder.Write("advisor.yaml", "prices: { source: retail, currency: EUR }\n");

        using var report = JsonDocument.Parse((await RunAsync("evaluate", "--local", "--output", "json")).Out);
        var text = await RunAsync("evaluate", "--local");

        Assert.All(
            report.RootElement.GetProperty("resources").EnumerateArray(),
            resource =>
            {
                var cost = resource.GetProperty("cost");
                Assert.Equal(
                    ("EUR", "retail", "2026-11-25"),
                    (
                        cost.GetProperty("currency").GetString(),
                        cost.GetProperty("prices").GetString(),
                        cost.GetProperty("pricesAsOf").GetString()
                    )
                );
                Assert.Equal(
                    $"retail price of 2026-11-25 in EUR, {resource.GetProperty("region").GetString()}",
                    cost.GetProperty("priceBasis").GetString()
                );
            }
        );
        Assert.Contains(" at retail prices of 2026-11-25.", JoinLines(text.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_evaluation_without_retail_prices_uses_list_prices_and_says_so_once()
    {
        await using var azure = await StartAsync();
        azure.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.Prices });
        folder.Write("advisor.yaml", "prices: retail\n");

        var run = await RunAsync("evaluate", "--endpoint", azure.Endpoint.ToString(), "--output", "markdown");

        Assert.Contains("at list prices of 2022", run.Out, StringComparison.Ordinal);
        Assert.Contains(
            "Retail prices could not be read, list prices are used (SignalR in eastus, SignalR in northeurope, "
                + "SignalR in westeurope, WebPubSub in eastus): ",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("(retail prices could not be read)", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_watch_reads_the_prices_into_its_state_and_the_next_one_reads_none()
    {
        await using var azure = await StartAsync();
        folder.Write("advisor.yaml", "prices: retail\n");
        string[] watch = ["watch", "--once", "--endpoint", azure.Endpoint.ToString()];

        await RunAsync(watch);
        var first = azure.Calls[CallKind.Prices];
        await RunAsync(watch);

        // Three regions of SignalR, one of Web PubSub, one page each.
        Assert.Equal((4, 4), (first, azure.Calls[CallKind.Prices]));
        Assert.Contains("retail price of 2026-11-25 in USD, northeurope", (await RunAsync("prices", "show")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_retail_prices_nothing_asks_for_them()
    {
        await using var azure = await StartAsync();

        await RunAsync("evaluate", "--endpoint", azure.Endpoint.ToString());
        await RunAsync("watch", "--once", "--endpoint", azure.Endpoint.ToString());

        Assert.Equal(0, azure.Calls[CallKind.Prices]);
    }

    [Theory]
    [InlineData("--region", "a b", "advisor: --region must be the short name of a region, such as westeurope, not 'a b'.")]
    [InlineData("--output", "csv", "advisor: --output must be one of text, json, not 'csv'.")]
    public async Task A_wrong_option_is_one_line(string option, string value, string message)
    {
        var run = await RunAsync("prices", "update", "--local", option, value);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith(message, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_state_that_is_not_there_is_said()
    {
        var run = await RunAsync("prices", "show", "--state", "other.db");

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.StartsWith("advisor: state 'other.db' not found", run.Error, StringComparison.Ordinal);
    }

    private static string JoinLines(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static Task<LocalAzureHost> StartAsync(Func<string, string>? rewrite = null) =>
        LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = new ManualTimeProvider(Now),
                Rewrite = (kind, _, body) =>
                    kind == CallKind.Prices && rewrite is not null
                        ? System.Text.Encoding.UTF8.GetBytes(rewrite(System.Text.Encoding.UTF8.GetString(body)))
                        : body,
            },
            TestContext.Current.CancellationToken
        );

    private Task<CliResult> UpdateAsync(LocalAzureHost azure, params string[] more) =>
        RunAsync(["prices", "update", "--endpoint", azure.Endpoint.ToString(), .. more]);

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(
            args,
            cli => cli with { Time = new ManualTimeProvider(Now), Folder = folder.Path, Width = 80 },
            TestContext.Current.CancellationToken
        );
}
