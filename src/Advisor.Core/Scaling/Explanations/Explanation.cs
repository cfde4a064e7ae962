using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Writes the explanation of a decision, with figures: the reasons for it, and against other sizes. Created only when read.
/// </summary>
internal static class Explanation
{
    private const int HourHorizon = 3;

    // Two figures that differ by less may be the same as they are written.
    private const double MinShown = 0.01;

    private static readonly TimeSpan EnoughHistory = TimeSpan.FromDays(1);

    /// <summary>Returns the guards that changed the preferred step, the main reason, the arithmetic, and further remarks.</summary>
    /// <param name="wanted">Preferred step before the guards.</param>
    /// <param name="code">Reason code of the preferred step.</param>
    /// <param name="allowed">Step after the guards.</param>
    public static IReadOnlyList<Reason> Build(DecisionContext context, int wanted, string code, int allowed)
    {
        var reasons = new List<Reason>(8);
        reasons.AddRange(GuardChain.Explain(context, wanted));
        if (context.Required.Units is null && allowed == context.CurrentStep)
        {
            return reasons; // nothing is known, as the guards report
        }

        // A tier that is to be left for its messages has no size to keep.
        var decided =
            context.HasTooManyMessages
            && context.Steady?.NoneSuffices() != true
            && reasons.Find(reason => reason.Code == ReasonCodes.FreeTier) is { } leave
                ? leave
                : new Reason(code, DecisionSentences.Describe(context, wanted, code));
        reasons.Remove(decided);
        reasons.Insert(allowed == wanted ? 0 : reasons.Count, decided);
        if (context.IsSteady && code != ReasonCodes.SteadySize)
        {
            reasons.Add(new(ReasonCodes.SteadySize, DecisionSentences.Describe(context, wanted, ReasonCodes.SteadySize)));
        }

        if (context.Full is not null && code != ReasonCodes.FullSize)
        {
            reasons.Add(new(ReasonCodes.FullSize, $"{FullSizeReason.Describe(context)}."));
        }

        if (ExplainPassedCeiling(context) is { } passed)
        {
            reasons.Add(passed);
        }

        reasons.Add(new(ReasonCodes.RequiredUnits, DescribeRequiredUnits(context)));
        reasons.Add(context.IsForecastKnown ? new(ReasonCodes.Forecast, DescribeForecast(context)) : ExplainMissingForecast(context));
        if (LeadReason.Find(context) is { } lead)
        {
            reasons.Add(lead);
        }

        if (ClockReason.Find(context) is { } clock && !decided.Text.StartsWith(clock.Text, StringComparison.Ordinal))
        {
            reasons.Add(clock);
        }

        if (!context.IsSteady)
        {
            reasons.Add(new(ReasonCodes.ExpectedCost, DescribeCosts(context, wanted)));
        }

        reasons.AddRange(ListRemarks(context));
        return reasons;
    }

    private static string DescribeRequiredUnits(DecisionContext context)
    {
        var requiredUnitsByLimit = context.Required.ByLimit;
        var learned = context.Required.ExpectedLoad is { } expected
            ? FigureText.Create(
                $"; traffic and connections explain a server load of {expected:0.#} %, "
                    + $"Azure reports {FormatPercent(context.Observation.Readings.ServerLoad)} at "
                    + $"{Wording.FormatCount(context.Required.MeasuredUnits, "unit")}"
            )
            : "";
        return FigureText.Create(
            $"Units required by limit: server load {FormatUnits(requiredUnitsByLimit.ServerLoad)}, "
                + $"connections {FormatUnits(requiredUnitsByLimit.Connections)}, inbound {FormatUnits(requiredUnitsByLimit.Inbound)}, "
                + $"outbound {FormatUnits(requiredUnitsByLimit.Outbound)}, routing {FormatUnits(requiredUnitsByLimit.Routing)}{learned}."
        );
    }

    // The limit of bytes then shows more units than the sentence of the decision.
    private static Reason? ExplainPassedCeiling(DecisionContext context) =>
        Math.Max(context.Required.ByLimit.Inbound ?? 0, context.Required.ByLimit.Outbound ?? 0) is var bytes
        && bytes > context.Observation.Units
        && bytes > Math.Max(context.UnitsRequired, context.Required.Units ?? 0) + MinShown
        && new Ratio(Math.Max(context.Required.Utilization.Inbound?.Value ?? 0, context.Required.Utilization.Outbound?.Value ?? 0))
            is var ratio
            ? new(
                ReasonCodes.CeilingPassed,
                FigureText.Create(
                    $"The traffic is {Wording.FormatUtilization(ratio)} of the guide's byte ceiling "
                        + $"at {Wording.FormatCount(context.Observation.Units, "unit")}, "
                        + $"while the server load learned from it needs fewer units: "
                        + $"{context.UnitsRequired:0.00} units count as required, not {bytes:0.00}."
                )
            )
            : null;

    private static string DescribeForecast(DecisionContext context)
    {
        var (shown, days) = context.ShownForecast;
        var moments = context.Forecast.Analogs > 0 ? $"{Wording.FormatCount(context.Forecast.Analogs, "past moment")} like this one" : "";
        var clock = days > 0 ? $"the same time on {Wording.FormatCount(days, "day")}" : "";
        var figures = FigureText.Create(
            $"{context.Levels.Upper * 100:0.#} % likely to stay under {shown[HourHorizon, 1]:0.00} units for the next hour "
                + $"(50 %: {shown[HourHorizon, 0]:0.00}, {context.Levels.High * 100:0.#} %: {shown[HourHorizon, 2]:0.00}), "
                + $"and under {shown[0, 1]:0.00} until a change could take effect"
        );
        var other =
            days > 0 && ScaleOutCause.Find(context) is { Kind: ScaleOutCauseKind.PastMoments } cause
                ? FigureText.Create(
                    $"; past moments alone suggest up to {DecisionSentences.FormatAbove(cause.Units, context.Observation.Units)} until then"
                )
                : "";
        var source = moments.Length > 0 && days > 0 ? $"{moments} and {clock}" : moments + clock;
        var bound = context.Full is null ? "" : " These are lower bounds because the size is full.";
        return $"{char.ToUpperInvariant(source[0])}{source[1..]}: {figures}{other}.{bound}";
    }

    // After days of history the number of known minutes is not what is missing.
    private static Reason ExplainMissingForecast(DecisionContext context)
    {
        var (history, known) = (context.State.History, TimeSpan.FromMinutes(context.State.History.CountKnown()));
        var why =
            known < EnoughHistory ? $"Too little history for a forecast ({Wording.FormatCount((int)known.TotalMinutes, "minute")} known)"
            : AnalogSearch.IsRecentKnown(history.Grid)
                ? $"No forecast: in the {Wording.FormatDuration(known)} of known load too few moments are like this one and the hour "
                    + "before it"
            : "No forecast: the metrics of the last 20 minutes have gaps";
        return new(
            ReasonCodes.LittleHistory,
            FigureText.Create($"{why}; using the current requirement + 10 %, {context.Forecast[0, 0]:0.00} units.")
        );
    }

    private static string DescribeCosts(DecisionContext context, int wanted)
    {
        var now = ExpectedCost.Compute(context, wanted);
        var text = FigureText.Create(
            $"Expected score for the next hour{(context.IsForecastKnown ? "" : " if the requirement stays as it is")} (lower is better): "
                + $"{now.Total:#,0} for {Wording.FormatCount(now.Units, "unit")}"
        );
        var smaller = wanted > 0 ? DescribeCost(context, wanted - 1) : "";
        var larger = wanted + 1 < context.Ladder.Count ? DescribeCost(context, wanted + 1) : "";
        return $"{text}{smaller}{larger}.";
    }

    private static string DescribeCost(DecisionContext context, int step) =>
        FigureText.Create($", {ExpectedCost.Compute(context, step).Total:#,0} for {context.Ladder[step]}");

    private static IEnumerable<Reason> ListRemarks(DecisionContext context)
    {
        if (context.ChangeReviewReason is { } unmetExpectation)
        {
            yield return unmetExpectation;
        }

        if (context.State.InferredWorkload is { } inferred && context.Settings.Workload is null)
        {
            yield return new(ReasonCodes.InferredWorkload, $"{inferred.Text} {InferredWorkload.RoutingCaveat} {inferred.Declaration}");
        }

        if (context.Alternatives.Count > 0)
        {
            yield return AlternativeReason.Describe(context);
        }
    }

    private static string FormatPercent(double? value) => value is { } known ? FigureText.Create(known, "0.#", " %") : "none";

    private static string FormatUnits(double? value) =>
        value is not { } known ? "unknown"
        : double.IsInfinity(known) ? "beyond any size"
        : FigureText.Create(known, "0.0");
}
