using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Reads the texts of policy, alerts, SKUs and capacity a second time for display: values with units, meanings and sources. The texts are
/// already validated.
/// </summary>
internal static class RuleEntryReader
{
    private static readonly string[] Columns =
    [
        "units",
        "connections",
        "groupMembers",
        "groups",
        "inboundMessages",
        "outboundMessages",
        "inboundBytes",
        "outboundBytes",
    ];

    /// <param name="texts">Text of each file by name.</param>
    public static IReadOnlyList<RuleEntry> ReadAll(IReadOnlyDictionary<string, string> texts) =>
        [
            .. Read(RuleFiles.Policy, texts, ReadSettings),
            .. Read(RuleFiles.Alerts, texts, (root, file) => ReadSettings(root, file).Concat(ReadConditions(root, file))),
            .. Read(RuleFiles.Skus, texts, ReadSkus),
            .. RuleFiles.Capacity.SelectMany(name => Read(name, texts, ReadRows)),
        ];

    private static IEnumerable<RuleEntry> Read(
        string name,
        IReadOnlyDictionary<string, string> texts,
        Func<MapReader, RulesFile, IEnumerable<RuleEntry>> read
    ) => MapReader.FromDocument(texts[name], new ProblemLog(name)) is { } root ? [.. read(root, new(name, SourceList.Read(root)))] : [];

    private static IEnumerable<RuleEntry> ReadSettings(MapReader root, RulesFile file)
    {
        var settings = root.ReadMap("settings");
        foreach (var key in settings?.Keys ?? [])
        {
            if (settings!.ReadMap(key) is { } map)
            {
                var source = SourceList.FromText(map.ReadText("source") ?? "");
                yield return file.CreateEntry(key, [FormatValue(map)], map.ReadText("meaning"), [source]);
            }
        }
    }

    private static IEnumerable<RuleEntry> ReadConditions(MapReader root, RulesFile file) =>
        root.ReadMaps("conditions")
            .Select(condition =>
                file.CreateEntry(
                    condition.ReadText("id") ?? "",
                    [
                        condition.ReadText("decides") ?? "",
                        .. condition.ReadMaps("levels").Select(level => FormatLevel(level, condition.ReadText("unit"))),
                    ],
                    condition.ReadText("meaning"),
                    [SourceList.FromText(condition.ReadText("source") ?? "")]
                )
            );

    // "critical: > 0.90 of the limit for 5 min; clears < 0.85 for 10 min, repeats every 60 min"
    private static string FormatLevel(MapReader level, string? unit)
    {
        var of =
            level.ReadText("of", required: false) is { } basis ? $" of the {basis}"
            : unit is "ratio" or "flag" ? ""
            : " " + unit;
        var pending = FormatMinutes(level, "pending");
        return $"{level.ReadText("severity")}: {level.ReadText("enter")}{of}{(pending is null ? "" : " for " + pending)}; "
            + $"clears {level.ReadText("leave")} for {FormatMinutes(level, "resolveDelay")}"
            + (FormatMinutes(level, "repeatInterval") is { } repeat ? $", repeats every {repeat}" : "");
    }

    /// <summary>Returns a time in words; null where the file has none, or 0.</summary>
    private static string? FormatMinutes(MapReader map, string key) =>
        map.ReadNumber(key, 0, double.MaxValue, required: false) is > 0 and var minutes
            ? Wording.FormatDuration(TimeSpan.FromMinutes(minutes))
            : null;

    private static IEnumerable<RuleEntry> ReadSkus(MapReader root, RulesFile file)
    {
        foreach (var service in root.ReadMaps("services"))
        {
            var name = service.ReadText("service");
            if (service.ReadMap("regionalUnitQuota") is { } quota)
            {
                yield return file.CreateEntry($"{name}.regionalUnitQuota", [FormatValue(quota)], quota);
            }

            if (service.ReadMap("connectionRates") is { } rates)
            {
                var units = rates.ReadNumbers("units", 0, double.MaxValue) ?? [];
                var perSecond = rates.ReadNumbers("perSecond", 0, double.MaxValue) ?? [];
                yield return file.CreateEntry(
                    $"{name}.connectionRates",
                    [.. units.Zip(perSecond, (size, rate) => $"{Format(rate)} new connections a second at {Format(size)} units")],
                    rates
                );
            }

            foreach (var sku in service.ReadMaps("skus"))
            {
                var id = $"{name}.{sku.ReadText("name")}";
                var sources = file.Sources.Find(sku, "sources");
                yield return file.CreateEntry(
                    id + ".units",
                    [$"{string.Join(", ", (sku.ReadIntegers("units", 0, int.MaxValue) ?? []).Select(units => Format(units)))} units"],
                    "The sizes that can be bought.",
                    sources
                );
                yield return file.CreateEntry(
                    id + ".connectionsPerUnit",
                    [$"{FormatNumber(sku, "connectionsPerUnit")} connections per unit"],
                    "Client and server connections together; beyond it Azure refuses clients.",
                    sources
                );
                if (sku.ReadMap("price", required: false) is { } price)
                {
                    yield return CreatePrice(file, id, sku, price);
                }
            }
        }
    }

    private static RuleEntry CreatePrice(RulesFile file, string id, MapReader sku, MapReader price)
    {
        var currency = price.ReadText("currency");
        var million = price.ReadNumber("millionMessages", 0, double.MaxValue, required: false);
        return file.CreateEntry(
            id + ".price",
            [
                $"{FormatNumber(price, "unitPerDay")} {currency} per unit and day, as of {price.ReadText("asOf")}",
                .. million is { } known ? new[] { $"{Format(known)} {currency} per million messages of 2 KB" } : [],
                $"{FormatNumber(sku, "includedMessagesPerUnitPerDay")} messages of 2 KB included per unit and day",
            ],
            price
        );
    }

    private static IEnumerable<RuleEntry> ReadRows(MapReader root, RulesFile file)
    {
        var units = root.ReadMap("measuredIn");
        foreach (var row in root.ReadMaps("rows"))
        {
            yield return file.CreateEntry(
                row.ReadText("id") ?? "",
                [
                    .. Columns
                        .Where(row.HasKey)
                        .Select(column =>
                            $"{units?.ReadText(column)}: "
                            + string.Join("; ", (row.ReadNumbers(column, 0, double.MaxValue) ?? []).Select(Format))
                        ),
                ],
                row
            );
        }
    }

    private static string FormatValue(MapReader map) => $"{FormatNumber(map, "value")} {map.ReadText("unit")}";

    private static string FormatNumber(MapReader map, string key) => Format(map.ReadNumber(key, double.MinValue, double.MaxValue) ?? 0);

    private static string Format(double value) => value.ToString("#,##0.######");

    private sealed record RulesFile(string Name, SourceList Sources)
    {
        public RuleEntry CreateEntry(string id, IReadOnlyList<string> values, string? meaning, IReadOnlyList<RuleSource> sources) =>
            new(id, Name, values, meaning, sources, Sources.CheckedOn);

        /// <summary>Creates the entry of a map with a source of its own, which may state a note and whether it is verified.</summary>
        public RuleEntry CreateEntry(string id, IReadOnlyList<string> values, MapReader map) =>
            CreateEntry(id, values, map.ReadText("note", required: false), Sources.Find(map, "source")) with
            {
                IsVerified = map.ReadBoolean("verified", required: false),
            };
    }
}
