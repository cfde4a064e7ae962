using System.Globalization;
using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling.Guards;

/// <summary>A reading that contradicts the others of its minute scales nothing: the others decide, and nothing is scaled in.</summary>
internal sealed class SuspectReadings : Guard
{
    public override string Code => ReasonCodes.SuspectReading;

    public override int Allowed(Situation s, int wanted) => s.Suspects.Count > 0 ? KnownNeed.Step(s, wanted) : wanted;

    public override bool Speaks(Situation s) => s.Suspects.Count > 0;

    public override string Text(Situation s, int wanted) =>
        string.Join(" ", s.Suspects.Select(suspect => Sentence(s, suspect))) + " The other metrics decide, and nothing is scaled in.";

    private static string Sentence(Situation s, SuspectReading suspect) => suspect.Kind switch
    {
        SuspectReadingKind.ContradictsQuota => string.Create(
            CultureInfo.InvariantCulture,
            $"{suspect.Seen:#,0} connections contradict their quota metric of {s.Observation.Readings.ConnectionQuotaUtilization:0.#} %, "
                + $"which means {suspect.Believed:#,0} at {s.Need.MeasuredUnits} units."),
        SuspectReadingKind.BeyondSize => string.Create(
            CultureInfo.InvariantCulture,
            $"{suspect.Seen:#,0} connections are more than the {suspect.Believed:#,0} that the size holds; no quota metric confirms them."),
        _ => string.Create(
            CultureInfo.InvariantCulture,
            $"{char.ToUpperInvariant(suspect.Metric[0])}{suspect.Metric[1..]} jumped from {suspect.Believed:#,0} to {suspect.Seen:#,0}"
                + $"{(suspect.Metric == "connections" ? "" : " bytes a minute")}, and no other metric follows."),
    };
}
