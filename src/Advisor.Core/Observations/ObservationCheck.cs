using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Observations;

/// <summary>Finds what makes an observation impossible, before anything is computed with it.</summary>
public static class ObservationCheck
{
    /// <summary>The first year and the last one that times may lie in, both included.</summary>
    public const int FirstYear = 1971,
        LastYear = 2199;

    private const double Beyond = 1e15;
    private const double FullLoad = 100;

    /// <summary>The first problem of an observation; null where it has none.</summary>
    internal static ObservationProblem? FindProblem(Observation observation, Sku? sku, DateTimeOffset now)
    {
        if (FindTimeProblem(observation.Time, now) is { } impossible)
        {
            return impossible;
        }

        if (now < observation.Time)
        {
            return new(ObservationProblemCodes.ImpossibleTime, "The metrics describe a minute after the time of the decision.");
        }

        if (sku is null)
        {
            return new(ObservationProblemCodes.UnknownSku, $"There is no SKU '{observation.Sku}' of {observation.Service}.");
        }

        if (!sku.Ladder.Contains(observation.Units))
        {
            return new(
                ObservationProblemCodes.UnitsNotOnLadder,
                $"{sku.Name} cannot have {Wording.Count(observation.Units, "unit")}; it has {Steps(sku.Ladder)}."
            );
        }

        return FindSettingsProblem(observation.Settings) ?? FindReadingsProblem(observation.Readings);
    }

    /// <summary>What is wrong with the times alone; null where nothing is.</summary>
    public static ObservationProblem? FindTimeProblem(DateTimeOffset time, DateTimeOffset now) =>
        IsPossible(time) && IsPossible(now)
            ? null
            : new(ObservationProblemCodes.ImpossibleTime, $"Times lie from the year {FirstYear} to {LastYear}.");

    /// <summary>
    /// Whether a time is one that can be computed with: time zones and days added to it end outside of the years 1971 to 2199.
    /// </summary>
    public static bool IsPossible(DateTimeOffset time) => time.Year is >= FirstYear and <= LastYear;

    /// <summary>
    /// What keeps an observation from following what is remembered, or its workload from being computed with; null where nothing does.
    /// </summary>
    /// <param name="newest">The newest minute of the resource that was observed; null at first sight.</param>
    /// <param name="computed">A workload that was computed with before.</param>
    internal static ObservationProblem? FindProblemWithState(
        DateTimeOffset? newest,
        Workload? computed,
        Observation observation,
        RuleSet rules
    )
    {
        if (newest is { } minute && Minutes.Number(observation.Time) < Minutes.Number(minute))
        {
            return new(
                ObservationProblemCodes.TimeWentBackwards,
                $"The newest minute of this resource is {minute.UtcDateTime:yyyy-MM-ddTHH:mm}Z; "
                    + $"{observation.Time.UtcDateTime:yyyy-MM-ddTHH:mm}Z lies before it."
            );
        }

        if (observation.Settings.Edition is { } edition && rules.Find(observation.Service, edition) is null)
        {
            return new(
                ObservationProblemCodes.ImpossibleSettings,
                $"There is no capacity edition '{observation.Settings.Edition}' of {observation.Service}."
            );
        }

        return observation.Settings.Workload is not { } workload || ReferenceEquals(workload, computed) ? null
            : WorkloadCheck.FindProblems(rules.Table(observation.Service, observation.Settings.Edition), workload) is [var first, ..]
                ? new(ObservationProblemCodes.ImpossibleWorkload, first)
            : null;
    }

    private static ObservationProblem? FindSettingsProblem(ResourceSettings settings)
    {
        if (settings.MinUnits > settings.MaxUnits || settings.MaxUnits < 1)
        {
            return new(
                ObservationProblemCodes.ImpossibleSettings,
                $"The minimum of {settings.MinUnits} must not exceed the maximum of {Wording.Count(settings.MaxUnits, "unit")}, "
                    + $"which is 1 or more."
            );
        }

        if (settings.MaxStep < 1)
        {
            return new(ObservationProblemCodes.ImpossibleSettings, $"One change moves 1 unit or more, not {settings.MaxStep}.");
        }

        return
            settings.Prices is { } prices
            && !(
                prices.Unit > 0
                && prices.Overload >= 0
                && prices.Removal >= 0
                && double.IsFinite(prices.Unit + prices.Overload + prices.Removal)
            )
            ? new(ObservationProblemCodes.ImpossibleSettings, "The prices must be finite, that of a unit above 0 and the others 0 or more.")
            : null;
    }

    private static ObservationProblem? FindReadingsProblem(in MetricReadings readings)
    {
        if (readings.ServerLoad > FullLoad)
        {
            return Impossible("ServerLoad", readings.ServerLoad.Value, "0 to 100");
        }

        return FindReadingProblem("ServerLoad", readings.ServerLoad)
            ?? FindReadingProblem("ConnectionCount", readings.ConnectionCount)
            ?? FindReadingProblem("ConnectionQuotaUtilization", readings.ConnectionQuotaUtilization)
            ?? FindReadingProblem("InboundTraffic", readings.InboundTraffic)
            ?? FindReadingProblem("OutboundTraffic", readings.OutboundTraffic)
            ?? FindReadingProblem("MessageCount", readings.MessageCount)
            ?? FindReadingProblem("ConnectionOpenCount", readings.ConnectionOpenCount);
    }

    private static ObservationProblem? FindReadingProblem(string name, double? value) =>
        value is null or (>= 0 and <= Beyond) ? null : Impossible(name, value.Value, "0 to 1e15");

    private static ObservationProblem Impossible(string name, double value, string range) =>
        new(
            ObservationProblemCodes.ImpossibleMetric,
            string.Create(CultureInfo.InvariantCulture, $"{name} cannot be {value}; it is {range}.")
        );

    private static string Steps(UnitLadder ladder) => string.Join(", ", ladder.Steps);
}
