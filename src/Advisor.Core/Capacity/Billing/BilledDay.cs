namespace Advisor.Core.Capacity.Billing;

/// <summary>Quantities that a day is billed for.</summary>
/// <param name="Units">Units: their mean of the day, or its maximum.</param>
/// <param name="MillionMessages">Millions of messages beyond the included ones; null when unknown, and for a SKU that sells none.</param>
internal readonly record struct BilledDay(decimal Units, decimal? MillionMessages)
{
    private const decimal Million = 1e6m;

    /// <param name="isWhole">
    /// Whether the day is over; a day that goes on is billed to its newest counted minute. What is not known of either is like the rest.
    /// </param>
    public static BilledDay Compute(Sku sku, BillingModel billing, in UsageDay day, bool isWhole)
    {
        var mean = (double)day.UnitMinutes / day.Minutes;
        var minutes = isWhole ? day.ExistingMinutes : day.PassedExistingMinutes;
        var units = billing == BillingModel.DailyPeak ? day.MaxUnits : mean * minutes / UsageDay.Length;
        if (!sku.SellsMessages || day.KnownMinutes == 0)
        {
            return new((decimal)units, null);
        }

        var pieces = day.Pieces / day.KnownMinutes * minutes;
        var included =
            sku.IncludedMessagesPerUnitPerDay
            * (billing == BillingModel.DailyPeak ? day.MaxUnits : mean * day.ExistingMinutes / UsageDay.Length);
        return new((decimal)units, (decimal)Math.Clamp(pieces - included, 0, 1e15) / Million);
    }
}
