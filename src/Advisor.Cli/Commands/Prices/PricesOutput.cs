using System.Text.Json.Nodes;
using Advisor.Cli.Output;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Reporting.Json;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Prints the prices of the rules and the stored ones, as text or JSON.</summary>
internal static class PricesOutput
{
    private const string Indent = "  ";

    public static void Write(CliContext cli, RuleSet rules, IReadOnlyList<RetailPrices> stored, PricesRequest request)
    {
        if (request.Json)
        {
            WriteJson(cli.Out, rules, stored);
        }
        else
        {
            WriteText(cli, rules, stored, request);
        }
    }

    /// <summary>Lists the SKUs with their prices by place: that of the rules first, then the stored regions.</summary>
    private static IEnumerable<(string? Region, SkuCatalog Catalog)> ListCatalogs(RuleSet rules, IReadOnlyList<RetailPrices> stored) =>
        rules
            .Catalogs.Select(catalog => ((string?)null, catalog))
            .Concat(stored.Select(prices => ((string?)prices.Region, prices.Apply(rules.GetCatalog(prices.Service), rules.Prices))));

    private static void WriteText(CliContext cli, RuleSet rules, IReadOnlyList<RetailPrices> stored, PricesRequest request)
    {
        WriteLines(cli, "", Describe(rules.Prices, stored, request));
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
        var unmatched = ListUnmatched(stored).ToList();
        if (unmatched.Count == 0)
        {
            return;
        }

        cli.Out.WriteLine();
        cli.Out.WriteLine($"{Wording.FormatCount(unmatched.Count, "meter")} of Azure that give no price:");
        foreach (var (prices, meter, reason) in unmatched)
        {
            WriteLines(
                cli,
                Indent,
                $"{prices.Service.ToWireName()}, {prices.Region}: {meter.MeterName}, {meter.RetailPrice:0.######} {meter.CurrencyCode} "
                    + $"per {meter.UnitOfMeasure}: {reason}"
            );
        }
    }

    private static string Describe(PriceSettings settings, IReadOnlyList<RetailPrices> stored, PricesRequest request)
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
            (PriceSource.Retail, 0) =>
                $" None is stored yet: run 'advisor prices update{FormatOptions(request)}', or start 'advisor watch'.",
            (not PriceSource.Retail, > 0) => " The stored retail prices are used once advisor.yaml says prices: retail.",
            _ => "",
        };
        return $"Prices: {name}.{note}";
    }

    private static string FormatOptions(PricesRequest request) =>
        SuggestedCommand.FormatState(request.State) + SuggestedCommand.FormatSettings(request.Settings);

    private static void WriteLines(CliContext cli, string lead, string text) =>
        CliConsole.WriteWrapped(cli, lead, UntrustedText.Sanitize(text), Indent.Length);

    // Prices of a unit have parts of a cent.
    private static string Format(Money? price) => price is { } known ? $"{known.Amount:0.00####} {known.Currency}" : "?";

    private static void WriteJson(TextWriter output, RuleSet rules, IReadOnlyList<RetailPrices> stored) =>
        JsonOutput.Write(
            output,
            new JsonObject
            {
                ["source"] = rules.Prices.Source == PriceSource.Own ? "file" : rules.Prices.Source.ToWireName(),
                ["currency"] = rules.Prices.Currency,
                ["discount"] = rules.Prices.Discount?.Value ?? 0,
                ["prices"] = JsonOutput.CreateList(
                    from place in ListCatalogs(rules, stored)
                    from sku in place.Catalog.Skus
                    where sku.SellsMessages
                    select new JsonObject
                    {
                        ["service"] = place.Catalog.Service.ToWireName(),
                        ["region"] = place.Region,
                        ["sku"] = sku.Name,
                        ["unitPerDay"] = sku.UnitPricePerDay?.Amount,
                        ["millionMessages"] = sku.MillionMessagesPrice?.Amount,
                        ["currency"] = sku.UnitPricePerDay?.Currency,
                        ["prices"] = sku.PriceOrigin.Source.ToWireName(),
                        ["pricesAsOf"] = sku.PriceOrigin.AsOf,
                        ["priceBasis"] = sku.PriceBasis,
                    },
                    price => price
                ),
                ["unmatched"] = JsonOutput.CreateList(
                    ListUnmatched(stored),
                    found => new JsonObject
                    {
                        ["service"] = found.Prices.Service.ToWireName(),
                        ["region"] = found.Prices.Region,
                        ["skuName"] = found.Meter.SkuName,
                        ["meterName"] = found.Meter.MeterName,
                        ["unitOfMeasure"] = found.Meter.UnitOfMeasure,
                        ["retailPrice"] = found.Meter.RetailPrice,
                        ["currency"] = found.Meter.CurrencyCode,
                        ["reason"] = found.Reason,
                    }
                ),
            }
        );

    private static IEnumerable<(RetailPrices Prices, RetailMeter Meter, string Reason)> ListUnmatched(IEnumerable<RetailPrices> stored) =>
        from prices in stored
        from found in prices.Unmatched
        select (prices, found.Meter, found.Reason);
}
