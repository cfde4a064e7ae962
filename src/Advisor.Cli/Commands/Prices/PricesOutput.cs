using System.Text.Json;
using Advisor.Cli.Output;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Reporting.Json;
using Advisor.Reporting.Terminal;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Prints the prices of the rules and the stored ones, as text or JSON.</summary>
internal static class PricesOutput
{
    private const int Indent = 2;

    public static void Write(CliContext cli, RuleSet rules, IReadOnlyList<RetailPrices> stored, bool json)
    {
        if (json)
        {
            WriteJson(cli.Out, rules, stored);
        }
        else
        {
            WriteText(cli, rules, stored);
        }
    }

    /// <summary>Lists the SKUs with their prices by place: that of the rules first, then the stored regions.</summary>
    private static IEnumerable<(string? Region, SkuCatalog Catalog)> ListCatalogs(RuleSet rules, IReadOnlyList<RetailPrices> stored) =>
        rules
            .Catalogs.Select(catalog => ((string?)null, catalog))
            .Concat(stored.Select(prices => ((string?)prices.Region, prices.Apply(rules.GetCatalog(prices.Service), rules.Prices))));

    private static void WriteText(CliContext cli, RuleSet rules, IReadOnlyList<RetailPrices> stored)
    {
        WriteLines(cli, 0, Describe(rules.Prices, stored));
        foreach (var (region, catalog) in ListCatalogs(rules, stored))
        {
            cli.Out.WriteLine();
            var place = region ?? (stored.Count > 0 ? "any other region" : "any region");
            cli.Out.WriteLine($"{catalog.Service.ToWireName()}, {UntrustedText.Sanitize(place)}");
            foreach (var group in catalog.Skus.Where(sku => sku.SellsMessages).GroupBy(sku => sku.PriceBasis, StringComparer.Ordinal))
            {
                foreach (var sku in group)
                {
                    var price = $"{Format(sku.UnitPricePerDay)} a unit and day, {Format(sku.MillionMessagesPrice)} a million messages";
                    WriteLines(cli, Indent, $"{sku.Name, -12} {price}");
                }

                WriteLines(cli, Indent, $"Source: {group.Key}.");
            }
        }

        WriteUnmatched(cli, stored);
    }

    private static void WriteUnmatched(CliContext cli, IReadOnlyList<RetailPrices> stored)
    {
        var unmatched = stored.SelectMany(prices => prices.Unmatched.Select(meter => (prices, meter))).ToList();
        if (unmatched.Count == 0)
        {
            return;
        }

        cli.Out.WriteLine();
        cli.Out.WriteLine($"{Wording.FormatCount(unmatched.Count, "meter")} of Azure that give no price:");
        foreach (var (prices, (meter, reason)) in unmatched)
        {
            WriteLines(
                cli,
                Indent,
                $"{prices.Service.ToWireName()}, {prices.Region}: {meter.MeterName}, {meter.RetailPrice:0.######} {meter.CurrencyCode} "
                    + $"per {meter.UnitOfMeasure}: {reason}"
            );
        }
    }

    private static string Describe(PriceSettings settings, IReadOnlyList<RetailPrices> stored)
    {
        var discount = settings.Discount is { } share ? $", less {Wording.FormatPercent(share.Value, 2)}" : "";
        var name = settings.Source switch
        {
            PriceSource.Retail => $"retail, in {settings.Currency}{discount}",
            PriceSource.Own => $"file, in {settings.Currency}{discount}",
            _ => $"list{discount}",
        };
        var note = (settings.Source, stored.Count) switch
        {
            (PriceSource.Retail, 0) => " None is stored yet: run 'advisor prices update', or start 'advisor watch'.",
            (not PriceSource.Retail, > 0) => " The stored retail prices are used once advisor.yaml says prices: retail.",
            _ => "",
        };
        return $"Prices: {name}.{note}";
    }

    private static void WriteLines(CliContext cli, int indent, string text)
    {
        foreach (
            var (line, position) in WordWrap.Wrap(UntrustedText.Sanitize(text), cli.Width - indent - Indent).Select((line, i) => (line, i))
        )
        {
            cli.Out.WriteLine(new string(' ', position == 0 ? indent : indent + Indent) + line);
        }
    }

    // Prices of a unit have parts of a cent.
    private static string Format(Money? price) => price is { } known ? $"{known.Amount:0.00####} {known.Currency}" : "?";

    private static void WriteJson(TextWriter output, RuleSet rules, IReadOnlyList<RetailPrices> stored) =>
        JsonOutput.Write(
            output,
            json =>
            {
                json.WriteString("source", rules.Prices.Source == PriceSource.Own ? "file" : rules.Prices.Source.ToWireName());
                json.WriteString("currency", rules.Prices.Currency);
                json.WriteNumber("discount", rules.Prices.Discount?.Value ?? 0);
                json.WriteStartArray("prices");
                foreach (var (region, catalog) in ListCatalogs(rules, stored))
                {
                    foreach (var sku in catalog.Skus.Where(sku => sku.SellsMessages))
                    {
                        WritePrice(json, catalog.Service, region, sku);
                    }
                }

                json.WriteEndArray();
                json.WriteStartArray("unmatched");
                foreach (var prices in stored)
                {
                    foreach (var (meter, reason) in prices.Unmatched)
                    {
                        WriteUnmatched(json, prices, meter, reason);
                    }
                }

                json.WriteEndArray();
            }
        );

    private static void WritePrice(Utf8JsonWriter json, ServiceKind service, string? region, Sku sku)
    {
        json.WriteStartObject();
        json.WriteString("service", service.ToWireName());
        json.WriteString("region", region);
        json.WriteString("sku", sku.Name);
        json.WriteNumberOrNull("unitPerDay", sku.UnitPricePerDay?.Amount);
        json.WriteNumberOrNull("millionMessages", sku.MillionMessagesPrice?.Amount);
        json.WriteString("currency", sku.UnitPricePerDay?.Currency);
        json.WriteString("prices", sku.PriceOrigin.Source.ToWireName());
        json.WriteString("pricesAsOf", sku.PriceOrigin.AsOf);
        json.WriteString("priceBasis", sku.PriceBasis);
        json.WriteEndObject();
    }

    private static void WriteUnmatched(Utf8JsonWriter json, RetailPrices prices, RetailMeter meter, string reason)
    {
        json.WriteStartObject();
        json.WriteString("service", prices.Service.ToWireName());
        json.WriteString("region", prices.Region);
        json.WriteString("skuName", meter.SkuName);
        json.WriteString("meterName", meter.MeterName);
        json.WriteString("unitOfMeasure", meter.UnitOfMeasure);
        json.WriteNumber("retailPrice", meter.RetailPrice);
        json.WriteString("currency", meter.CurrencyCode);
        json.WriteString("reason", reason);
        json.WriteEndObject();
    }
}
