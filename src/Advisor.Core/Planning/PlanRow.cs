using Advisor.Core.Capacity;

namespace Advisor.Core.Planning;

/// <summary>One size that a plan considers.</summary>
/// <param name="Load">Load at that size; null when no value of the open quantity fits.</param>
internal sealed record PlanRow(PlanSize Size, Sku Sku, PlanLoad? Load);
