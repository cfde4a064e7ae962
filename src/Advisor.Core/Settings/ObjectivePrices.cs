namespace Advisor.Core.Settings;

/// <summary>
/// What the objective weighs: a unit for a minute costs 1, a needed unit that is missing for a minute <paramref name="Overload"/>, a unit
/// taken away <paramref name="Removal"/>. Defaults as in rules/policy.yaml: 1 : 10 : 30.
/// </summary>
/// <param name="Unit">Price of a unit for one minute, above 0.</param>
/// <param name="Overload">Price of a needed unit during an overloaded minute, 0 or more.</param>
/// <param name="Removal">Price of taking one unit away (its connections drop and reconnect), 0 or more.</param>
public sealed record ObjectivePrices(double Unit = 1, double Overload = 10, double Removal = 30);
