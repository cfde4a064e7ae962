using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Reporting;

/// <summary>The sentences of a plan that its text and its Markdown share.</summary>
public static class PlanPhrases
{
    /// <summary>The limits that a plan speaks of, in the order of its columns.</summary>
    public static IReadOnlyList<Dimension> Limits { get; } = [Dimension.Connections, Dimension.Inbound, Dimension.Outbound, Dimension.Routing];

    /// <summary>The answer in one or two sentences.</summary>
    public static string Answer(Plan plan)
    {
        var bound = plan.Binding == Dimension.None
            ? "No limit is near."
            : $"Bound by {Phrases.Name(plan.Binding)}: {Limit(plan, plan.Binding)?.Text ?? "?"}.";
        if (plan is not { Sku: { } sku, Units: { } units })
        {
            return $"No size of any SKU holds this load. At the greatest one: {bound.ToLowerInvariant()[..1]}{bound[1..]}";
        }

        var size = Phrases.Size(sku, units) + (plan.MonthlyCost is { } cost ? $", {Wording.Amount(cost)} a month" : string.Empty);
        return (plan.SolvedFor, plan.Fits) switch
        {
            ({ } quantity, _) => $"{Solved(quantity, SolvedValue(plan, quantity))} on {size}. {bound}",
            (null, true) => $"{size}. {bound}",
            _ => $"{Phrases.Size(sku, units)} does not hold this load. {bound}{Instead(plan)}",
        };
    }

    /// <summary>"up to 100,000 connections", "messages of up to 20,000 B", "a message every 0.5 s or less often".</summary>
    public static string Solved(PlanQuantity quantity, double value) => quantity switch
    {
        PlanQuantity.Connections => $"Up to {Wording.Number(value)} connections",
        PlanQuantity.MessageBytes => $"Messages of up to {Wording.Number(value)} B",
        _ => $"A message every {Seconds(value)} or less often",
    };

    /// <summary>The value that was solved for.</summary>
    public static double SolvedValue(Plan plan, PlanQuantity quantity) => quantity switch
    {
        PlanQuantity.Connections => plan.Load.Connections,
        PlanQuantity.MessageBytes => plan.Load.MessageBytes,
        _ => plan.Load.IntervalSeconds,
    };

    /// <summary>The heading of the column with what was solved for.</summary>
    public static string Heading(PlanQuantity quantity) => quantity switch
    {
        PlanQuantity.Connections => "connections",
        PlanQuantity.MessageBytes => "bytes",
        _ => "interval",
    };

    /// <summary>A cell of that column; "-" where the size allows no value.</summary>
    public static string Cell(PlanQuantity quantity, double? value) => value switch
    {
        null => "-",
        { } known when quantity == PlanQuantity.Interval => Seconds(known),
        { } known => Wording.Number(known),
    };

    /// <summary>One line for each basic case: who takes part and what it sends.</summary>
    public static IEnumerable<string> Load(Plan plan) => plan.Load.Cases.Select(c =>
        $"{c.UseCase.WireName()}{(c.GroupSize is { } size ? $" (groups of {Wording.Number(size)})" : string.Empty)}: {Wording.Number(c.Connections)} connections, "
        + $"{Wording.Number(c.MessageBytes)} B, {Rate(c.Inbound.PerSecond)} in ({Wording.Bytes(c.Inbound.PerSecond * c.MessageBytes)}), "
        + $"{Rate(c.Outbound.PerSecond)} out ({Wording.Bytes(c.Outbound.PerSecond * c.MessageBytes)})");

    /// <summary>"5, each with 15 connections to the service for each hub", or "400 (extrapolated from 100 units), each …"; null where the guide names none.</summary>
    public static string? AppServers(Plan plan) => plan is { AppServers: { } servers, ServerConnections: { } connections }
        ? $"{Wording.Number(servers)}{(plan.AppServersExtrapolatedFrom is { } units ? $" (extrapolated from {Wording.Counted(units, "unit")})" : string.Empty)}, each with {connections} connections to the service for each hub"
        : null;

    /// <summary>What messages beyond the included ones cost; null where no price is known.</summary>
    public static string? Messages(Plan plan) => plan.MonthlyMessageCost is { } cost
        ? cost.Amount == 0
            ? "none beyond the included ones"
            : $"{Wording.Amount(cost)} a month beyond the included ones, {Wording.Duration(TimeSpan.FromHours(plan.Request.HoursPerDay))} a day"
        : null;

    /// <summary>The sizes worth a line: those of Premium_P1 equal those of Standard_S1 in all but the price.</summary>
    public static IReadOnlyList<PlanSize> Sizes(Plan plan)
    {
        var skus = plan.Sizes.Select(s => s.Sku).Distinct().ToList();
        bool Repeats(string sku) => sku != plan.Sku && skus.TakeWhile(s => s != sku).Any(earlier => Figured(plan, earlier).SequenceEqual(Figured(plan, sku)));
        return [.. plan.Sizes.Where(size => !Repeats(size.Sku))];
    }

    /// <summary>" (Premium_P1 is like Standard_S1 but for its price)" where <see cref="Sizes"/> leaves a SKU out.</summary>
    public static string LeftOut(Plan plan)
    {
        var shown = Sizes(plan).Select(s => s.Sku).Distinct().ToList();
        var repeats = plan.Sizes.Select(s => s.Sku).Distinct().Except(shown).ToList();
        return repeats.Count == 0 ? string.Empty : $" ({OutsideText.Plain(string.Join(", ", repeats))} is like {OutsideText.Plain(shown[0])} but for its price)";
    }

    /// <summary>The citation of a limit.</summary>
    public static CapacityCitation? Limit(Plan plan, Dimension dimension) => plan.Citations.FirstOrDefault(c => c.Dimension == dimension);

    private static IEnumerable<(int Units, Utilizations Utilization)> Figured(Plan plan, string sku) =>
        plan.Sizes.Where(size => size.Sku == sku).Select(size => (size.Units, size.Utilization));

    private static string Instead(Plan plan) => plan.Sizes.FirstOrDefault(size => size.Fits) is { } fits
        ? $" {Phrases.Size(fits.Sku, fits.Units)} does."
        : string.Empty;

    private static string Seconds(double value) => value.ToString("#,##0.####", CultureInfo.InvariantCulture) + " s";

    private static string Rate(double perSecond) => Wording.Number(perSecond) + " msg/s";
}
