using System.Globalization;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>A reading that contradicts the others of its minute scales nothing: the others decide, and nothing is scaled in.</summary>
internal sealed class SuspectReadings : Guard
{
    public override string Code => ReasonCodes.SuspectReading;

    public override int Allowed(Situation s, int wanted) => s.Suspects.Count > 0 ? KnownNeed.Step(s, wanted) : wanted;

    public override bool Speaks(Situation s) => s.Suspects.Count > 0;

    public override string Text(Situation s, int wanted) =>
        string.Join(" ", s.Suspects.Select(suspect => Sentence(s, suspect))) + " The other metrics decide, and Advisor does not scale in.";

    private static string Sentence(Situation s, SuspectReading suspect) => suspect.Kind switch
    {
        SuspectReadingKind.ContradictsQuota => string.Create(
            CultureInfo.InvariantCulture,
            $"{Wording.Counted(suspect.Seen, "connection")} contradict their quota metric of {s.Observation.Readings.ConnectionQuotaUtilization:0.#} %, "
                + $"which means {Wording.Number(suspect.Believed)} at {Wording.Counted(s.Need.MeasuredUnits, "unit")}."),
        SuspectReadingKind.BeyondSize => string.Create(
            CultureInfo.InvariantCulture,
            $"{Wording.Counted(suspect.Seen, "connection")} are more than the {Wording.Number(suspect.Believed)} that the size holds; no quota metric confirms them."),
        _ => string.Create(
            CultureInfo.InvariantCulture,
            $"{char.ToUpperInvariant(suspect.Metric[0])}{suspect.Metric[1..]} jumped from {Wording.Number(suspect.Believed)} to {Wording.Number(suspect.Seen)}"
                + $"{(suspect.Metric == "connections" ? "" : " bytes a minute")}, and no other metric follows."),
    };
}
