using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Defers scale-ins to the end of the UTC day if a day is billed at its highest unit count, since earlier ones save nothing; to the last
/// time of the day at which the settings allow one, where that is earlier. Advice to a person is not deferred: a person does not wait for
/// the last half hour of a day.
/// </summary>
internal sealed class DailyPeakBillingGuard : Guard
{
    public override string Code => ReasonCodes.BilledByDailyPeak;

    private static readonly TimeSpan Midnight = TimeSpan.FromDays(1),
        Minute = TimeSpan.FromMinutes(1);

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

    // Late enough to cost nothing, early enough to be in force when the next day begins. Midnight too where no minute allows a scale-in.
    private static TimeSpan GetScaleInStart(DecisionContext context)
    {
        var end = FindEnd(context, Midnight - context.Rules.Policy.AnnouncedAheadMin) ?? FindEnd(context, Midnight) ?? Midnight;
        var start = end - context.Rules.Policy.DayEndScaleInAhead;
        return start > TimeSpan.Zero ? start : TimeSpan.Zero;
    }

    /// <summary>Returns the end of the last time of the day at which a scale-in is allowed; null where none is.</summary>
    /// <param name="latest">A scale-in from then on does not count.</param>
    private static TimeSpan? FindEnd(DecisionContext context, TimeSpan latest)
    {
        var (day, end) = (new DateTimeOffset(context.Now.UtcDateTime.Date, TimeSpan.Zero), latest);
        while (end > TimeSpan.Zero && !AllowsScaleIn(context.Settings, day + end - Minute))
        {
            end -= Minute;
        }

        return end == latest ? Midnight
            : end > TimeSpan.Zero ? end
            : null;
    }

    private static bool AllowsScaleIn(ResourceSettings settings, DateTimeOffset at) =>
        settings.AllowsScaleIn(at) && settings.FindFreeze(at) is null;
}
