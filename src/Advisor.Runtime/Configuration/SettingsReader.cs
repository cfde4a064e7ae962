using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>Reads the settings of <c>defaults</c> and of the entries of <c>resources</c>.</summary>
internal static class SettingsReader
{
    public const int MostUnits = 1000;
    public const int MostLeadMinutes = 1440;
    public const decimal MostMoney = 1_000_000_000;

    public static SettingsPatch Read(MapReader map, RuleSet rules)
    {
        var patch = new SettingsPatch
        {
            Mode = map.Choice("mode", Words.Modes, required: false),
            LeastUnits = map.Whole("minUnits", 1, MostUnits, required: false),
            GreatestUnits = map.Whole("maxUnits", 1, MostUnits, required: false),
            Workload = WorkloadReader.Read(map, "workload"),
            Targets = TargetsReader.Read(map.Map("targets", required: false)),
            CountsServerLeg = map.Flag("countsServerLeg", required: false),
            Edition = map.Reference("edition", required: false, Edition(rules)),
            AllowTierChange = map.Flag("allowTierChange", required: false),
            MonthlyBudget = Budget(map.Map("monthlyBudget", required: false)),
            Billing = map.Choice("billing", Words.Billing, required: false),
            Prices = Objective(map.Map("objective", required: false)),
            TimeZone = map.Reference<TimeZoneInfo>("timeZone", required: false, PlanReader.Zone!),
            Team = map.Text("team", required: false),
            Pause = map.Choice("pause", Words.Pauses, required: false) is { } paused ? new ScalingPause(paused, "pause in advisor.yaml") : null,
            MaxStep = map.Whole("maxStep", 1, MostUnits, required: false),
            Lead = Lead(map),
        };
        if (patch.LeastUnits > patch.GreatestUnits)
        {
            map.Report("minUnits", $"{patch.LeastUnits} is more than maxUnits, {patch.GreatestUnits}.");
        }

        return patch;
    }

    /// <summary>How long before an announced window its units are asked for; null where it is not stated.</summary>
    public static TimeSpan? Lead(MapReader map) =>
        map.Whole("leadMinutes", 0, MostLeadMinutes, required: false) is { } minutes ? TimeSpan.FromMinutes(minutes) : null;

    /// <summary>Reads the name of an edition of the capacity tables.</summary>
    public static MapReader.Conversion<string> Edition(RuleSet rules) => (string text, out string? reason) =>
    {
        var known = rules.Tables.Select(table => table.Edition).ToList();
        var name = known.Find(edition => string.Equals(edition, text, StringComparison.OrdinalIgnoreCase));
        reason = name is null ? $"'{text}' is no edition of the capacity tables; use one of {string.Join(", ", known)}." : null;
        return name ?? text;
    };

    private static Money? Budget(MapReader? map)
    {
        var amount = map?.Amount("amount", 0.01m, MostMoney);
        var currency = map?.Reference("currency", required: true, Currency.Conversion);
        map?.Done();
        return amount is null || currency is null ? null : new Money(amount.Value, currency);
    }

    // All three or none: only their ratios mean something.
    private static ObjectivePrices? Objective(MapReader? map)
    {
        var unit = map?.Number("unit", 0.001, 1e6);
        var overload = map?.Number("overload", 0, 1e6);
        var shed = map?.Number("shed", 0, 1e6);
        map?.Done();
        return unit is null || overload is null || shed is null ? null : new ObjectivePrices(unit.Value, overload.Value, shed.Value);
    }
}
