using Advisor.Core.Rules;

namespace Advisor.Core.Observations;

/// <summary>
/// Clients that reconnect all at once. Far below the rate that Azure accepts, so many new connections say that connections were lost: for
/// some minutes there are fewer without a lower requirement.
/// </summary>
public static class ReconnectStorm
{
    private const double SecondsOfMinute = 60;

    /// <summary>Whether this number of opened connections in a minute is a reconnect storm; false when not reported.</summary>
    /// <param name="opened">Connections opened in a minute, 0 or more; null when not reported.</param>
    /// <param name="units">Units in force, 1 or more.</param>
    public static bool IsStorm(double? opened, int units, PolicyRules policy) =>
        opened / SecondsOfMinute > units * policy.ConnectionRatePerUnit;
}
