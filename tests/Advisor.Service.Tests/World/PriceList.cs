using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Service.Prices;

namespace Advisor.Service.Tests.World;

/// <summary>Stands in for Azure's retail prices: one price, or a failure; remembers the regions asked for.</summary>
internal sealed class PriceList : IPriceSource
{
    private readonly List<string> regions = [];

    public decimal Price { get; set; } = 1.50m;

    public string Sku { get; set; } = "Standard";

    public FleetFailure? Failure { get; set; }

    public IReadOnlyList<string> Regions
    {
        get
        {
            lock (regions)
            {
                return [.. regions];
            }
        }
    }

    public Task<RetailAnswer> ReadAsync(ServiceKind service, string region, string currency, CancellationToken cancellation)
    {
        lock (regions)
        {
            regions.Add(region);
        }

        return Task.FromResult(
            Failure is null
                ? new RetailAnswer([new RetailMeter(Sku, $"{Sku} Unit", "1/Day", currency, Price)], null)
                : new RetailAnswer([], Failure)
        );
    }
}
