using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>Row of <see cref="SettingTable"/>.</summary>
/// <param name="Name">Name as in advisor.yaml.</param>
/// <param name="Keys">Keys of the map, in any of which the setting may be stated.</param>
/// <param name="Tags">Tags that state it.</param>
/// <param name="IsStated">Whether a level states it.</param>
/// <param name="Format">Formats the value in force.</param>
internal sealed record SettingRow(
    string Name,
    string[] Keys,
    string[] Tags,
    Func<SettingsPatch, bool> IsStated,
    Func<ResourceSettings, SettingDefaults, string> Format
);

/// <summary>What applies where the settings state nothing.</summary>
/// <param name="Service">Service of the resource; null where it is not known.</param>
internal sealed record SettingDefaults(RuleSet Rules, ServiceKind? Service);

/// <summary>Settings of a resource: where each may be stated, and how it reads.</summary>
internal static class SettingTable
{
    public static IReadOnlyList<SettingRow> Rows { get; } =
    [
        new("mode", ["mode"], ["advisor-mode"], p => p.Mode is not null, (s, _) => s.Mode.FormatName()),
        new("minUnits", ["minUnits"], ["advisor-min-units"], p => p.MinUnits is not null, (s, _) => Format(s.MinUnits)),
        new("maxUnits", ["maxUnits"], ["advisor-max-units"], p => p.MaxUnits is not null, (s, _) => FormatMaxUnits(s.MaxUnits)),
        new("maxStep", ["maxStep"], ["advisor-max-step"], p => p.MaxStep is not null, (s, _) => FormatCount(s.MaxStep, "unit", "no limit")),
        new("trust", ["trust"], ["advisor-trust"], p => p.Trust is not null, (s, _) => FormatTrust(s.Trust)),
        new("failover", ["failover"], ["advisor-failover"], p => p.Failover is not null, (s, _) => FormatWord(s.Failover.ToString())),
        new(
            "endpointGroup",
            ["endpointGroup"],
            ["advisor-endpoint-group"],
            p => p.EndpointGroup is not null,
            (s, _) => s.EndpointGroup ?? "none"
        ),
        new(
            "endpointSizes",
            ["endpointSizes"],
            ["advisor-endpoint-sizes"],
            p => p.EndpointSizes is not null,
            (s, _) => FormatWord(s.EndpointSizes.ToString())
        ),
        new(
            "leadMinutes",
            ["leadMinutes"],
            ["advisor-lead-minutes"],
            p => p.Lead is not null,
            (s, _) => s.Lead is { } lead ? Format(lead.TotalMinutes) : "as long as changes take"
        ),
        new(
            "pause",
            ["pause", "pauseUntil"],
            ["advisor-pause", "advisor-pause-until"],
            p => p.Pause is not null,
            (s, _) => FormatPause(s.Pause)
        ),
        new("pin", ["pin", "pinUntil"], ["advisor-pin", "advisor-pin-until"], p => p.Pin is not null, (s, _) => FormatPin(s.Pin)),
        new("workload", ["workload"], ["advisor-workload"], p => p.Workload is not null, (s, _) => FormatWorkload(s.Workload)),
        .. EnumNames.Limits.Select(pair => CreateTarget(pair.Key, pair.Value)),
        new(
            "countsServerLeg",
            ["countsServerLeg"],
            ["advisor-counts-server-leg"],
            p => p.CountsServerLeg is not null,
            (s, _) => s.CountsServerLeg is { } counts ? FormatBoolean(counts) : "by the service mode"
        ),
        new(
            "edition",
            ["edition"],
            ["advisor-edition"],
            p => p.Edition is not null,
            (s, d) => s.Edition ?? (d.Service is { } service ? d.Rules.GetTable(service).Edition : "that of the service")
        ),
        new(
            "allowTierChange",
            ["allowTierChange"],
            ["advisor-allow-tier-change"],
            p => p.AllowTierChange is not null,
            (s, _) => FormatBoolean(s.AllowTierChange)
        ),
        new(
            "monthlyBudget",
            ["monthlyBudget"],
            ["advisor-monthly-budget"],
            p => p.MonthlyBudget is not null,
            (s, _) => s.MonthlyBudget is { } budget ? Wording.FormatAmount(budget) : "none"
        ),
        new(
            "billing",
            ["billing"],
            ["advisor-billing"],
            p => p.Billing is not null,
            (s, d) =>
                (s.Billing ?? (d.Service is { } service ? d.Rules.GetCatalog(service).DefaultBilling : null)) is { } billing
                    ? FormatWord(billing.ToString())
                    : "that of the service"
        ),
        new("objective", ["objective"], [], p => p.Prices is not null, (s, d) => FormatPrices(s.Prices ?? d.Rules.Policy.Prices)),
        new("timeZone", ["timeZone"], ["advisor-time-zone"], p => p.TimeZone is not null, (s, _) => s.TimeZone?.Id ?? "UTC"),
        new(
            "steady.hours",
            ["steady"],
            ["advisor-steady-hours"],
            p => p.SteadyHours is not null,
            (s, _) => s.Steady.Hours?.ToString() ?? "all hours"
        ),
        new(
            "steady.maxOverload",
            ["steady"],
            ["advisor-steady-max-overload"],
            p => p.SteadyMaxOverload is not null,
            (s, _) => s.Steady.MaxOverload is { } share ? Wording.FormatPercent(share.Value, 1) : "the share with the lowest cost"
        ),
        new(
            "scaleIn.windows",
            ["scaleIn"],
            ["advisor-scale-in-windows"],
            p => p.ScaleInWindows is not null,
            (s, _) => s.ScaleInWindows?.ToString() ?? "all hours"
        ),
        new(
            "minSaving.amount",
            ["minSaving"],
            ["advisor-min-saving"],
            p => p.MinSaving.Amount is not null,
            (s, d) => $"{Wording.FormatBareAmount(s.MinSaving.Amount)} {FindCurrency(d)} a month"
        ),
        new(
            "minSaving.share",
            ["minSaving"],
            ["advisor-min-saving"],
            p => p.MinSaving.Share is not null,
            (s, _) => Wording.FormatPercent(s.MinSaving.Share.Value)
        ),
        new("team", ["team"], ["advisor-team"], p => p.Team is not null, (s, _) => s.Team ?? "that of the default route"),
    ];

    private static SettingRow CreateTarget(string name, Limit limit) =>
        new(
            $"targets.{name}",
            ["targets"],
            ["advisor-targets"],
            p => p.Targets[limit] is not null,
            (s, d) => Wording.FormatPercent(s.Targets.CompleteWith(d.Rules.Policy.Targets)[limit].Value, 1)
        );

    private static string Format(double number) => number.ToString("0.###", CultureInfo.InvariantCulture);

    private static string FormatCount(int? count, string noun, string none) => count is { } known ? Wording.FormatCount(known, noun) : none;

    private static string FormatMaxUnits(int? units) =>
        units is { } stated ? Format(stated) : $"{Format(ResourceSettings.DefaultMaxUnits)}, or the most units of 14 days";

    /// <summary>Formats as YAML and tags have it.</summary>
    public static string FormatBoolean(bool value) => value ? "true" : "false";

    private static string FormatTrust(ScalingTrust? trust) => trust is { } known ? FormatWord(known.ToString()) : "gradual in the service";

    private static string FindCurrency(SettingDefaults defaults) =>
        defaults.Rules.Prices.Source == PriceSource.Retail
            ? defaults.Rules.Prices.Currency
            : defaults
                .Rules.Catalogs.SelectMany(catalog => catalog.Skus)
                .Select(sku => sku.UnitPricePerDay?.Currency)
                .FirstOrDefault(c => c is not null)
                ?? "";

    private static string FormatWord(string name) => char.ToLowerInvariant(name[0]) + name[1..];

    public static string FormatPause(ResourcePause? pause) =>
        pause is null ? "none" : FormatWord(pause.Scaling.ToString()) + FormatUntil(pause.Until);

    public static string FormatPin(ResourcePin? pin) =>
        pin is null ? "none" : Wording.FormatCount(pin.Units, "unit") + FormatUntil(pin.Until);

    private static string FormatUntil(DateTimeOffset? until) => until is { } end ? $" until {end.UtcDateTime:yyyy-MM-dd HH:mm} UTC" : "";

    private static string FormatWorkload(Workload? workload) =>
        workload is null
            ? "not declared"
            : string.Join(
                "; ",
                workload.Parts.Select(part =>
                    $"{part.UseCase.ToWireName()} {Wording.FormatPercent(part.Share.Value)}, {part.MessageBytes.ToString()} bytes"
                    + (part.GroupSize is { } size ? $", groups of {size.ToString()}" : "")
                )
            );

    private static string FormatPrices(ObjectivePrices prices) =>
        $"unit {Format(prices.Unit)}, overload {Format(prices.Overload)}, removal {Format(prices.Removal)}";
}
