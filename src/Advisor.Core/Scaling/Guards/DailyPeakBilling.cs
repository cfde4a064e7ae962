using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Where a day is billed at its highest size, a scale-in saves nothing before 00:00 UTC: it waits until just before the next day begins.</summary>
internal sealed class DailyPeakBilling : Guard
{
    public override string Code => ReasonCodes.BilledByDailyPeak;

    private static readonly TimeSpan Midnight = TimeSpan.FromDays(1);

    public override int Allowed(Situation s, int wanted) => wanted < s.InForce && !Saves(s) ? s.InForce : wanted;

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} enough, but the day is billed at its highest size: a scale-in saves nothing before 00:00 UTC and is made from {From(s):hh\\:mm} on.");

    private static BillingModel BillingOf(Situation s) => s.Settings.Billing ?? s.Rules.Catalog(s.Observation.Service).DefaultBilling;

    private static bool Saves(Situation s) => BillingOf(s) != BillingModel.DailyPeak || s.Now.UtcDateTime.TimeOfDay >= From(s);

    // Late enough to pay nothing for waiting, early enough to be in force when the next day begins.
    private static TimeSpan From(Situation s) => Midnight - s.Rules.Policy.DayEndShrinkAhead;
}
