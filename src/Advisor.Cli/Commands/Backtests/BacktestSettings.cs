using Advisor.Configuration;
using Advisor.Configuration.Resources;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>
/// Settings of the replayed resources from advisor.yaml: a trace or a file of metrics is a resource of that name, a history is the resource
/// itself with its tags. The replay overrides mode and billing: it shows what Advisor would do in auto mode, billed by the minute.
/// </summary>
/// <param name="history">The resource of <c>--history</c>; null for files.</param>
internal sealed class BacktestSettings(CliContext cli, AdvisorConfiguration config, FleetResource? history)
{
    // Resolved again for each replayed day: one day plus what the service looks ahead.
    private static readonly TimeSpan Horizon = AdvisorConfiguration.ScheduleHorizon + TimeSpan.FromDays(1);

    private const int MinutesOfDay = 1440;

    private readonly ReportedSettings reported = new(config, line => cli.Error.WriteLine($"advisor: {line}"));

    /// <summary>Resolves the settings of a scenario's resource, with the schedules and events from this instant on.</summary>
    public ResourceSettings Resolve(Scenario scenario, DateTimeOffset now) => Resolve(scenario.Trace, scenario.Profile.Service, now);

    /// <inheritdoc cref="Resolve(Scenario, DateTimeOffset)"/>
    /// <param name="trace">Name of the trace or of the file of metrics.</param>
    public ResourceSettings Resolve(string trace, ServiceKind service, DateTimeOffset now)
    {
        var result = history is not null
            ? config.ResolveSettings(history, now, Horizon)
            : config.ResolveSettings(
                CreateId(trace, service),
                service,
                new Dictionary<string, string>(StringComparer.Ordinal),
                now,
                Horizon
            );
        return reported.Report(trace, trace, result);
    }

    /// <summary>
    /// Returns the scenario with what holds for every policy: the targets that the required units meet, the prices of units, overload and
    /// removed units, and the minimum and maximum, those of schedules and events included.
    /// </summary>
    public Scenario ApplyTo(Scenario scenario)
    {
        var atStart = Resolve(scenario, scenario.Start);
        var rated = scenario.WithTargets(atStart.Targets.CompleteWith(config.Rules.Policy.Targets)) with { Prices = atStart.Prices };
        return rated with { Bounds = ListBounds(rated) };
    }

    private UnitBounds[]? ListBounds(Scenario scenario)
    {
        var bounds = new UnitBounds[scenario.Minutes];
        var (settings, units) = (ResourceSettings.Default, scenario.StartUnits);
        for (var minute = 0; minute < bounds.Length; minute++)
        {
            var now = scenario.Start.AddMinutes(minute);
            settings = minute % MinutesOfDay == 0 ? Resolve(scenario, now) : settings;
            bounds[minute] = UnitBounds.Find(settings, scenario.Ladder, now, units);
        }

        var whole = new UnitBounds(scenario.Ladder.Min, scenario.Ladder.Max);
        return bounds.All(bound => bound == whole) ? null : bounds;
    }

    /// <summary>Returns the price of a unit for a day; null when none is known, or when the scenarios have several.</summary>
    public Money? FindUnitPrice(IReadOnlyList<Scenario> scenarios) =>
        scenarios
            .Select(scenario => config.Rules.GetCatalog(scenario.Profile.Service).Find(scenario.Profile.Sku)?.UnitPricePerDay)
            .Distinct()
            .ToList()
            is [var only]
            ? only
            : null;

    /// <summary>Returns the origin of that price in words; null when there is no such price.</summary>
    public string? FindPriceBasis(IReadOnlyList<Scenario> scenarios) =>
        FindUnitPrice(scenarios) is null
            ? null
            : config.Rules.GetCatalog(scenarios[0].Profile.Service).Find(scenarios[0].Profile.Sku)?.PriceBasis;

    private static string CreateId(string trace, ServiceKind service) =>
        $"/subscriptions/backtest/resourceGroups/backtest/providers/Microsoft.SignalRService/{service}/{trace}";
}
