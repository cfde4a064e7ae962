using Advisor.Azure;
using Advisor.Azure.Metrics;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;
using Advisor.Service.Fleet;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Source of <c>--history</c>.</summary>
/// <param name="ResourceId">Id of the resource; of the loopback Azure of this process its name is enough.</param>
internal sealed record HistoryOptions(string ResourceId, AzureSource Azure);

/// <summary>Reads the metrics of a real resource and builds the scenario that a backtest replays. Changes nothing.</summary>
internal static class HistoryInput
{
    /// <exception cref="CommandException">The resource does not exist, cannot be read, or has too little history to replay.</exception>
    public static async Task<(Scenario Scenario, FleetResource Resource)> ReadAsync(
        CliContext cli,
        HistoryOptions from,
        AdvisorConfiguration settings,
        ScenarioOptions options,
        MeasuredOptions measured,
        CancellationToken cancellation
    )
    {
        var rules = settings.Rules;
        using var progress = new ProgressLine(cli);
        await using var local = await from.Azure.StartLocalAsync(cli, cancellation);
        using var connection = AzureConnection.Create(
            from.Azure.CreateOptions(cli, settings, local, progress) with
            {
                Settings = found => settings.ResolveSettings(found, cli.Time.GetUtcNow()).Settings,
            }
        );
        var scope = await from.Azure.FindScopeAsync(cli, settings, local, cancellation);
        progress.Report(new("Finding resources"));
        var resource = await FindAsync(connection.Fleet, scope, from.ResourceId, cancellation);
        var end = cli.Time.GetUtcNow();
        progress.Clear();
        await cli.Error.WriteLineAsync($"reading {options.Days} days of metrics of {UntrustedText.Sanitize(resource.Name)} ...");

        // The newest minutes have no metrics yet, and the first and the last are cut: the days asked for lie between.
        var span = TimeSpan.FromDays(options.Days + options.FromDay) + rules.Policy.MetricLag + TimeSpan.FromMinutes(1);
        var start = end - (span < MetricGrain.Retention ? span : MetricGrain.Retention);
        var answer = await connection.Metrics.ReadAsync([resource], start, end, cancellation);
        if (answer.Failures.Count > 0)
        {
            throw CreateFailure(answer.Failures[0]);
        }

        var samples = answer.Series.GetValueOrDefault(resource.Id) ?? [];
        var series = new MeasuredSeries(
            resource.Name,
            resource.Service,
            [.. samples.Select(s => new MeasuredSample(s.Time, null, s.Readings))]
        );
        return series.Samples.Count < 2
            ? throw CommandException.CreateInvalidInput(
                $"{UntrustedText.Sanitize(resource.Name)} has no metrics in the last {options.Days} days."
            )
            : (CreateScenario(series, resource, rules, options, measured), resource);
    }

    private static Scenario CreateScenario(
        MeasuredSeries series,
        FleetResource resource,
        RuleSet rules,
        ScenarioOptions options,
        MeasuredOptions measured
    )
    {
        var sku = rules.GetCatalog(resource.Service).Find(resource.Sku) ?? rules.GetCatalog(resource.Service).Find("Standard_S1")!;
        var profile = ResourceProfile.Bench with { Service = resource.Service, Mode = resource.ServiceMode, Sku = sku.Name };
        return (measured with { Units = measured.Units ?? resource.Units }).CreateScenario(
            series,
            profile,
            resource.Settings,
            sku.Ladder,
            options
        );
    }

    private static async Task<FleetResource> FindAsync(IFleet fleet, FleetScope scope, string idOrName, CancellationToken cancellation)
    {
        var listing = await fleet.ListAsync(scope, cancellation);
        var found = listing.Resources.FirstOrDefault(r => Matches(r.Id, idOrName) || Matches(r.Name, idOrName));
        return found
            ?? throw (
                listing.Failures.Count > 0
                    ? CreateFailure(listing.Failures[0])
                    : CommandException.CreateNotFound(
                        $"there is no SignalR or Web PubSub resource '{UntrustedText.Sanitize(idOrName)}'; use its full id."
                    )
            );
    }

    private static CommandException CreateFailure(FleetFailure failure) =>
        new(ReportExit.GetExitCode(failure.Code.ToString()), UntrustedText.Sanitize(failure.Text));

    private static bool Matches(string one, string other) => string.Equals(one, other, StringComparison.OrdinalIgnoreCase);
}
