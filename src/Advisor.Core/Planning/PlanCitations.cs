using Advisor.Core.Capacity;

namespace Advisor.Core.Planning;

/// <summary>Limits of a planned size with the table rows that state them.</summary>
internal static class PlanCitations
{
    // The demand omits what publishers send, since it is never the limiting factor; the citation still shows it.
    public static IReadOnlyList<CapacityCitation> List(CapacityModel model, PlanLoad load, int units) =>
        [
            .. CapacityExplanation
                .Explain(model, load.Demand, units)
                .Where(citation => citation.Limit != Limit.ServerLoad)
                .Select(citation =>
                    citation is { Limit: Limit.Inbound, TargetLimit: null }
                        ? citation with
                        {
                            Used = load.InboundBytes.BytesPerSecond,
                        }
                        : citation
                ),
        ];
}
