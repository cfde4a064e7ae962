using System.Collections.Concurrent;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Simulation.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>
/// What advisor.yaml says of the replayed resources: a trace or a file of metrics is a resource of its name, a history is the resource
/// itself with its tags. Mode and billing are the replay's own: it shows what Advisor would do if it were let, billed by the minute.
/// </summary>
/// <param name="history">The resource that <c>--history</c> reads; null for files.</param>
internal sealed class BacktestSettings(CliContext cli, AdvisorConfiguration config, FleetResource? history)
{
    // Schedules are computed again for each replayed day, as far ahead as the service looks.
    private static readonly TimeSpan Horizon = TimeSpan.FromHours(72);

    private readonly ConcurrentDictionary<string, bool> reported = new(StringComparer.Ordinal);

    /// <summary>The settings of a scenario's resource, with the schedules and events from this instant on.</summary>
    public ResourceSettings Resolve(Scenario scenario, DateTimeOffset now)
    {
        var result = history is not null
            ? config.ResolveSettings(history, now, Horizon)
            : config.ResolveSettings(
                CreateId(scenario),
                scenario.Profile.Service,
                new Dictionary<string, string>(StringComparer.Ordinal),
                now,
                Horizon
            );
        foreach (var problem in result.Problems.Where(p => reported.TryAdd($"{scenario.Trace}/{p.Source}/{p.Reason}", true)))
        {
            lock (reported)
            {
                cli.Error.WriteLine(UntrustedText.Plain($"advisor: {scenario.Trace}: {problem.Source}: {problem.Reason}"));
            }
        }

        return result.Settings;
    }

    /// <summary>The scenario with what its owner's settings charge for units, overload and removed units, where they say so.</summary>
    public Scenario WithPrice(Scenario scenario) => scenario with { Prices = Resolve(scenario, scenario.Start).Prices };

    /// <summary>The price of a unit for a day; null where none is known, or where the scenarios have several.</summary>
    public Money? FindUnitPrice(IReadOnlyList<Scenario> scenarios) =>
        scenarios
            .Select(scenario => config.Rules.Catalog(scenario.Profile.Service).Find(scenario.Profile.Sku)?.UnitPricePerDay)
            .Distinct()
            .ToList()
            is [var only]
            ? only
            : null;

    private static string CreateId(Scenario scenario) =>
        $"/subscriptions/backtest/resourceGroups/backtest/providers/Microsoft.SignalRService/SignalR/{scenario.Trace}";
}
