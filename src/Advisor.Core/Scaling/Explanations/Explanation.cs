using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>Puts a decision into sentences, every one with its figures: why, and why not. Made only when someone reads it.</summary>
internal static class Explanation
{
    private const int HourHorizon = 3;

    /// <summary>The guards that held the wish back, what decided, the arithmetic, and what a person should know besides.</summary>
    /// <param name="wanted">The step wanted before the guards.</param>
    /// <param name="code">What decided it.</param>
    /// <param name="allowed">The step after the guards.</param>
    public static IReadOnlyList<Reason> Build(DecisionContext s, int wanted, string code, int allowed)
    {
        var reasons = new List<Reason>(8);
        var decided = new Reason(code, DecisionSentences.Describe(s, wanted, code));
        reasons.AddRange(GuardChain.Explain(s, wanted));
        if (s.Required.Units is null && wanted == s.CurrentStep)
        {
            return reasons; // nothing is known, and the guards have said so
        }

        reasons.Insert(allowed == wanted ? 0 : reasons.Count, decided);

        reasons.Add(new(ReasonCodes.RequiredUnits, DescribeRequiredUnits(s)));
        reasons.Add(
            s.IsForecastKnown ? new(ReasonCodes.Forecast, DescribeForecast(s)) : new(ReasonCodes.LittleHistory, DescribeLittleHistory(s))
        );
        if (ClockReason.Find(s) is { } clock && !decided.Text.StartsWith(clock.Text, StringComparison.Ordinal))
        {
            reasons.Add(clock);
        }

        reasons.Add(new(ReasonCodes.ExpectedCost, DescribeCosts(s, wanted)));
        reasons.AddRange(ListRemarks(s));
        return reasons;
    }

    private static string DescribeRequiredUnits(DecisionContext s)
    {
        var requiredUnitsByLimit = s.Required.ByLimit;
        var learned = s.Required.ExpectedLoad is { } expected
            ? FigureText.Create(
                $"; traffic and connections explain a server load of {expected:0.#} %, "
                    + $"{FormatPercent(s.Observation.Readings.ServerLoad)} was read at {Wording.Count(s.Required.MeasuredUnits, "unit")}"
            )
            : "";
        return FigureText.Create(
            $"Units required by limit: server load {FormatUnits(requiredUnitsByLimit.ServerLoad)}, "
                + $"connections {FormatUnits(requiredUnitsByLimit.Connections)}, inbound {FormatUnits(requiredUnitsByLimit.Inbound)}, "
                + $"outbound {FormatUnits(requiredUnitsByLimit.Outbound)}, routing {FormatUnits(requiredUnitsByLimit.Routing)}{learned}."
        );
    }

    private static string DescribeForecast(DecisionContext s)
    {
        var (shown, days) = s.ShownForecast;
        var moments = s.Forecast.Analogs > 0 ? $"{Wording.Count(s.Forecast.Analogs, "past moment")} like this one" : "";
        var clock = days > 0 ? $"the same time on {Wording.Count(days, "day")}" : "";
        var figures = FigureText.Create(
            $"{s.Levels.Upper * 100:0.#} % likely to stay under {shown[HourHorizon, 1]:0.00} units for the next hour "
                + $"(50 %: {shown[HourHorizon, 0]:0.00}, {s.Levels.High * 100:0.#} %: {shown[HourHorizon, 2]:0.00}), "
                + $"and under {shown[0, 1]:0.00} until a change could take effect"
        );
        var other =
            days > 0 && ScaleOutCause.Find(s) is { Kind: ScaleOutCauseKind.PastMoments } cause
                ? FigureText.Create(
                    $"; past moments alone say up to {DecisionSentences.FormatAbove(cause.Units, s.Observation.Units)} until then"
                )
                : "";
        var source = moments.Length > 0 && days > 0 ? $"{moments} and {clock}" : moments + clock;
        return $"{char.ToUpperInvariant(source[0])}{source[1..]}: {figures}{other}.";
    }

    private static string DescribeLittleHistory(DecisionContext s) =>
        FigureText.Create(
            $"Too little history for a forecast ({Wording.Count(s.State.MinutesKnown, "minute")}); "
                + $"using the current requirement + 10 %, {s.Forecast[0, 0]:0.00} units."
        );

    private static string DescribeCosts(DecisionContext s, int wanted)
    {
        var now = ExpectedCost.Compute(s, wanted);
        var text = FigureText.Create(
            $"Expected over an hour{(s.IsForecastKnown ? "" : ", if the requirement stays as it is")}: "
                + $"{Wording.Count(now.Units, "unit")} cost{(now.Units == 1 ? "s" : "")} {now.Total:0} ({now.UnitCost:0} units, "
                + $"{now.OverloadCost:0} overload, {now.RemovedCost:0} units removed)"
        );
        var smaller = wanted > 0 ? WouldCost(s, wanted - 1) : "";
        var larger = wanted + 1 < s.Ladder.Count ? WouldCost(s, wanted + 1) : "";
        return $"{text}{smaller}{larger}.";
    }

    private static string WouldCost(DecisionContext s, int step) =>
        FigureText.Create($", {s.Ladder[step]} would cost {ExpectedCost.Compute(s, step).Total:0}");

    private static IEnumerable<Reason> ListRemarks(DecisionContext s)
    {
        if (s.ChangeReviewReason is { } disappointment)
        {
            yield return disappointment;
        }

        if (
            Math.Max(s.Required.ByLimit.Inbound ?? 0, s.Required.ByLimit.Outbound ?? 0) is var bytes
            && bytes > s.Observation.Units
            && bytes > s.UnitsRequired
        )
        {
            yield return new(
                ReasonCodes.CeilingPassed,
                FigureText.Create(
                    $"The traffic is {bytes / s.Observation.Units * 100:0} % of the guide's byte ceiling at "
                        + $"{Wording.Count(s.Observation.Units, "unit")}, while the server load learned from it stays below its target."
                )
            );
        }

        if (s.State.InferredWorkload is { } inferred && s.Settings.Workload is null)
        {
            yield return new(ReasonCodes.InferredWorkload, $"{inferred.Text} {InferredWorkload.RoutingCaveat} {inferred.Declaration}");
        }

        if (s.Alternatives.Count > 0)
        {
            var wall = s.Required.ByLimit.Routing is { } routing && double.IsInfinity(routing);
            yield return new(
                wall ? ReasonCodes.RoutingWall : ReasonCodes.NoSizeSuffices,
                $"{DescribeExceededLimit(s)} {string.Join(" Or: ", s.Alternatives.Select(way => way.Text))}"
            );
        }
    }

    /// <summary>Which limit no number of units of this SKU keeps, by how much, and what a larger SKU may have in this region.</summary>
    private static string DescribeExceededLimit(DecisionContext s)
    {
        var (limit, share) = FindExceededLimit(s);
        var premium = s.Alternatives.FirstOrDefault(way => way is { Instances: 1, Sku: { } sku } && sku != s.Sku.Name);
        var quota = s.Rules.Catalog(s.Observation.Service).RegionalUnitQuota;
        var advice = premium is null
            ? ""
            : FigureText.Create($" {premium.Sku} carries more; the quota of subscription and region is {quota} units")
                + (premium.Units > quota ? ", so it takes a support ticket." : ".");
        return FigureText.Create($"{limit} is at {share * 100:0} % of what any number of {s.Sku.Name} units carries.{advice}");
    }

    /// <summary>The limit that is passed most at the size that carries most of it, and how far it is used there.</summary>
    private static (string Limit, double Share) FindExceededLimit(DecisionContext s)
    {
        var demand = s.State.Model!.Demand(s.Observation.Readings, s.Required.MeasuredUnits) with
        {
            ServerLoadUnits = s.Required.ServerLoadUnits,
        };
        var utilization = s.State.Model.Utilization(demand, s.Ladder.Max);
        var most = LimitingFactor.Limits.MaxBy(limit => utilization[limit]?.Value ?? -1);
        var name = most switch
        {
            Limit.ServerLoad => "Server load",
            Limit.Connections => "The number of connections",
            Limit.Inbound => "Inbound traffic",
            Limit.Outbound => "Outbound traffic",
            _ => "Routing",
        };
        return (name, utilization[most]?.Value ?? 0);
    }

    private static string FormatPercent(double? value) => value is { } known ? FigureText.Create(known, "0.#", " %") : "none";

    private static string FormatUnits(double? value) =>
        value is not { } known ? "unknown"
        : double.IsInfinity(known) ? "beyond any size"
        : FigureText.Create(known, "0.0");
}
