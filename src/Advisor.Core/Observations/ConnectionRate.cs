using Advisor.Core.Rules;

namespace Advisor.Core.Observations;

/// <summary>
/// Rate of opened connections. Azure limits it in proportion to the units and publishes no figure; the policy states the rate that a unit
/// is assumed to accept.
/// </summary>
public static class ConnectionRate
{
    private const double SecondsOfMinute = 60;

    /// <summary>
    /// Computes connections opened per second / the rate that the units are assumed to accept; above 1 is a reconnect storm. 900 opened in
    /// a minute at 3 units that accept 5 each are 15 / 15 = 1. Null when not reported.
    /// </summary>
    /// <param name="opened">Connections opened in a minute, 0 or more; null when not reported.</param>
    /// <param name="units">Units in force, 1 or more.</param>
    public static double? Compute(double? opened, int units, PolicyRules policy) =>
        opened / SecondsOfMinute / (units * policy.ConnectionRatePerUnit);

    /// <summary>Whether this number of opened connections in a minute is a reconnect storm; false when not reported.</summary>
    public static bool IsStorm(double? opened, int units, PolicyRules policy) => Compute(opened, units, policy) > 1;
}
