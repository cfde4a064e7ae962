using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling;

/// <summary>Puts a decision into sentences, every one with its figures: why, and why not. Made only when somebody reads it.</summary>
internal static class Explanation
{
    private const int HourHorizon = 3;

    private static readonly CultureInfo Plain = CultureInfo.InvariantCulture;

    /// <summary>The guards that held the wish back, what decided, the arithmetic, and what a person should know besides.</summary>
    /// <param name="wanted">The step wanted before the guards.</param>
    /// <param name="code">What decided it.</param>
    /// <param name="allowed">The step after the guards.</param>
    public static IReadOnlyList<Reason> Of(Situation s, int wanted, string code, int allowed)
    {
        var reasons = new List<Reason>(8);
        var decided = new Reason(code, Decided(s, wanted, code));
        reasons.AddRange(GuardChain.Spoken(s, wanted));
        if (s.Need.Units is null && wanted == s.InForce)
        {
            return reasons; // nothing is known, and the guards have said so
        }

        reasons.Insert(allowed == wanted ? 0 : reasons.Count, decided);

        reasons.Add(new(ReasonCodes.Need, Need(s)));
        reasons.Add(s.Forecast.Analogs > 0 ? new(ReasonCodes.Forecast, Forecast(s)) : new(ReasonCodes.LittleHistory, LittleHistory(s)));
        reasons.Add(new(ReasonCodes.ExpectedCost, Costs(s, wanted)));
        reasons.AddRange(Besides(s));
        return reasons;
    }

    private static string Decided(Situation s, int wanted, string code)
    {
        var (units, to) = (s.Observation.Units, s.Ladder[wanted]);
        var soon = s.Forecast[0, 1];
        return code switch
        {
            ReasonCodes.ForecastExceedsCapacity => string.Create(
                Plain,
                $"{s.Units:0.0} units are needed and {soon:0.0} may be before a later change is in force: {units} do not hold that, {to} do."),
            ReasonCodes.StandingOverload => string.Create(
                Plain,
                $"The need has been above {units} units for {s.State.OverloadedMinutes} visible minutes; it is {s.Units:0.0}, and {to} hold it."),
            ReasonCodes.ShrinkUndone => string.Create(
                Plain,
                $"{s.Units:0.0} units are needed {s.State.Decided - s.State.Changes.ChangedAt} minutes after the shrink from {s.State.Changes.ChangedFrom} to {units}: it is undone."),
            ReasonCodes.PlannedFloor => Planned(s),
            ReasonCodes.NoSizeSuffices => string.Create(
                Plain,
                $"Routing is past what any number of units of {s.Sku.Name} gives, so none are bought for it; the other limits need {s.Need.Others:0.0} units and {units} hold that."),
            ReasonCodes.LeastSize => string.Create(Plain, $"The settings ask for at least {s.Settings.LeastUnits} units; {s.Units:0.0} are needed."),
            ReasonCodes.GreatestSize => string.Create(Plain, $"The settings allow at most {s.Settings.GreatestUnits} units; {s.Units:0.0} are needed."),
            ReasonCodes.Oversized => string.Create(
                Plain,
                $"{s.Units:0.0} units are needed, and {s.Forecast[HourHorizon, 1]:0.0} or less for the next hour in {Often(s.Levels.Upper)}: {to} of the {units} do."),
            _ => string.Create(Plain, $"{s.Units:0.0} of {units} units are needed, and {soon:0.0} or less before a change could be in force in {Often(s.Levels.Upper)}."),
        };
    }

    private static string Planned(Situation s)
    {
        var window = Choice.Floor(s)!;
        return string.Create(Plain, $"{window.Name} asks for at least {window.LeastUnits} units from {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to {window.End.UtcDateTime:HH:mm}; {s.Units:0.0} are needed now.");
    }

    private static string Need(Situation s)
    {
        var needs = s.Need.Needs;
        var learned = s.Need.ExpectedLoad is { } expected
            ? string.Create(Plain, $"; traffic and connections explain a server load of {expected:0.#} %, {Or(s.Observation.Readings.ServerLoad, "unknown")} was read at {s.Need.MeasuredUnits} units")
            : "";
        return string.Create(
            Plain,
            $"Units needed by server load {Or(needs.ServerLoad)}, connections {Or(needs.Connections)}, inbound {Or(needs.Inbound)}, outbound {Or(needs.Outbound)}, routing {Or(needs.Routing)}{learned}.");
    }

    private static string Forecast(Situation s) => string.Create(
        Plain,
        $"{s.Forecast.Analogs} past moments like this one; in {Often(s.Levels.Upper)} the need stayed under {s.Forecast[HourHorizon, 1]:0.0} units for an hour (half: {s.Forecast[HourHorizon, 0]:0.0}, {s.Levels.High * 100:0.#} %: {s.Forecast[HourHorizon, 2]:0.0}), and under {s.Forecast[0, 1]:0.0} until a change asked for now is in force.");

    private static string LittleHistory(Situation s) => string.Create(
        Plain,
        $"{s.State.MinutesKnown} minute{(s.State.MinutesKnown == 1 ? "" : "s")} of history, too few for past moments like this one: a tenth above the need of now, {s.Forecast[0, 0]:0.0} units, stands for a forecast.");

    private static string Costs(Situation s, int wanted)
    {
        var now = ExpectedCost.Of(s, wanted);
        var text = string.Create(Plain, $"Expected over an hour{(s.Forecast.Analogs > 0 ? "" : ", if the need stays as it is")}: {now.Units} units cost {now.Total:0} ({now.UnitCost:0} units, {now.OverloadCost:0} overload, {now.ShedCost:0} shed)");
        if (wanted > 0)
        {
            text += string.Create(Plain, $", {s.Ladder[wanted - 1]} would cost {ExpectedCost.Of(s, wanted - 1).Total:0}");
        }

        return wanted + 1 < s.Ladder.Count ? text + string.Create(Plain, $", {s.Ladder[wanted + 1]} would cost {ExpectedCost.Of(s, wanted + 1).Total:0}.") : text + ".";
    }

    private static IEnumerable<Reason> Besides(Situation s)
    {
        if (s.ComparedWithPromise is { } disappointment)
        {
            yield return disappointment;
        }

        if (Math.Max(s.Need.Needs.Inbound ?? 0, s.Need.Needs.Outbound ?? 0) is var bytes && bytes > s.Observation.Units && bytes > s.Units)
        {
            yield return new(
                ReasonCodes.CeilingPassed,
                string.Create(Plain, $"The traffic is {bytes / s.Observation.Units * 100:0} % of the guide's byte ceiling at {s.Observation.Units} units, while the load learned from it leaves room."));
        }

        if (s.State.Inferred is { } inferred && s.Settings.Workload is null)
        {
            yield return new(ReasonCodes.InferredWorkload, $"{inferred.Text} {InferredWorkload.RoutingCaveat} {inferred.Settles}");
        }

        if (s.WaysOut.Count > 0)
        {
            var wall = s.Need.Needs.Routing is { } routing && double.IsInfinity(routing);
            yield return new(
                wall ? ReasonCodes.RoutingWall : ReasonCodes.NoSizeSuffices,
                (wall ? "Routing is at its wall, and more units do not move it. " : "No size of this SKU holds the need. ") + string.Join(" Or: ", s.WaysOut.Select(way => way.Text)));
        }
    }

    /// <summary>"4 of 5 cases" for 0.8, "19 of 20 cases" for 0.95; percent where that is no small fraction.</summary>
    internal static string Often(double level)
    {
        var parts = 1 / (1 - level);
        return Math.Abs(parts - Math.Round(parts)) < 1e-6 && parts < 30
            ? string.Create(Plain, $"{Math.Round(parts) - 1:0} of {Math.Round(parts):0} cases")
            : string.Create(Plain, $"{level * 100:0.#} % of the cases");
    }

    private static string Or(double? value, string unknown = "unknown") => value is not { } known ? unknown
        : double.IsInfinity(known) ? "beyond any size"
        : known.ToString("0.0", CultureInfo.InvariantCulture);
}
