using Advisor.Core.Capacity.Prices;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Prices;

/// <summary>Retail prices as last read from Azure, one row per service, region and currency.</summary>
public sealed class RetailPriceStore
{
    private const string Prefix = "price-";

    private readonly IStateStore store;

    internal RetailPriceStore(IStateStore store) => this.store = store;

    /// <summary>Lists the prices in a currency, by service and region.</summary>
    public async Task<IReadOnlyList<RetailPrices>> ListAsync(string currency, CancellationToken cancellation) =>
        [
            .. (await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Fleet, Prefix), cancellation))
                .Rows.Select(RecordCodecs.RetailPrices.Read)
                .Where(prices => prices.Currency == currency)
                .OrderBy(prices => prices.Service)
                .ThenBy(prices => prices.Region, StringComparer.Ordinal),
        ];

    /// <summary>Saves prices, unless newer ones are stored.</summary>
    public Task SaveAsync(RetailPrices prices, CancellationToken cancellation) =>
        OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            Prefix + StateKeys.Hash($"{prices.Service}/{prices.Region}/{prices.Currency}"),
            RecordCodecs.RetailPrices,
            prices.ReadAt,
            before => before?.ReadAt > prices.ReadAt ? before : prices,
            cancellation
        );
}
