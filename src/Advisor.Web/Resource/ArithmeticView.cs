using Advisor.Web.Fleet;
using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Arithmetic of one limit: used / (limit × target) = utilization; utilization × units in force = required units.</summary>
/// <param name="Used">Amount used, with its unit; "–" when not known.</param>
/// <param name="Limit">Limit of the current size, with its unit.</param>
/// <param name="LimitRules">Rules that define the limit.</param>
/// <param name="Target">Target and its rule.</param>
/// <param name="Note">Remark about the limit; null = none.</param>
public sealed record LimitRow(
    string Key,
    string Name,
    string Used,
    string Limit,
    IReadOnlyList<LinkedText> LimitRules,
    LinkedText? Target,
    UtilizationCell Utilization,
    string Percent,
    string RequiredUnits,
    string? Note
);

/// <summary>Comparison of sizes.</summary>
/// <param name="LookBack">Period of the minutes above target, such as "Last 14 days"; null = the expected score decides.</param>
/// <param name="IsBeyondAnySize">Whether no number of units carries what the limiting factor requires.</param>
/// <param name="HasExpectedCost">Whether the expected score of the next hour is known, and decides.</param>
/// <param name="PriceBasis">Source of the price, with its rule.</param>
/// <param name="Prices">Prices of the objective, each with its rule.</param>
public sealed record SizesView(
    IReadOnlyList<SizeRow> Rows,
    string? LookBack,
    bool IsBeyondAnySize,
    bool HasExpectedCost,
    LinkedText? PriceBasis,
    IReadOnlyList<LinkedText> Prices
);

/// <summary>A size and its expected utilization.</summary>
/// <param name="Utilizations">
/// Utilization of each limit at the current requirement: server load, connections, inbound, outbound, routing.
/// </param>
/// <param name="Expected">Maximum utilization at the requirement that is 80 % likely not to be exceeded within the next hour.</param>
/// <param name="Risk">Probability that more units are required within the hour.</param>
/// <param name="Cost">Monthly cost of units and messages.</param>
/// <param name="CostHint">The monthly cost with its parts; null when not known.</param>
/// <param name="Overloaded">Time above target in the look-back.</param>
/// <param name="WellAbove">Of it, time in which it would have been so far above that connections would be at their limit.</param>
/// <param name="UnitPrice">Cost of the units in the next hour, in prices of the objective, as are the three that follow.</param>
/// <param name="Note">Note such as in force or recommended; null when it is neither.</param>
public sealed record SizeRow(
    string Size,
    IReadOnlyList<SizeCell> Utilizations,
    SizeCell Expected,
    SizeCell Risk,
    string Cost,
    string? CostHint,
    string Difference,
    SizeCell Overloaded,
    SizeCell WellAbove,
    string UnitPrice,
    string OverloadPrice,
    string RemovalPrice,
    string Together,
    string? Note
);

/// <summary>A cell of the table of sizes.</summary>
public readonly record struct SizeCell(string Text, Tone Tone);
