using Advisor.Pages.Fleet;
using Advisor.Pages.Shared;

namespace Advisor.Pages.Resources;

/// <summary>How a limit comes to its units: used / (limit × target) = utilization; utilization × units in force = required units.</summary>
/// <param name="Used">With its unit; "–" where it is not known.</param>
/// <param name="Limit">At the size in force, with its unit.</param>
/// <param name="LimitRules">The rules that the limit comes from.</param>
/// <param name="Target">The target with its rule.</param>
/// <param name="Note">What a reader should know of the limit; null = nothing.</param>
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

/// <summary>What other sizes would mean.</summary>
/// <param name="HasExpectedCost">Whether what each is expected to cost in the next hour is known.</param>
/// <param name="PriceBasis">Whose price it is, with its rule.</param>
/// <param name="Prices">The prices of the objective, each with its rule.</param>
public sealed record SizesView(IReadOnlyList<SizeRow> Rows, bool HasExpectedCost, LinkedText? PriceBasis, IReadOnlyList<LinkedText> Prices);

/// <summary>A size and how it would fare.</summary>
/// <param name="Utilizations">Of each limit with what is required now: server load, connections, inbound, outbound, routing.</param>
/// <param name="Expected">The highest utilization with what is 80 % likely to suffice for the next hour.</param>
/// <param name="Risk">How likely more units are required within the hour.</param>
/// <param name="Cost">Units and messages in a month.</param>
/// <param name="CostHint">The same with its parts; null where it is not known.</param>
/// <param name="UnitPrice">Of the next hour in prices of the objective, as the three that follow.</param>
/// <param name="Note">In force, recommended; null where it is neither.</param>
public sealed record SizeRow(
    string Size,
    IReadOnlyList<SizeCell> Utilizations,
    SizeCell Expected,
    SizeCell Risk,
    string Cost,
    string? CostHint,
    string Difference,
    string UnitPrice,
    string OverloadPrice,
    string RemovalPrice,
    string Together,
    string? Note
);

/// <summary>A figure of a size.</summary>
public readonly record struct SizeCell(string Text, Tone Tone);
