using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Bill of the UTC calendar month in progress, units and messages, from the counted days.</summary>
/// <param name="Month">First day of the month.</param>
/// <param name="ToDate">Cost from the first of the month to the newest counted minute.</param>
/// <param name="Expected">
/// Cost of the whole month; today, at least, and the days to come cost as much as the last whole day of the same weekday, before a week is
/// counted as the whole days on average, and before there is one as all counted minutes together.
/// </param>
/// <param name="LastMonth">Cost of the month before; null when not every day of it was counted.</param>
/// <param name="EstimatedDays">
/// Days of this month that were not counted, or whose messages are not known; they cost as much as the counted ones on average.
/// </param>
public sealed record MonthBill(DateOnly Month, MonthlyCost ToDate, MonthlyCost Expected, MonthlyCost? LastMonth, int EstimatedDays)
{
    private const int DaysOfWeek = 7;
    private const int MinutesPerHour = 60;

    /// <summary>
    /// Whole hours of today before the history, when that began today; they cost as much as the counted ones. 0 on later days.
    /// </summary>
    public int EstimatedHours { get; init; }

    /// <summary>Day of this month on which the resource was created; null when it was before, or is not known.</summary>
    internal DateOnly? CreatedOn { get; init; }

    /// <summary>Change of the expected total since last month; null when that is unknown.</summary>
    public Money? Change => MonthlyBill.ComputeChange(LastMonth, Expected);

    /// <summary>Computes the bill of the month of the last counted day.</summary>
    /// <param name="catalog">SKUs with their prices.</param>
    /// <param name="billing">How units are billed within a day.</param>
    /// <param name="days">Counted days, oldest first; the last one is in progress.</param>
    /// <param name="createdAt">
    /// When the resource was created; null = not known, as if before the month. Earlier days cost what was counted, of one of the same id.
    /// </param>
    /// <returns>
    /// Null without a counted day, or when the units in force have no price. Without earlier days of this month at a size that has none, a
    /// lower bound: <see cref="CostGap.UnitPrice"/>.
    /// </returns>
    public static MonthBill? Compute(
        SkuCatalog catalog,
        BillingModel billing,
        IReadOnlyList<UsageDay> days,
        DateTimeOffset? createdAt = null
    )
    {
        if (days.Count == 0 || catalog.Find(days[^1].Sku)?.UnitPricePerDay?.Currency is not { } currency)
        {
            return null;
        }

        var unpriced = days.Where(day => catalog.Find(day.Sku)?.UnitPricePerDay is null).Select(day => day.Date).ToList();
        days = [.. days.Where(day => !unpriced.Contains(day.Date))];

        var today = days[^1].Date;
        var first = new DateOnly(today.Year, today.Month, 1);
        var creation = UsageDay.FindPossible(createdAt, days);
        var created = creation is { } at ? DateOnly.FromDateTime(at) : (DateOnly?)null;
        days = UsageDay.MarkCreation(days, creation);

        // A first day that was counted in part is like the other days, not like its own hours, unless it is that of the creation.
        var costs = days.Skip(days[0].Minutes < UsageDay.Length && days[0].Date != created ? 1 : 0)
            .SkipLast(1)
            .Select(day => (day.Date, Cost: DayCost.Compute(catalog, billing, day, isWhole: true)))
            .ToList();

        // The days of an earlier resource of the same id, and the one that it shares with this one, say nothing of those to come.
        var week = costs.Where(c => !(c.Date <= created)).TakeLast(DaysOfWeek).ToList();
        var begun = days.FirstOrDefault(day => !(day.Date < created) && !day.IsShared, days[^1]);
        var counted = begun.Day < days[^1].Day ? begun.Fill(days[^1]) : begun;
        var mean =
            week.Count > 0
                ? DayCost.ComputeMean([.. week.Select(c => c.Cost)])
                : DayCost.Compute(catalog, billing, counted with { MinutesBeforeCreation = 0 }, isWhole: true);
        DayCost Expect(DateOnly date) =>
            PartOf(
                date,
                week.FindLastIndex(day => day.Date.DayOfWeek == date.DayOfWeek) is >= 0 and var alike ? week[alike].Cost.Fill(mean) : mean
            );
        DayCost PartOf(DateOnly date, DayCost day) => date == created ? day.From(creation!.Value.TimeOfDay, billing) : day;

        var soFar = DayCost.Compute(catalog, billing, days[^1], isWhole: false);
        var known = costs.Where(c => c.Date >= first).ToList();
        var earlier = days.LastOrDefault(day => day.Date < created).Date;
        var missing = Enumerable
            .Range(0, today.Day - 1)
            .Select(first.AddDays)
            .Except(known.Select(c => c.Date))
            .Except(unpriced)
            .Where(date => !(date < created) || date <= earlier)
            .ToList();
        var before = known
            .Select(c => c.Cost.Fill(mean))
            .Concat(missing.Select(date => PartOf(date, mean)))
            .Aggregate(default(DayCost), (sum, cost) => sum + cost);
        var ahead = Enumerable.Range(1, DateTime.DaysInMonth(today.Year, today.Month) - today.Day).Select(today.AddDays);
        var previous = costs.Where(c => c.Date >= first.AddMonths(-1) && c.Date < first).Select(c => c.Cost).ToList();
        var gapOfMessages = FindGap(catalog, days);
        var gap = unpriced.Exists(date => date >= first) ? CostGap.UnitPrice : gapOfMessages;
        MonthlyCost Build(DayCost cost) =>
            new(new Money(cost.Units, currency), gapOfMessages == CostGap.None ? new Money(cost.Messages ?? 0, currency) : null, gap);
        return new(
            first,
            Build(before + soFar),
            Build(ahead.Aggregate(before + DayCost.Max(soFar, Expect(today)), (sum, day) => sum + Expect(day))),
            previous.Count == first.AddDays(-1).Day && gap != CostGap.UnitPrice
                ? Build(previous.Aggregate(default(DayCost), (sum, cost) => sum + cost.Fill(mean)))
                : null,
            missing.Count + known.Count(c => c.Cost.Messages is null && mean.Messages is not null)
        )
        {
            EstimatedHours = days.Count == 1 ? Math.Max(0, days[0].MinutesBefore - days[0].MinutesBeforeCreation) / MinutesPerHour : 0,
            CreatedOn = created >= first ? created : null,
        };
    }

    private static CostGap FindGap(SkuCatalog catalog, IReadOnlyList<UsageDay> days) =>
        days.Any(day => catalog.Find(day.Sku) is { SellsMessages: true, MillionMessagesPrice: null }) ? CostGap.MessagePrice
        : days.All(day => day.KnownMinutes == 0 && catalog.Find(day.Sku)!.SellsMessages) ? CostGap.Traffic
        : CostGap.None;

    /// <summary>Cost of a day; the messages are null when unknown.</summary>
    private readonly record struct DayCost(decimal Units, decimal? Messages)
    {
        public static DayCost operator +(DayCost left, DayCost right) =>
            new(left.Units + right.Units, left.Messages + right.Messages ?? left.Messages ?? right.Messages);

        /// <summary>A day without metrics sent messages all the same: as many as the others.</summary>
        public DayCost Fill(DayCost mean) => this with { Messages = Messages ?? mean.Messages };

        /// <summary>The part of a day from a time on: a day that is billed at its maximum costs all of its units.</summary>
        public DayCost From(TimeSpan start, BillingModel billing)
        {
            var share = 1 - (decimal)(start / TimeSpan.FromDays(1));
            return new(billing == BillingModel.DailyPeak ? Units : Units * share, Messages * share);
        }

        public static DayCost Max(DayCost one, DayCost other) =>
            new(Math.Max(one.Units, other.Units), Math.Max(one.Messages ?? 0, other.Messages ?? 0));

        public static DayCost ComputeMean(IReadOnlyList<DayCost> costs) =>
            new(costs.Average(cost => cost.Units), costs.Average(cost => cost.Messages));

        /// <param name="isWhole">Whether the day is over: what is not known of it is like the rest of it.</param>
        public static DayCost Compute(SkuCatalog catalog, BillingModel billing, in UsageDay day, bool isWhole)
        {
            var sku = catalog.Find(day.Sku)!;
            var billed = BilledDay.Compute(sku, billing, day, isWhole);
            return new(
                sku.UnitPricePerDay!.Value.Amount * billed.Units,
                sku.SellsMessages ? billed.MillionMessages * sku.MillionMessagesPrice?.Amount : 0
            );
        }
    }
}
