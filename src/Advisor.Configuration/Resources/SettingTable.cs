using System.Globalization;
using System.Text.Json;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Configuration.Resources;

/// <summary>Row of <see cref="SettingTable"/>.</summary>
/// <param name="Name">Name as in advisor.yaml, with that of its group: <c>steady.hours</c>.</param>
/// <param name="Find">Returns what a level states; null = nothing.</param>
/// <param name="Format">Formats the value in force.</param>
internal sealed record SettingRow(string Name, Func<SettingsPatch, object?> Find, Func<ResourceSettings, SettingDefaults, string> Format)
{
    /// <summary>Keys of the map, in any of which the setting may be stated; default: its name, or that of its group.</summary>
    public string[] Keys { get; init; } = [Name.Split('.')[0]];

    /// <summary>Tags that state it; default: that of its name, such as <c>advisor-steady-hours</c>.</summary>
    public string[] Tags { get; init; } =
    [TagReader.Prefix + string.Join('-', Name.Split('.').Select(JsonNamingPolicy.KebabCaseLower.ConvertName))];

    public bool IsStated(SettingsPatch level) => Find(level) is not null;
}

/// <summary>What applies where the settings state nothing, or no longer.</summary>
/// <param name="Service">Service of the resource; null where it is not known.</param>
internal sealed record SettingDefaults(RuleSet Rules, ServiceKind? Service, DateTimeOffset Now);

/// <summary>Settings of a resource: where each may be stated, and how it reads.</summary>
internal static class SettingTable
{
    public static IReadOnlyList<SettingRow> Rows { get; } =
    [
        new("mode", p => p.Mode, (s, _) => s.Mode.ToCamelCase()),
        new("minUnits", p => p.MinUnits, (s, _) => Format(s.MinUnits)),
        new("maxUnits", p => p.MaxUnits, (s, _) => FormatMaxUnits(s.MaxUnits)),
        new("maxStep", p => p.MaxStep, (s, _) => s.MaxStep is { } most ? Wording.FormatCount(most, "unit") : "no limit"),
        new("trust", p => p.Trust, (s, _) => s.Trust is { } trust ? trust.ToCamelCase() : "gradual in the service"),
        new("failover", p => p.Failover, (s, _) => s.Failover.ToCamelCase()),
        new("endpointGroup", p => p.EndpointGroup, (s, _) => s.EndpointGroup ?? "none"),
        new("endpointSizes", p => p.EndpointSizes, (s, _) => s.EndpointSizes.ToCamelCase()),
        new("leadMinutes", p => p.Lead, (s, _) => s.Lead is { } lead ? Format(lead.TotalMinutes) : "as long as changes take"),
        new("pause", p => p.Pause, (s, d) => FormatEnded(s.Pause?.Until, d) ?? FormatPause(s.Pause))
        {
            Keys = ["pause", "pauseUntil"],
            Tags = ["advisor-pause", "advisor-pause-until"],
        },
        new("pin", p => p.Pin, (s, d) => FormatEnded(s.Pin?.Until, d) ?? FormatPin(s.Pin))
        {
            Keys = ["pin", "pinUntil"],
            Tags = ["advisor-pin", "advisor-pin-until"],
        },
        new("workload", p => p.Workload, (s, _) => FormatWorkload(s.Workload)),
        .. EnumNames.Limits.Select(pair => CreateTarget(pair.Key, pair.Value)),
        new(
            "countsServerLeg",
            p => p.CountsServerLeg,
            (s, _) => s.CountsServerLeg is { } counts ? FormatBoolean(counts) : "by the service mode"
        ),
        new(
            "edition",
            p => p.Edition,
            (s, d) => s.Edition ?? (d.Service is { } service ? d.Rules.GetTable(service).Edition : "that of the service")
        ),
        new("allowTierChange", p => p.AllowTierChange, (s, _) => FormatBoolean(s.AllowTierChange)),
        new("monthlyBudget", p => p.MonthlyBudget, (s, _) => s.MonthlyBudget is { } budget ? Wording.FormatAmount(budget) : "none"),
        new(
            "billing",
            p => p.Billing,
            (s, d) =>
                (s.Billing ?? (d.Service is { } service ? d.Rules.GetCatalog(service).DefaultBilling : null)) is { } billing
                    ? billing.ToCamelCase()
                    : "that of the service"
        ),
        new("objective", p => p.Prices, (s, d) => FormatPrices(s.Prices ?? d.Rules.Policy.Prices)) { Tags = [] },
        new("timeZone", p => p.TimeZone, (s, _) => s.TimeZone?.Id ?? "UTC"),
        new("steady.hours", p => p.SteadyHours, (s, _) => s.Steady.Hours?.ToString() ?? "all hours"),
        new(
            "steady.maxOverload",
            p => p.SteadyMaxOverload,
            (s, _) => s.Steady.MaxOverload is { } share ? Wording.FormatPercent(share.Value, 1) : "the share with the lowest cost"
        ),
        new("scaleIn.windows", p => p.ScaleInWindows, (s, _) => s.ScaleInWindows?.ToString() ?? "all hours"),
        new(
            "minSaving.amount",
            p => p.MinSaving.Amount,
            (s, d) => $"{Wording.FormatBareAmount(s.MinSaving.Amount)} {FindCurrency(d)} a month"
        )
        {
            Tags = ["advisor-min-saving"],
        },
        new("minSaving.share", p => p.MinSaving.Share, (s, _) => Wording.FormatPercent(s.MinSaving.Share.Value))
        {
            Tags = ["advisor-min-saving"],
        },
        new("team", p => p.Team, (s, _) => s.Team ?? "that of the default route"),
    ];

    private static SettingRow CreateTarget(string name, Limit limit) =>
        new(
            $"targets.{name}",
            p => p.Targets[limit],
            (s, d) => Wording.FormatPercent(s.Targets.CompleteWith(d.Rules.Policy.Targets)[limit].Value, 1)
        )
        {
            Tags = ["advisor-targets"],
        };

    private static string Format(double number) => number.ToString("0.###", CultureInfo.InvariantCulture);

    private static string FormatMaxUnits(int? units) =>
        units is { } stated ? Format(stated) : $"{Format(ResourceSettings.DefaultMaxUnits)}, or the most units of 14 days";

    /// <summary>Formats as YAML and tags have it.</summary>
    public static string FormatBoolean(bool value) => value ? "true" : "false";

    private static string FindCurrency(SettingDefaults defaults) =>
        defaults.Rules.Prices.Source == PriceSource.Retail
            ? defaults.Rules.Prices.Currency
            : defaults
                .Rules.Catalogs.SelectMany(catalog => catalog.Skus)
                .Select(sku => sku.UnitPricePerDay?.Currency)
                .FirstOrDefault(c => c is not null)
                ?? "";

    public static string FormatPause(ResourcePause? pause) =>
        pause is null ? "none" : pause.Scaling.ToCamelCase() + FormatUntil(pause.Until);

    public static string FormatPin(ResourcePin? pin) =>
        pin is null ? "none" : Wording.FormatCount(pin.Units, "unit") + FormatUntil(pin.Until);

    private static string FormatUntil(DateTimeOffset? until) => until is { } end ? $" until {FormatInstant(end)}" : "";

    private static string? FormatEnded(DateTimeOffset? until, SettingDefaults defaults) =>
        until is { } end && defaults.Now >= end ? $"none (ended {FormatInstant(end)})" : null;

    private static string FormatInstant(DateTimeOffset at) => $"{at.UtcDateTime:yyyy-MM-dd HH:mm} UTC";

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
