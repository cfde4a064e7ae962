namespace Advisor.Core.Settings;

/// <summary>
/// Prices of the objective: a unit in force for a minute costs 1, each required unit during an overloaded minute <paramref
/// name="Overload"/>, a removed unit <paramref name="Removal"/>. Defaults of rules/policy.yaml: 1 : 10 : 30.
/// </summary>
/// <param name="Unit">Price of a unit for one minute, above 0.</param>
/// <param name="Overload">Price of each required unit during an overloaded minute, 0 or more.</param>
/// <param name="Removal">Price of removing one unit (its connections drop and reconnect), 0 or more.</param>
public sealed record ObjectivePrices(double Unit = 1, double Overload = 10, double Removal = 30);
