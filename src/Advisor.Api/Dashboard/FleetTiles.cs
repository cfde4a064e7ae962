using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Pages.Fleet;
using Advisor.Pages.Shared;

namespace Advisor.Api.Dashboard;

/// <summary>Builds the figures above the fleet table: for all resources, whatever the table is filtered to.</summary>
internal static class FleetTiles
{
    private const double HighQuota = 0.9;

    public static IReadOnlyList<FleetTile> Create(IReadOnlyList<FleetEntry> fleet, RuleSet rules)
    {
        var atRisk = fleet.Count(entry => entry.State == FleetState.AtRisk);
        var undecided = fleet.Count(entry => entry.State is FleetState.Failed or FleetState.NoData);
        return
        [
            new(
                "Resources",
                Wording.Number(fleet.Count),
                undecided > 0
                    ? $"{Wording.Number(undecided)} failed or without data"
                    : Wording.Count(fleet.Sum(entry => entry.Units), "unit")
            ),
            new("At risk", Wording.Number(atRisk), "above a target or critical", atRisk > 0 ? Tone.Bad : Tone.Good),
            .. CreateCosts(fleet),
            CreateAlerts(fleet),
            .. CreateQuota(fleet, rules),
        ];
    }

    // Amounts in different currencies cannot be added: the most frequent currency is summed, with the number of resources left out.
    private static IEnumerable<FleetTile> CreateCosts(IReadOnlyList<FleetEntry> fleet)
    {
        var currency = fleet
            .Select(entry => entry.Evaluation?.CostNow?.Currency)
            .OfType<string>()
            .GroupBy(name => name, StringComparer.Ordinal)
            .MaxBy(group => group.Count())
            ?.Key;
        if (currency is null)
        {
            yield return new("Cost a month", FleetText.Unknown, "no price is known");
            yield break;
        }

        var known = fleet.Where(entry => entry.Evaluation?.CostNow?.Currency == currency).ToList();
        var unknown = fleet.Count - known.Count;
        var savings = known.Where(entry => entry.CostChange < 0).ToList();
        yield return new(
            "Cost a month",
            Wording.Amount(new Money(known.Sum(entry => entry.Evaluation!.CostNow!.Total), currency)),
            unknown > 0 ? $"{Wording.Count(unknown, "resource")} without a price" : "units and messages"
        );
        yield return new(
            "Savings open",
            Wording.Amount(new Money(-savings.Sum(entry => entry.CostChange!.Value), currency)),
            $"a month, by {Wording.Count(savings.Count, "recommendation")}",
            savings.Count > 0 ? Tone.Good : Tone.Neutral
        );
    }

    private static FleetTile CreateAlerts(IReadOnlyList<FleetEntry> fleet)
    {
        var firing = fleet.Sum(entry => entry.FiringAlerts);
        var critical = fleet.Count(entry => entry.HasCritical);
        return new(
            "Alerts firing",
            Wording.Number(firing),
            critical > 0 ? $"critical for {Wording.Count(critical, "resource")}" : "none critical",
            critical > 0 ? Tone.Bad
                : firing > 0 ? Tone.Warning
                : Tone.Good
        );
    }

    // The region closest to its quota: each region has its own.
    private static IEnumerable<FleetTile> CreateQuota(IReadOnlyList<FleetEntry> fleet, RuleSet rules)
    {
        var places = fleet
            .Where(entry => entry.Evaluation is not null)
            .GroupBy(entry => (entry.Subscription, Region: entry.Region.ToLowerInvariant()))
            .Select(place =>
            {
                var service = place.First().Evaluation!.Service == "webpubsub" ? ServiceKind.WebPubSub : ServiceKind.SignalR;
                return (place.Key.Region, Units: place.Sum(entry => entry.Units), Quota: rules.Catalog(service).RegionalUnitQuota);
            })
            .ToList();
        if (places.Count == 0)
        {
            yield break;
        }

        var (region, units, quota) = places.MaxBy(place => (double)place.Units / place.Quota);
        var share = (double)units / quota;
        yield return new(
            "Regional quota used",
            Wording.Percent(share),
            $"{region}: {Wording.Number(units)} of {Wording.Number(quota)} units",
            share > HighQuota ? Tone.Warning : Tone.Neutral
        );
    }
}
