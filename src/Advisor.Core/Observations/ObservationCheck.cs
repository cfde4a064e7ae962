using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Observations;

/// <summary>Validates an observation before anything is computed from it.</summary>
public static class ObservationCheck
{
    /// <summary>First and last year of valid times, both inclusive.</summary>
    public const int FirstYear = 1971,
        LastYear = 2199;

    /// <summary>Returns the first problem of an observation; null if it is valid.</summary>
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
            return new(
                ObservationProblemCodes.UnknownSku,
                $"The rules have no SKU '{observation.Sku}' of {observation.Service}: where Azure offers it, update Advisor or its rules."
            );
        }

        if (!sku.Ladder.Contains(observation.Units))
        {
            return new(
                ObservationProblemCodes.UnitsNotOnLadder,
                $"{sku.Name} cannot have {Wording.FormatCount(observation.Units, "unit")}; it has {FormatSteps(sku.Ladder)}."
            );
        }

        return FindSettingsProblem(observation.Settings);
    }

    /// <summary>Returns the problem of the times; null if they are valid.</summary>
    public static ObservationProblem? FindTimeProblem(DateTimeOffset time, DateTimeOffset now) =>
        IsPossible(time) && IsPossible(now)
            ? null
            : new(ObservationProblemCodes.ImpossibleTime, $"Times lie from the year {FirstYear} to {LastYear}.");

    /// <summary>Whether a time lies in the years 1971 to 2199, so that adding days or applying a time zone cannot overflow.</summary>
    public static bool IsPossible(DateTimeOffset time) => time.Year is >= FirstYear and <= LastYear;

    /// <summary>
    /// Returns the first and the last minute, counted from 1970, whose time and decision <see cref="FindTimeProblem"/> accepts.
    /// </summary>
    /// <param name="lag">Time from a minute to its decision, 0 or more.</param>
    internal static (long First, long Last) FindPossibleMinutes(TimeSpan lag)
    {
        var end = new DateTimeOffset(LastYear + 1, 1, 1, 0, 0, 0, TimeSpan.Zero);
        return (
            new DateTimeOffset(FirstYear, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeSeconds() / 60,
            (end - TimeSpan.FromTicks(1) - lag).ToUnixTimeSeconds() / 60
        );
    }

    /// <summary>
    /// Returns why an observation cannot follow the stored state, or why its workload cannot be computed; null when it can.
    /// </summary>
    /// <param name="newest">Newest observed minute of the resource; null for the first observation.</param>
    /// <param name="computed">Workload that was validated before.</param>
    internal static ObservationProblem? FindProblemWithState(
        DateTimeOffset? newest,
        Workload? computed,
        Observation observation,
        RuleSet rules
    )
    {
        if (newest is { } minute && Minutes.ToNumber(observation.Time) < Minutes.ToNumber(minute))
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
            : WorkloadCheck.FindProblems(rules.GetTable(observation.Service, observation.Settings.Edition), workload) is [var first, ..]
                ? new(ObservationProblemCodes.ImpossibleWorkload, first)
            : null;
    }

    internal static ObservationProblem? FindSettingsProblem(ResourceSettings settings)
    {
        if (settings.MaxUnits is { } maxUnits && (settings.MinUnits > maxUnits || maxUnits < 1))
        {
            return new(
                ObservationProblemCodes.ImpossibleSettings,
                $"The minimum of {settings.MinUnits} must not exceed the maximum of {Wording.FormatCount(maxUnits, "unit")}, "
                    + "and the maximum must be 1 or more."
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

    private static string FormatSteps(UnitLadder ladder) => string.Join(", ", ladder.Steps);
}
