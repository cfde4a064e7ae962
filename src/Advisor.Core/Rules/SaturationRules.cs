namespace Advisor.Core.Rules;

/// <summary>When a size is full and how much more is then required, as defined in <c>rules/policy.yaml</c>.</summary>
/// <param name="From">
/// Share of the connections that the units accept, or of all server load, from which a size is full: what is wanted beyond it no metric
/// shows. 0.5 to 1.
/// </param>
/// <param name="Lead">Required units of a full size without earlier days to go by, in sizes: half as much again. 1 to 4.</param>
public sealed record SaturationRules(double From = 0.985, double Lead = 1.5);
