using Advisor.Core.Capacity.Billing;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Prices;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Lab.LocalAzure.Costs;

/// <summary>A line of the bill of the loopback Azure.</summary>
/// <param name="Quantity">Days of a unit, or millions of messages.</param>
/// <param name="Cost">In USD.</param>
internal readonly record struct LocalCharge(DateOnly Day, string ResourceId, string Meter, decimal Quantity, decimal Cost);

/// <summary>
/// Bills resources by UTC day: their units by the billing of this Azure, and messages of 2 KB beyond a million per unit. Deliberately
/// independent of the estimates of Advisor.
/// </summary>
internal sealed class LocalBill(BillingModel billing)
{
    private const int MinutesOfDay = 1440;
    private const decimal Million = 1_000_000;
    private const double PieceBytes = 2048;

    // A minute stands for those around it: the traffic of the loads changes slowly.
    private const int TrafficStep = 15;

    public IEnumerable<LocalCharge> List(LocalResource resource, DateOnly day)
    {
        var start = LocalClock.ToMinute(new DateTimeOffset(day.ToDateTime(TimeOnly.MinValue), TimeSpan.Zero));
        var (sku, mean, max) = FindSize(resource.Sizes, start);
        var units = billing == BillingModel.DailyPeak ? max : mean;
        var id = resource.Id.ToLowerInvariant();
        yield return Create(day, id, $"{sku.Tier} Unit", units, resource.Region);
        if (sku.Tier != "Free")
        {
            var millions = Math.Max(CountMessages(resource, start) / Million - units, 0);
            yield return Create(day, id, $"{sku.Tier} Message", decimal.Round(millions, 6), resource.Region);
        }
    }

    private static LocalCharge Create(DateOnly day, string id, string meter, decimal quantity, string region) =>
        new(day, id, meter, quantity, decimal.Round(quantity * RetailPriceEndpoints.FindPrice(meter, region), 10));

    private static (LocalSku Sku, decimal Mean, decimal Max) FindSize((long From, LocalSku Sku, int Units)[] sizes, long start)
    {
        var (end, sum, max, sku) = (start + MinutesOfDay, 0L, 0, sizes[0].Sku);
        for (var i = 0; i < sizes.Length; i++)
        {
            var from = Math.Max(sizes[i].From, start);
            var until = Math.Min(i + 1 < sizes.Length ? sizes[i + 1].From : long.MaxValue, end);
            if (until > from)
            {
                (sum, max, sku) = (sum + (sizes[i].Units * (until - from)), Math.Max(max, sizes[i].Units), sizes[i].Sku);
            }
        }

        return (sku, (decimal)sum / MinutesOfDay, max);
    }

    private static decimal CountMessages(LocalResource resource, long start)
    {
        var minute = new LocalMinute[1];
        var bytes = 0.0;
        for (var at = start; at < start + MinutesOfDay; at += TrafficStep)
        {
            resource.Read(at, minute);
            bytes += minute[0].OutboundBytes * TrafficStep;
        }

        return (decimal)(bytes / PieceBytes);
    }
}
