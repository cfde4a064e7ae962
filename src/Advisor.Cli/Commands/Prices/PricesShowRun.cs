using Advisor.Cli.Commands.Watch;
using Advisor.Cli.Inputs;
using Advisor.Core.Capacity.Prices;
using Advisor.Service.Prices;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Shows the prices of the rules and the stored retail prices.</summary>
internal static class PricesShowRun
{
    /// <exception cref="CommandException">The input is not valid, or the state that was named is not available.</exception>
    public static async Task<int> RunAsync(CliContext cli, PricesRequest request, CancellationToken cancellation)
    {
        var config = request.Settings.Load(cli);
        var hasState = request.State is not null || File.Exists(cli.ResolvePath(WatchRun.DefaultStateFile));
        IReadOnlyList<RetailPrices> stored = hasState
            ? await StateInput.UseAsync(
                cli,
                request.State,
                state => PriceBook.ListAsync(state.Prices, config.Rules.Prices.Currency, cancellation),
                cancellation,
                StateAccess.Read
            )
            : [];
        PricesOutput.Write(cli, config.Rules, stored, request.Json);
        return ExitCodes.Success;
    }
}
