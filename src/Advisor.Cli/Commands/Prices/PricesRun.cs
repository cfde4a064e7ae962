using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Service.Prices;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Request of <c>advisor prices</c>.</summary>
/// <param name="State">Value of <c>--state</c>; null = the default file of watch.</param>
internal sealed record PricesRequest(string? State, SettingsSource Settings, bool Json)
{
    public AzureSource Azure { get; init; } = new();

    /// <summary>Regions to read, in lower case; empty = those of the resources.</summary>
    public IReadOnlyList<string> Regions { get; init; } = [];
}

/// <summary>Shows the prices of the rules and the stored retail prices; reads those of the regions in use into the state.</summary>
internal static class PricesRun
{
    /// <exception cref="CommandException">The input is not valid, or the state that was named is not available.</exception>
    public static async Task<int> ShowAsync(CliContext cli, PricesRequest request, CancellationToken cancellation)
    {
        var rules = request.Settings.Load(cli).Rules;
        PricesOutput.Write(cli, rules, await RegionPrices.ReadStoredAsync(cli, rules, request.State, cancellation), request);
        return ExitCodes.Success;
    }

    /// <returns><see cref="ExitCodes.Partial"/> if the prices of a region could not be read, Unreachable if none could.</returns>
    /// <exception cref="CommandException">The input is not valid, or there is no scope.</exception>
    public static async Task<int> UpdateAsync(CliContext cli, PricesRequest request, CancellationToken cancellation)
    {
        var config = request.Settings.Load(cli);
        using var progress = new ProgressLine(cli);
        await using var local = await request.Azure.StartLocalAsync(cli, cancellation);
        using var connection = AzureConnection.Create(request.Azure.CreateOptions(cli, config, local, progress));
        var places =
            request.Regions.Count > 0
                ? [.. request.Regions.SelectMany(region => Enum.GetValues<ServiceKind>().Select(service => (service, region)))]
                : await ListPlacesAsync(connection, await request.Azure.FindScopeAsync(cli, config, local, cancellation), cancellation);
        return await StateInput.UseStoreAsync(
            cli,
            request.State,
            async (store, buckets) =>
            {
                var state = await AdvisorState.OpenAsync(store, buckets, cli.Time.GetUtcNow(), cancellation);
                var book = new PriceBook(config.Rules, connection.Prices, state.Prices);
                var failed = await ReadAsync(cli, book, places, progress, cancellation);
                PricesOutput.Write(
                    cli,
                    config.Rules,
                    await PriceBook.ListAsync(state.Prices, config.Rules.Prices.Currency, cancellation),
                    request
                );
                return failed == 0 ? ExitCodes.Success
                    : failed == places.Count ? ExitCodes.Unreachable
                    : ExitCodes.Partial;
            },
            cancellation,
            StateAccess.Create
        );
    }

    /// <summary>Reads the prices of places one after another, and returns how many could not be read.</summary>
    private static async Task<int> ReadAsync(
        CliContext cli,
        PriceBook book,
        IReadOnlyList<(ServiceKind, string)> places,
        ProgressLine progress,
        CancellationToken cancellation
    )
    {
        var (failed, read) = (0, 0);
        foreach (var place in places)
        {
            progress.Report(new("Reading prices", read++, places.Count, "list"));
            if ((await book.ReadAsync(place, cli.Time.GetUtcNow(), cancellation)).Failure is { } failure)
            {
                failed++;
                progress.Clear();
                await cli.Error.WriteLineAsync($"advisor: {UntrustedText.Sanitize(failure.Text)}".AsMemory(), cancellation);
            }
        }

        progress.Clear();
        return failed;
    }

    private static async Task<IReadOnlyList<(ServiceKind, string)>> ListPlacesAsync(
        AzureConnection connection,
        FleetScope scope,
        CancellationToken cancellation
    )
    {
        var listing = await connection.Fleet.ListAsync(scope, cancellation);
        if (listing.Resources.Count == 0)
        {
            var failure = listing.Failures.Count > 0 ? listing.Failures[0] : null;
            throw new CommandException(
                failure is null ? ExitCodes.NotFound : ExitCodes.Unreachable,
                UntrustedText.Sanitize(failure?.Text ?? "the scope has no SignalR or Web PubSub resource: name regions with --region.")
            );
        }

        return
        [
            .. listing
                .Resources.Select(resource => (resource.Service, resource.Region.ToLowerInvariant()))
                .Distinct()
                .OrderBy(place => place.Service)
                .ThenBy(place => place.Item2, StringComparer.Ordinal),
        ];
    }
}
