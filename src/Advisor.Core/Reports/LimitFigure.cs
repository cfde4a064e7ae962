using Advisor.Core.Scaling;

namespace Advisor.Core.Reports;

/// <summary>One limit of a resource with the numbers behind its utilization. Null is unknown, or no such limit.</summary>
/// <param name="Dimension">Which limit; the unit of <paramref name="Used"/> and <paramref name="Limit"/> follows from it: percent, connections, bytes per second, messages per second.</param>
/// <param name="Used">What the newest metrics used of it, client side.</param>
/// <param name="Limit">The limit at the size in force.</param>
/// <param name="UnitsNeeded">Units that would just keep it; infinite where no number of units of this SKU will do.</param>
/// <param name="Source">Where the limit comes from: the row of the table, its edition, and whether it was interpolated.</param>
public sealed record LimitFigure(Dimension Dimension, double? Used, double? Limit, double? UnitsNeeded, string Source);
