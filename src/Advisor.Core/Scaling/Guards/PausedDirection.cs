using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>A person paused this direction: nothing is changed that way, not even in a standing overload or for an announced floor.</summary>
internal sealed class PausedDirection : Guard
{
    public override string Code => ReasonCodes.ScalingPaused;

    public override int Allowed(Situation s, int wanted) =>
        wanted != s.InForce && s.Settings.Pause is { } pause && pause.Covers(scaleOut: wanted > s.InForce) ? s.InForce : wanted;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{s.Settings.Pause!.Text(scaleOut: wanted > s.InForce)} {Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted.");
}
