using System.Globalization;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Where a day is billed at its highest size, a scale-in saves nothing before 00:00 UTC: it waits until just before the next day begins.
/// </summary>
internal sealed class DailyPeakBillingGuard : Guard
{
    public override string Code => ReasonCodes.BilledByDailyPeak;

    private static readonly TimeSpan Midnight = TimeSpan.FromDays(1);

    public override int AllowedStep(DecisionContext s, int wanted) => wanted < s.CurrentStep && !SavesMoney(s) ? s.CurrentStep : wanted;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} enough, but the day is billed at its "
                + $"highest size: a scale-in saves nothing before 00:00 UTC and is made from {ScaleInFrom(s):hh\\:mm} on."
        );

    private static BillingModel BillingOf(DecisionContext s) => s.Settings.Billing ?? s.Rules.Catalog(s.Observation.Service).DefaultBilling;

    private static bool SavesMoney(DecisionContext s) =>
        BillingOf(s) != BillingModel.DailyPeak || s.Now.UtcDateTime.TimeOfDay >= ScaleInFrom(s);

    // Late enough to pay nothing for waiting, early enough to be in force when the next day begins.
    private static TimeSpan ScaleInFrom(DecisionContext s) => Midnight - s.Rules.Policy.DayEndScaleInAhead;
}
