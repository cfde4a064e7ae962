using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Reads the texts of policy, SKUs and capacity a second time for display: values with units, meanings and sources. The texts are already
/// validated.
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
            .. Read(RuleFiles.Policy, texts, ReadPolicy),
            .. Read(RuleFiles.Skus, texts, ReadSkus),
            .. RuleFiles.Capacity.SelectMany(name => Read(name, texts, ReadRows)),
        ];

    private static IEnumerable<RuleEntry> Read(
        string name,
        IReadOnlyDictionary<string, string> texts,
        Func<MapReader, RulesFile, IEnumerable<RuleEntry>> read
    ) => MapReader.FromDocument(texts[name], new ProblemLog(name)) is { } root ? [.. read(root, new(name, SourceList.Read(root)))] : [];

    private static IEnumerable<RuleEntry> ReadPolicy(MapReader root, RulesFile file) =>
        root.ReadMap("settings") is { } settings
            ? settings
                .Keys.Select(key => (Key: key, Map: settings.ReadMap(key)))
                .Where(setting => setting.Map is not null)
                .Select(setting =>
                    file.CreateEntry(
                        setting.Key,
                        [$"{FormatNumber(setting.Map!, "value")} {setting.Map!.ReadText("unit")}"],
                        setting.Map!.ReadText("meaning"),
                        [SourceList.FromText(setting.Map!.ReadText("source") ?? "")]
                    )
                )
            : [];

    private static IEnumerable<RuleEntry> ReadSkus(MapReader root, RulesFile file)
    {
        foreach (var service in root.ReadMaps("services"))
        {
            var name = service.ReadText("service");
            if (service.ReadMap("regionalUnitQuota") is { } quota)
            {
                yield return file.CreateEntry(
                    $"{name}.regionalUnitQuota",
                    [$"{FormatNumber(quota, "value")} {quota.ReadText("unit")}"],
                    quota.ReadText("note", required: false),
                    file.Sources.Find(quota, "source")
                ) with
                {
                    IsVerified = quota.ReadBoolean("verified"),
                };
            }

            if (service.ReadMap("connectionRates") is { } rates)
            {
                var units = rates.ReadNumbers("units", 0, double.MaxValue) ?? [];
                var perSecond = rates.ReadNumbers("perSecond", 0, double.MaxValue) ?? [];
                yield return file.CreateEntry(
                    $"{name}.connectionRates",
                    [.. units.Zip(perSecond, (size, rate) => $"{Format(rate)} new connections a second at {Format(size)} units")],
                    rates.ReadText("note", required: false),
                    file.Sources.Find(rates, "source")
                ) with
                {
                    IsVerified = rates.ReadBoolean("verified"),
                };
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
            price.ReadText("note", required: false),
            file.Sources.Find(price, "source")
        ) with
        {
            IsVerified = price.ReadBoolean("verified"),
        };
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
                row.ReadText("note", required: false),
                file.Sources.Find(row, "source")
            );
        }
    }

    private static string FormatNumber(MapReader map, string key) => Format(map.ReadNumber(key, double.MinValue, double.MaxValue) ?? 0);

    private static string Format(double value) => value.ToString("#,##0.######");

    private sealed record RulesFile(string Name, SourceList Sources)
    {
        public RuleEntry CreateEntry(string id, IReadOnlyList<string> values, string? meaning, IReadOnlyList<RuleSource> sources) =>
            new(id, Name, values, meaning, sources, Sources.CheckedOn);
    }
}
