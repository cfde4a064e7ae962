using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Selects what Advisor proposes in an alert: the remedy for the limit that the alert is about, not for another limit of the same resource.
/// Pure.
/// </summary>
internal static class Proposals
{
    /// <returns>
    /// The remedy and its monthly cost, in words; null when there is none to propose. The cost is also null when the remedy's text contains
    /// it.
    /// </returns>
    public static (string? Text, string? Cost) Find(AlertNumber number, AlertContext context)
    {
        if (context.Decision is not { } decision || context.Outcome == DecisionHandling.Applying)
        {
            return default;
        }

        var limit = number == AlertNumber.ThrottledCloses ? Limit.Connections : AlertReadings.FindLimit(number);
        return limit == Limit.None ? ProposeForAllLimits(decision, context) : ProposeForLimit(limit, decision, context);
    }

    private static (string?, string?) ProposeForAllLimits(Decision decision, AlertContext context)
    {
        var target = decision.Target;
        return decision.Action == ScalingAction.Hold || (target.Sku != context.Resource.Sku && decision.Alternatives.Count > 0)
            ? (DescribeAlternatives(decision), null)
            : DescribeSize(target, context);
    }

    private static (string?, string?) ProposeForLimit(Limit limit, Decision decision, AlertContext context)
    {
        var resource = context.Resource;
        var ladder = context.Rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.Ladder;
        if (decision.RequiredUnits[limit] is not { } need || ladder is null)
        {
            return default;
        }

        if (ladder.FindStepAtLeast(need) is not { } units)
        {
            return (DescribeAlternatives(decision), null);
        }

        // The decided size satisfies the other limits as well.
        var decided = decision.Target;
        return units <= resource.Units
            ? default
            : DescribeSize(new(resource.Sku, decided.Sku == resource.Sku ? Math.Max(units, decided.Units) : units), context);
    }

    /// <summary>
    /// Describes the alternative to propose first with its price and what it requires, and the cheaper ones that change the app.
    /// </summary>
    private static string? DescribeAlternatives(Decision decision) =>
        AlternativeText.FindHeadline(decision.Alternatives) is { } first
            ? $"{AlternativeText.DescribeHeadline(decision.Alternatives)}. {AlternativeText.FormatName(first)} requires "
                + $"{Wording.JoinWords(first.Requirements)}."
            : null;

    private static (string?, string?) DescribeSize(Size size, AlertContext context) =>
        ($"{size} instead of {context.Resource.Size}", ChangeCostText.Describe(context, size.Sku, size.Units));
}
