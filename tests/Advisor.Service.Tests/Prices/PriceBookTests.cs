using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Prices;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Prices;

/// <summary>When prices are read, what is kept, and what stands in for what could not be read.</summary>
public sealed class PriceBookTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);
    private static readonly RuleSet Retail = ConfigurationLoader
        .Parse("prices: { source: retail, currency: EUR, discount: 50% }", RuleSetLoader.Embedded)
        .Configuration!.Rules;

    private readonly PriceList azure = new();
    private readonly MemoryStateStore rows = new();

    [Fact]
    public async Task Each_service_and_region_is_read_once_a_week_and_the_prices_are_less_the_discount()
    {
        var book = await OpenAsync();
        FleetResource[] resources = [Create("a", "westeurope"), Create("b", "WestEurope"), Create("c", "eastus")];

        await RefreshAsync(book, Start, resources);
        await RefreshAsync(book, Start.AddDays(7) - TimeSpan.FromSeconds(1), resources);

        Assert.Equal(["eastus", "westeurope"], azure.Regions.Order());
        // 1.50 less a half.
        Assert.Equal((new Money(0.75m, "EUR"), "retail price of 2026-11-25 in EUR, westeurope, less 50 %"), Find(book, resources[1]));

        azure.Price = 2;
        await RefreshAsync(book, Start.AddDays(7), resources);

        Assert.Equal(4, azure.Regions.Count);
        Assert.Equal((new Money(1, "EUR"), "retail price of 2026-12-02 in EUR, eastus, less 50 %"), Find(book, resources[2]));
    }

    [Fact]
    public async Task Another_process_uses_the_stored_prices_without_reading_them_again()
    {
        await RefreshAsync(await OpenAsync(), Start, Create("a", "westeurope"));

        var other = await OpenAsync();
        await RefreshAsync(other, Start.AddDays(3), Create("a", "westeurope"));
        Assert.Single(azure.Regions);
        Assert.Equal(0.75m, Find(other, Create("a", "westeurope")).Price!.Value.Amount);

        // A process that never lists resources, as one that only evaluates batches, takes up what others read within the hour.
        var reader = await OpenAsync();
        await reader.LoadAsync(Start.AddDays(3), TestContext.Current.CancellationToken);
        azure.Price = 2;
        await RefreshAsync(await OpenAsync(), Start.AddDays(8), Create("a", "westeurope"));
        await reader.LoadAsync(Start.AddDays(8), TestContext.Current.CancellationToken);
        Assert.Equal(1, Find(reader, Create("a", "westeurope")).Price!.Value.Amount);
    }

    [Fact]
    public async Task Prices_that_cannot_be_read_leave_the_list_prices_and_are_tried_again_an_hour_later()
    {
        var book = await OpenAsync();
        azure.Failure = new("prices", FailureCode.Unreachable, "No route.");

        await RefreshAsync(book, Start, Create("a", "westeurope"));
        await RefreshAsync(book, Start.AddMinutes(59), Create("a", "westeurope"));

        Assert.Single(azure.Regions);
        // 1.61 USD of the list less a half.
        Assert.Equal(
            (new Money(0.805m, "USD"), "list price of 2022 in USD, region not stated, less 50 % (retail prices could not be read)"),
            Find(book, Create("a", "westeurope"))
        );
        Assert.Equal(
            "Retail prices could not be read, list prices are used (SignalR in westeurope): No route.",
            Assert.Single(book.Problems)
        );

        azure.Failure = null;
        await RefreshAsync(book, Start.AddHours(1), Create("a", "westeurope"));

        Assert.Equal(0.75m, Find(book, Create("a", "westeurope")).Price!.Value.Amount);
        Assert.Empty(book.Problems);
    }

    [Fact]
    public async Task Old_prices_stay_in_use_with_their_date_while_newer_ones_cannot_be_read()
    {
        var book = await OpenAsync();
        await RefreshAsync(book, Start, Create("a", "westeurope"));
        azure.Failure = new("prices", FailureCode.Unreachable, "No route.");

        await RefreshAsync(book, Start.AddDays(30), Create("a", "westeurope"));

        Assert.Equal("retail price of 2026-11-25 in EUR, westeurope, less 50 %", Find(book, Create("a", "westeurope")).Basis);
        Assert.Contains("those of 2026-11-25 stay in use", Assert.Single(book.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Meters_that_match_no_SKU_are_kept_for_people_and_the_list_price_is_used()
    {
        var book = await OpenAsync();
        azure.Sku = "Basic";

        await RefreshAsync(book, Start, Create("a", "westeurope"));

        Assert.Contains("no retail price in EUR for westeurope", Find(book, Create("a", "westeurope")).Basis, StringComparison.Ordinal);
        var kept = (await OpenStateAsync()).Prices;
        var stored = Assert.Single(await PriceBook.ListAsync(kept, "EUR", TestContext.Current.CancellationToken));
        Assert.Equal("no SKU has the name Basic", Assert.Single(stored.Unmatched).Reason);
        Assert.Empty(await PriceBook.ListAsync(kept, "USD", TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task List_prices_read_nothing()
    {
        var book = new PriceBook(RuleSetLoader.Embedded, azure, (await OpenStateAsync()).Prices);

        await RefreshAsync(book, Start, Create("a", "westeurope"));

        Assert.Empty(azure.Regions);
        Assert.Null(book.FindCatalog(ServiceKind.SignalR, "westeurope"));
    }

    [Fact]
    public async Task Before_the_first_reading_the_list_price_says_that_it_is_one()
    {
        var book = await OpenAsync();

        Assert.EndsWith("(retail prices are not read yet)", Find(book, Create("a", "westeurope")).Basis, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_tick_reads_the_prices_of_the_fleet_and_its_evaluations_are_in_them()
    {
        var world = new ServiceWorld { Rules = Retail, Prices = azure };
        world.Azure.Add("chat", 2, _ => 900);

        await world.RunAsync(3);

        Assert.Single(azure.Regions);
        var record = Assert.Single(await (await world.OpenStateAsync()).Evaluations.ListAsync(TestContext.Current.CancellationToken));
        // 2 units x 0.75 EUR x 30 days.
        Assert.Equal((45m, "EUR"), (record.CostNow!.Units, record.CostNow.Currency));
        Assert.Equal(
            $"retail price of 2026-01-05 in EUR, {azure.Regions[0]}, less 50 %",
            record.Prices!.ToPriceOrigin().Describe(record.CostNow.Currency)
        );
    }

    private static (Money? Price, string Basis) Find(PriceBook book, FleetResource resource)
    {
        var sku = Retail.GetCatalog(resource.Service, book.Apply(resource).Settings).Find(resource.Sku)!;
        return (sku.UnitPricePerDay, sku.PriceBasis);
    }

    private static Task RefreshAsync(PriceBook book, DateTimeOffset now, params FleetResource[] resources) =>
        book.RefreshAsync(resources, now, TestContext.Current.CancellationToken);

    private async Task<PriceBook> OpenAsync() => new(Retail, azure, (await OpenStateAsync()).Prices);

    private Task<AdvisorState> OpenStateAsync() => AdvisorState.OpenAsync(rows, 1, Start, TestContext.Current.CancellationToken);

    private static FleetResource Create(string name, string region) => SampleResource.Create(name, region: region);
}
