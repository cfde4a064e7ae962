using Advisor.Core.Rules;

namespace Advisor.Core.Observations;

/// <summary>
/// How fast connections are opened. Azure limits the rate in proportion to the units and does not publish the limit; the policy states what
/// a unit is taken to accept.
/// </summary>
public static class ConnectionRate
{
    private const double SecondsOfMinute = 60;

    /// <summary>
    /// Connections opened in a second, by those that the units are taken to accept: above 1 is a reconnect storm. 900 opened in a minute at
    /// 3 units that accept 5 each are 15 / 15 = 1. Null where nothing was reported.
    /// </summary>
    /// <param name="opened">Connections opened in a minute, 0 or more.</param>
    /// <param name="units">1 or more.</param>
    public static double? Compute(double? opened, int units, PolicyRules policy) =>
        opened / SecondsOfMinute / (units * policy.ConnectionRatePerUnit);

    /// <summary>Whether so many connections opened in a minute are a reconnect storm; what was not reported is none.</summary>
    public static bool IsStorm(double? opened, int units, PolicyRules policy) => Compute(opened, units, policy) > 1;
}
