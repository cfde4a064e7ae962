using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text.RegularExpressions;
using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Prices;

/// <summary><c>advisor prices update|show</c>: reads Azure's retail prices into the state, and shows the prices in use.</summary>
public static partial class PricesCommand
{
    private const string UpdateHelp = """
        Read Azure's retail prices (prices.azure.com, no sign-in) of the regions of your resources into the state, in the currency of
        advisor.yaml. 'advisor watch', 'serve' and the Functions app use them where advisor.yaml says prices: retail, and read them again
        every week by themselves; 'advisor evaluate' reads them at each run.

        Examples:
          the regions of your resources
            advisor prices update
          these regions, without reading resources
            advisor prices update --region westeurope --region northeurope
        """;

    private const string ShowHelp = """
        Show the prices in use, with source and date, and the meters of Azure that match no SKU.

        Examples:
          as a table
            advisor prices show
          those of the Functions app, as JSON
            advisor prices show --state https://ACCOUNT.table.core.windows.net --output json
        """;

    public static Command Create(CliContext cli) =>
        new("prices", "The prices behind every amount: list prices, Azure's retail prices of a region, or yours.")
        {
            CreateUpdate(cli),
            CreateShow(cli),
        };

    private static Command CreateUpdate(CliContext cli)
    {
        var fleet = new FleetOptions(
            "read the regions of",
            "Read the prices of ten sample resources from a loopback Azure in this process.",
            "Read from a running loopback Azure ('advisor local')",
            hasIds: false,
            hasTags: false
        );
        var regions = CommonOptions.CreateMany(
            "--region",
            "REGION",
            "Region such as westeurope, instead of those of the resources (repeatable)."
        );
        regions.Validators.Add(result =>
        {
            foreach (var region in result.GetValueOrDefault<string[]>() ?? [])
            {
                RequireRegion(result, region);
            }
        });
        var (state, settings) = (CommonOptions.CreateState(), new SettingsOptions());
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("update", UpdateHelp);
        fleet.AddTo(command, regions, state, settings.Config, settings.Rules, output);
        command.SetAction(
            (parse, cancellation) =>
                PricesRun.UpdateAsync(
                    cli,
                    new PricesRequest(parse.GetValue(state), settings.Read(parse), parse.GetValue(output) == OutputFormat.Json)
                    {
                        Azure = fleet.Read(parse),
                        Regions = [.. (parse.GetValue(regions) ?? []).Select(region => region.ToLowerInvariant()).Distinct()],
                    },
                    cancellation
                )
        );
        return command;
    }

    private static Command CreateShow(CliContext cli)
    {
        var (state, settings) = (CommonOptions.CreateState(), new SettingsOptions());
        var output = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json);
        var command = new Command("show", ShowHelp) { state, settings.Config, settings.Rules, output };
        command.SetAction(
            (parse, cancellation) =>
                PricesRun.ShowAsync(
                    cli,
                    new PricesRequest(parse.GetValue(state), settings.Read(parse), parse.GetValue(output) == OutputFormat.Json),
                    cancellation
                )
        );
        return command;
    }

    /// <summary>Adds an error unless the text is a short name of a region.</summary>
    internal static void RequireRegion(SymbolResult result, string region)
    {
        if (!RegionPattern().IsMatch(region))
        {
            result.AddError($"--region must be the short name of a region, such as westeurope, not '{UntrustedText.Sanitize(region)}'.");
        }
    }

    [GeneratedRegex("^[a-zA-Z0-9]{1,50}$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex RegionPattern();
}
