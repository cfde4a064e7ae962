using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Resources;

/// <summary>Reads <c>monthlyBudget</c> of a resource, a team or the fleet.</summary>
internal static class BudgetReader
{
    /// <summary>Reads an amount in a currency of the prices; null if not stated, or invalid, which is reported.</summary>
    public static Money? Read(MapReader parent, RuleSet rules)
    {
        var map = parent.ReadMap("monthlyBudget", required: false);
        var amount = map?.ReadAmount("amount", 0.01m, ResourceSettingsReader.MaxAmount);
        var currency = map?.ReadValue("currency", required: true, CurrencyCode.Parse);
        map?.ReportUnknownKeys();
        if (amount is null || currency is null)
        {
            return null;
        }

        if (FindProblem(currency, rules) is { } problem)
        {
            // Until retail prices are read, those of the list apply: a file with a budget in their currency is valid.
            var list = rules with
            {
                Prices = rules.Prices with { Source = PriceSource.List },
            };
            Action<string, string> report = FindProblem(currency, list) is null ? parent.Note : parent.Report;
            report("monthlyBudget", problem);
        }

        return new Money(amount.Value, currency);
    }

    /// <summary>Returns why a budget in a currency limits nothing: no price is in it; null where one is.</summary>
    public static string? FindProblem(string currency, RuleSet rules)
    {
        // Retail prices take the place of the list's, also of a list in another currency.
        var currencies = rules
            .Catalogs.SelectMany(c => c.Skus)
            .Select(sku =>
                rules.Prices.Source == PriceSource.Retail ? rules.Prices.Currency
                : sku.UnitPricePerDay is { Amount: > 0 } price ? price.Currency
                : null
            )
            .OfType<string>()
            .Distinct(StringComparer.Ordinal)
            .ToList();
        var known = currencies.Count > 0 ? "the prices are in " + string.Join(" and ", currencies) : "no price is known";
        return currencies.Contains(currency)
            ? null
            : $"The budget is in {currency}, {known}; under prices, set source: retail and this currency, or your own prices.";
    }
}
