using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>What Advisor proposes in an alert.</summary>
/// <param name="Text">The remedy, in words.</param>
/// <param name="Cost">Its monthly cost, in words; null when unknown, or when the text contains it.</param>
/// <param name="Size">The size it consists of; null for another remedy.</param>
internal sealed record Proposal(string Text, string? Cost, Size? Size);

/// <summary>
/// Selects what Advisor proposes in an alert: the remedy for the limit that the alert is about, not for another limit of the same resource.
/// Pure.
/// </summary>
internal static class Proposals
{
    private static readonly TimeSpan BeforeWindow = TimeSpan.FromHours(1);

    /// <returns>Null when there is nothing to propose.</returns>
    public static Proposal? Find(AlertNumber number, AlertContext context)
    {
        if (context.Decision is not { } decision || context.Outcome == AuditOutcome.Applying)
        {
            return null;
        }

        var limit = number == AlertNumber.ThrottledCloses ? Limit.Connections : AlertReadings.FindLimit(number);
        return limit == Limit.None ? ProposeForAllLimits(decision, context) : ProposeForLimit(limit, decision, context);
    }

    private static Proposal? ProposeForAllLimits(Decision decision, AlertContext context)
    {
        var target = decision.Target;
        return decision.Action == ScalingAction.Hold || (target.Sku != context.Resource.Sku && decision.Alternatives.Count > 0)
            ? DescribeAlternatives(decision)
            : DescribeSize(target, context);
    }

    private static Proposal? ProposeForLimit(Limit limit, Decision decision, AlertContext context)
    {
        var resource = context.Resource;
        var ladder = context.Rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.Ladder;
        if (decision.RequiredUnits[limit] is not { } need || ladder is null)
        {
            return null;
        }

        need = Math.Max(need, FindRequiredBeforeWindow(decision, context) ?? 0);
        if (ladder.FindStepAtLeast(need) is not { } units)
        {
            return DescribeAlternatives(decision);
        }

        // The decided size satisfies the other limits as well.
        var decided = decision.Target;
        return units <= resource.Units
            ? null
            : DescribeSize(new(resource.Sku, decided.Sku == resource.Sku ? Math.Max(units, decided.Units) : units), context);
    }

    /// <summary>
    /// Describes the alternative to propose first with its price and what it requires, and the cheaper ones that change the app.
    /// </summary>
    private static Proposal? DescribeAlternatives(Decision decision) =>
        AlternativeText.FindHeadline(decision.Alternatives) is { } first
            ? new(
                $"{AlternativeText.DescribeHeadline(decision.Alternatives)}. {AlternativeText.FormatName(first)} requires "
                    + $"{Wording.JoinWords(first.Requirements)}.",
                null,
                first is { Instances: 1, Sku: { } sku, Units: { } units } ? new(sku, units) : null
            )
            : null;

    // A full size shows less than its clients want: what they required before the window lowered the maximum could still be read.
    private static double? FindRequiredBeforeWindow(Decision decision, AlertContext context) =>
        context.FindLoweredMaximum() is { Window: { } window }
            ? context.State?.ListRecentRequiredUnits(decision.Time - window.Start + BeforeWindow, 1)[0]
            : null;

    private static Proposal DescribeSize(Size size, AlertContext context) =>
        new(
            $"{size} instead of {context.Resource.Size}{DescribeMaximum(size, context)}",
            ChangeCostText.Describe(context, size.Sku, size.Units),
            size
        );

    // Advisor makes no size above the maximum of a window: a person has to raise it.
    private static string DescribeMaximum(Size size, AlertContext context) =>
        context.FindLoweredMaximum() is { Window: { } window } maximum && size.Units > maximum.Units
            ? $"; {window.Name} allows at most {Wording.FormatCount(maximum.Units, "unit")} until "
                + $"{window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC: raise its maximum for a larger size before"
            : "";
}
