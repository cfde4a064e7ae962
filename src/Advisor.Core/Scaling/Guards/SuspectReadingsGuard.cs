using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Readings;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Ignores a reading that contradicts the others of its minute: the others may scale out, and nothing is scaled in. Names the readings that
/// are impossible, which are missing for every guard.
/// </summary>
internal sealed class SuspectReadingsGuard : Guard
{
    public override string Code => ReasonCodes.SuspectReading;

    public override int LimitStep(DecisionContext context, int wanted) =>
        context.SuspectReadings.Count == 0 ? wanted
        : context.SuspectReadings.Any(suspect => suspect.Kind != SuspectReadingKind.Silent) ? TrustedStep.Find(context, wanted)
        : Math.Max(wanted, context.CurrentStep);

    public override bool HasRemark(DecisionContext context) => context.SuspectReadings.Count > 0 || HasImpossible(context);

    public override string Describe(DecisionContext context, int wanted) =>
        string.Join(" ", DescribeImpossible(context).Concat(context.SuspectReadings.Select(suspect => DescribeSuspect(context, suspect))))
        + (
            context.SuspectReadings.Count == 0 ? " The other metrics decide."
            : context.SuspectReadings.Any(suspect => suspect.Kind == SuspectReadingKind.Frozen)
                ? " Advisor does not scale in until one changes."
            : " The other metrics decide, and Advisor does not scale in."
        );

    private static bool HasImpossible(DecisionContext context) => context.Observation.Readings.Impossible != MetricSet.None;

    private static IEnumerable<string> DescribeImpossible(DecisionContext context) =>
        HasImpossible(context)
            ?
            [
                $"Impossible values, treated as missing: "
                    + $"{string.Join(", ", PossibleReadings.ListNames(context.Observation.Readings.Impossible))}.",
            ]
            : [];

    private static string DescribeSuspect(DecisionContext context, SuspectReading suspect) =>
        suspect.Kind switch
        {
            SuspectReadingKind.ContradictsQuota => $"{Wording.FormatCount(suspect.Seen, "connection")} contradict their quota metric of "
                + $"{context.Observation.Readings.ConnectionQuotaUtilization:0.#} %, "
                + $"which means {Wording.FormatNumber(suspect.Expected!.Value)} at "
                + $"{Wording.FormatCount(context.Required.MeasuredUnits, "unit")}: "
                + $"Advisor takes {Wording.FormatNumber(context.Observation.Readings.ConnectionCount!.Value)}.",
            SuspectReadingKind.BeyondSize => $"{Wording.FormatCount(suspect.Seen, "connection")} are more than the "
                + $"{Wording.FormatNumber(suspect.Expected!.Value)} that the size accepts; no quota metric confirms them.",
            SuspectReadingKind.Frozen =>
                $"Every metric has been the same to the last digit for {Wording.FormatCount((int)suspect.Seen, "minute")}: "
                    + $"the source is repeating old data.",
            SuspectReadingKind.Silent =>
                $"Traffic has been exactly 0 for {Wording.FormatCount(suspect.Seen, "minute")}, but server load reads "
                    + $"{context.Observation.Readings.ServerLoad:0.#} %, and the connections alone explain about {suspect.Expected:0.#} %.",
            _ => $"{char.ToUpperInvariant(suspect.Metric[0])}{suspect.Metric[1..]} "
                + (suspect.Expected is { } before ? $"jumped from {Wording.FormatNumber(before)} to " : "began at ")
                + $"{Wording.FormatNumber(suspect.Seen)}{(suspect.Metric == "connections" ? "" : " bytes a minute")}, and no other metric "
                + $"{(suspect.Expected is null ? "agrees" : "follows")}.",
        };
}
