using System.CommandLine;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Rules;
using Advisor.Service.Prices;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Prices for a command that knows no resource: those of a region that its user names, from the state.</summary>
internal static class RegionPrices
{
    /// <summary>Creates <c>--region</c> of a command that knows no resource.</summary>
    public static Option<string?> CreateOption()
    {
        var option = new Option<string?>("--region")
        {
            Description =
                "Region whose retail prices are used, where advisor.yaml has prices: retail; 'advisor prices update' reads them. Default: "
                + "list prices, which name no region, or yours.",
            HelpName = "REGION",
        };
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string?>() is { } region)
            {
                PricesCommand.RequireRegion(result, region);
            }
        });
        return option;
    }

    /// <summary>
    /// Returns the rules of the settings with the retail prices of a region. Without a region, or without stored prices of it, the list
    /// prices stay and say why; rules that ask for other prices than retail are returned as they are.
    /// </summary>
    /// <param name="settings">Where the rules come from.</param>
    /// <param name="region">Short name of a region; null = none named.</param>
    /// <param name="stateArgument">Value of <c>--state</c>; null = the default file of watch, if it is there.</param>
    /// <exception cref="CommandException">
    /// A region is named, and the rules do not ask for retail prices; or the state is not there.
    /// </exception>
    public static async Task<RuleSet> ApplyAsync(
        CliContext cli,
        SettingsSource settings,
        RuleSet rules,
        string? region,
        string? stateArgument,
        CancellationToken cancellation
    )
    {
        if (rules.Prices.Source != PriceSource.Retail)
        {
            return region is null
                ? rules
                : throw CommandException.CreateUsage(
                    "--region is for retail prices: set prices: retail in advisor.yaml. List prices name no region, and yours hold for all."
                );
        }

        if (region is null)
        {
            return Explain(rules, "retail prices need --region");
        }

        var stored = await ReadStoredAsync(cli, rules, stateArgument, cancellation);
        return rules with
        {
            Catalogs =
            [
                .. rules.Catalogs.Select(list =>
                    stored.FirstOrDefault(prices =>
                        prices.Service == list.Service && prices.Region.Equals(region, StringComparison.OrdinalIgnoreCase)
                    )
                        is { } known
                        ? known.Apply(list, rules.Prices)
                        : RetailPrices.Explain(
                            list,
                            $"no retail prices of {region.ToLowerInvariant()} are stored: advisor prices update --region "
                                + $"{region.ToLowerInvariant()}{SuggestedCommand.FormatState(stateArgument)}"
                                + SuggestedCommand.FormatSettings(settings)
                        )
                ),
            ],
        };
    }

    /// <summary>
    /// Reads the retail prices of a state, in the currency of the rules; none where no state is named and the default is not there.
    /// </summary>
    /// <exception cref="CommandException">The state that was named is not available.</exception>
    public static async Task<IReadOnlyList<RetailPrices>> ReadStoredAsync(
        CliContext cli,
        RuleSet rules,
        string? place,
        CancellationToken cancellation
    ) =>
        StateInput.Exists(cli, place)
            ? await StateInput.ReadAsync(
                cli,
                place,
                state => PriceBook.ListAsync(state.Prices, rules.Prices.Currency, cancellation),
                cancellation
            )
            : [];

    /// <summary>Returns the rules with their list prices, which say why they are not the retail prices that are asked for.</summary>
    public static RuleSet Explain(RuleSet rules, string note) =>
        rules.Prices.Source == PriceSource.Retail
            ? rules with
            {
                Catalogs = [.. rules.Catalogs.Select(list => RetailPrices.Explain(list, note))],
            }
            : rules;
}
