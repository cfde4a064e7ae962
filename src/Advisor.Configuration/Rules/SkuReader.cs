using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;

namespace Advisor.Configuration.Rules;

/// <summary>Reads rules/skus.yaml: the SKUs of each service.</summary>
internal static class SkuReader
{
    public static IReadOnlyList<SkuCatalog>? Read(MapReader root)
    {
        var sources = SourceList.Read(root);
        var catalogs = root.ReadMaps("services").Select(map => ReadCatalog(map, sources)).OfType<SkuCatalog>().ToList();
        var read = root.Log.Count == 0;
        foreach (var service in Enum.GetValues<ServiceKind>())
        {
            var count = catalogs.Count(catalog => catalog.Service == service);
            if (read && count != 1)
            {
                root.Report("services", $"There must be one entry for {service}; there are {count}.");
            }
        }

        return catalogs;
    }

    private static SkuCatalog? ReadCatalog(MapReader map, SourceList sources)
    {
        var service = map.ReadChoice("service", EnumNames.Services);
        var quota = ReadQuota(map.ReadMap("regionalUnitQuota"), sources);
        var billing = ReadBilling(map.ReadMap("billing"), sources);
        var rates = ReadConnectionRates(map.ReadMap("connectionRates"), sources);
        var names = new List<string>();
        var before = map.Log.Count;
        var skus = map.ReadMaps("skus").Select(sku => ReadSku(sku, sources, names)).OfType<Sku>().ToList();
        var read = map.Log.Count == before;
        var changes = map.ReadMaps("tierChanges").Select(change => ReadChange(change, names, sources)).OfType<TierChange>().ToList();
        map.ReportUnknownKeys();
        foreach (var name in names.GroupBy(name => name, StringComparer.OrdinalIgnoreCase).Where(group => group.Count() > 1))
        {
            map.Report("skus", $"There are two SKUs {name.Key}.");
        }

        if (read && skus.Select(sku => sku.UnitPricePerDay?.Currency).Distinct(StringComparer.Ordinal).Count() > 1)
        {
            map.Report("skus", "The prices of one service must be in one currency.");
        }

        foreach (var pair in changes.GroupBy(change => (change.From, change.To)).Where(group => group.Count() > 1))
        {
            map.Report("tierChanges", $"The change from {pair.Key.From} to {pair.Key.To} is listed twice.");
        }

        return service is null || quota is null || billing is null || rates is null
            ? null
            : new SkuCatalog(service.Value, skus, changes, quota.Value) { DefaultBilling = billing.Value, ConnectionRates = rates };
    }

    private static CeilingCurve? ReadConnectionRates(MapReader? map, SourceList sources)
    {
        if (map is null)
        {
            return null;
        }

        var (units, rates) = (map.ReadNumbers("units", 1, 1_000_000), map.ReadNumbers("perSecond", 0.001, 1e9));
        CheckProvenance(map, sources);
        if (units is null || rates is null)
        {
            return null;
        }

        if (units.Count == 0 || units.Count != rates.Count || !IsAscending(units) || rates.Zip(rates.Skip(1)).Any(p => p.First > p.Second))
        {
            map.Report("perSecond", "There is one rate for each number of units; the units ascend, and the rates never fall.");
            return null;
        }

        return new CeilingCurve(units, rates);
    }

    private static bool IsAscending(IReadOnlyList<double> values) => values.Zip(values.Skip(1)).All(pair => pair.First < pair.Second);

    private static int? ReadQuota(MapReader? map, SourceList sources)
    {
        var value = map?.ReadInteger("value", 1, 1_000_000);
        if (map?.ReadText("unit") is { } unit && unit != "units per subscription and region")
        {
            map.Report("unit", $"The unit must be 'units per subscription and region', not '{unit}'.");
        }

        CheckProvenance(map, sources);
        return value;
    }

    private static BillingModel? ReadBilling(MapReader? map, SourceList sources)
    {
        var billing = map?.ReadChoice("default", EnumNames.BillingModels);
        CheckProvenance(map, sources);
        return billing;
    }

    private static Sku? ReadSku(MapReader map, SourceList sources, List<string> names)
    {
        var name = map.ReadText("name");
        names.AddRange(name is null ? [] : [name]);
        var tier = map.ReadText("tier");
        var ladder = ReadLadder(map);
        var connections = map.ReadInteger("connectionsPerUnit", 1, 1_000_000);
        var included = map.ReadLong("includedMessagesPerUnitPerDay", 0, 1_000_000_000_000);
        var lifts = map.ReadBoolean("liftsRoutingWall");
        sources.Check(map, "sources");
        var (unit, messages, asOf) = ReadPrices(map.ReadMap("price", required: false), sources);
        map.ReportUnknownKeys();
        if (name is not null && tier is not null && !name.StartsWith(tier + "_", StringComparison.Ordinal))
        {
            map.Report("tier", $"The tier of {name} must be the first part of its name, not '{tier}'.");
        }

        return name is null || tier is null || ladder is null || connections is null || included is null || lifts is null
            ? null
            : new Sku(name, tier, ladder, connections.Value, included.Value, unit, messages, lifts.Value)
            {
                PriceOrigin = new(PriceSource.List, asOf),
            };
    }

    private static UnitLadder? ReadLadder(MapReader map)
    {
        if (map.ReadIntegers("units", 1, 1_000_000) is not { } units)
        {
            return null;
        }

        if (units.Count == 0 || units.Zip(units.Skip(1)).Any(pair => pair.First >= pair.Second))
        {
            map.Report("units", "A ladder has at least one size, and its sizes ascend.");
            return null;
        }

        return new UnitLadder(units);
    }

    private static (Money? Unit, Money? Messages, string? AsOf) ReadPrices(MapReader? map, SourceList sources)
    {
        if (map is null)
        {
            return default;
        }

        var currency = map.ReadValue("currency", required: true, CurrencyCode.Parse);
        var unit = map.ReadAmount("unitPerDay", 0, 1_000_000);
        var messages = map.ReadAmount("millionMessages", 0, 1_000_000, required: false);
        var asOf = map.ReadValue(
            "asOf",
            required: true,
            (string text, out string? reason) =>
            {
                reason = Array.Exists(["yyyy-MM-dd", "yyyy-MM", "yyyy"], form => DateOnly.TryParseExact(text, form, out _))
                    ? null
                    : $"'{text}' is not a date such as 2026-01-31, 2026-01 or 2026.";
                return text;
            }
        );
        CheckProvenance(map, sources);
        return currency is null ? default : (ReadPrice(unit, currency), ReadPrice(messages, currency), asOf);
    }

    private static Money? ReadPrice(decimal? amount, string currency) => amount is { } value ? new Money(value, currency) : null;

    private static TierChange? ReadChange(MapReader map, List<string> names, SourceList sources)
    {
        var from = ReadSkuName(map, "from", names);
        var to = ReadSkuName(map, "to", names);
        var interrupts = map.ReadBoolean("interruptsService");
        CheckProvenance(map, sources);
        if (from is not null && from == to)
        {
            map.Report("to", "A change must lead to another SKU.");
        }

        return from is null || to is null || interrupts is null ? null : new TierChange(from, to, interrupts.Value);
    }

    private static string? ReadSkuName(MapReader map, string key, List<string> names)
    {
        var name = map.ReadText(key);
        if (name is not null && !names.Contains(name, StringComparer.Ordinal))
        {
            map.Report(key, $"Unknown SKU {name}; use one of {string.Join(", ", names)}.");
        }

        return name;
    }

    private static void CheckProvenance(MapReader? map, SourceList sources)
    {
        if (map is not null)
        {
            sources.ReadName(map, "source");
            map.ReadBoolean("verified");
            map.ReadText("note", required: false);
            map.ReportUnknownKeys();
        }
    }
}
