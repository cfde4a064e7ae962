using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Runtime.Service;

namespace Advisor.Runtime.Alerts;

/// <summary>
/// What Advisor proposes in a message: the remedy for the limit that the alert is about, and not one for another limit of the same resource. Pure.
/// </summary>
internal static class Proposals
{
    /// <returns>The remedy and what it adds to the monthly bill, in words; null where there is none to propose, and where the cost is part of the remedy's text.</returns>
    public static (string? Text, string? Cost) Of(AlertNumber number, ResourceSituation situation)
    {
        if (situation.Decision is not { } decision || situation.Outcome == Disposition.Applying)
        {
            return default;
        }

        var limit = number == AlertNumber.ThrottledCloses ? Dimension.Connections : AlertReadings.LimitOf(number);
        return limit == Dimension.None ? ForAllLimits(decision, situation) : ForLimit(limit, decision, situation);
    }

    private static (string?, string?) ForAllLimits(Decision decision, ResourceSituation situation)
    {
        var (sku, units) = (decision.AdvisedSku ?? decision.Sku, decision.AdvisedUnits ?? decision.Units);
        return decision.Action == ScalingAction.Hold || (sku != situation.Resource.Sku && decision.WaysOut.Count > 0)
            ? (Alternatives(decision), null)
            : Size(sku, units, situation);
    }

    private static (string?, string?) ForLimit(Dimension limit, Decision decision, ResourceSituation situation)
    {
        var (resource, ladder) = (situation.Resource, situation.Rules.Catalog(situation.Resource.Service).Find(situation.Resource.Sku)?.Ladder);
        if (decision.Needs[limit] is not { } need || ladder is null)
        {
            return default;
        }

        if (ladder.AtLeast(need) is not { } units)
        {
            return (Alternatives(decision), null);
        }

        // What the decision asks for keeps the other limits as well.
        var (sku, decided) = (decision.AdvisedSku ?? decision.Sku, decision.AdvisedUnits ?? decision.Units);
        return units <= resource.Units ? default : Size(resource.Sku, sku == resource.Sku ? Math.Max(units, decided) : units, situation);
    }

    /// <summary>The alternatives to a larger size, the cheapest first, each with its cost and what it demands of the app.</summary>
    private static string? Alternatives(Decision decision) =>
        decision.WaysOut.Count > 0 ? string.Join(" Or: ", decision.WaysOut.Select(way => way.Text)) : null;

    private static (string?, string?) Size(string sku, int units, ResourceSituation situation) => (
        $"{Wording.Size(sku, units)} instead of {Wording.Size(situation.Resource.Sku, situation.Resource.Units)}",
        CostWords.Of(situation, sku, units));
}
