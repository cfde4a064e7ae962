using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Defers scale-ins to the end of the UTC day if a day is billed at its highest unit count, since earlier ones save nothing. Advice to a
/// person is not deferred: a person does not wait for the last half hour of a day.
/// </summary>
internal sealed class DailyPeakBillingGuard : Guard
{
    public override string Code => ReasonCodes.BilledByDailyPeak;

    private static readonly TimeSpan Midnight = TimeSpan.FromDays(1);

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted < context.CurrentStep && !context.IsSteady && !CanSaveMoney(context) ? context.CurrentStep : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} enough, "
        + $"but the day is billed at its highest size: "
        + $"a scale-in saves nothing before 00:00 UTC, so Advisor scales in at {GetScaleInStart(context):hh\\:mm} UTC.";

    private static BillingModel GetBilling(DecisionContext context) =>
        context.Settings.Billing ?? context.Rules.GetCatalog(context.Observation.Service).DefaultBilling;

    private static bool CanSaveMoney(DecisionContext context) =>
        GetBilling(context) != BillingModel.DailyPeak || context.Now.UtcDateTime.TimeOfDay >= GetScaleInStart(context);

    // Late enough to cost nothing, early enough to be in force when the next day begins.
    private static TimeSpan GetScaleInStart(DecisionContext context) => Midnight - context.Rules.Policy.DayEndScaleInAhead;
}
