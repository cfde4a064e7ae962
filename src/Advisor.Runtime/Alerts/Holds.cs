using Advisor.Core.Alerting;
using Advisor.Runtime.Service;

namespace Advisor.Runtime.Alerts;

/// <summary>Everything that people ask to be quiet: the silences of the state and the mute windows of the configuration.</summary>
internal static class Holds
{
    /// <summary>What is in force at an instant. One query, so ask once for many subjects.</summary>
    public static async Task<AlertHolds> AtAsync(ServiceParts parts, DateTimeOffset now, CancellationToken cancellation)
    {
        var silences = await parts.State.Silences.ListAsync(cancellation);
        return new AlertHolds(
            [.. silences.Where(s => s.IsActive(now)).Select(s => new AlertSilence(s.Matchers, s.Author, s.Reason, s.Start, s.End))],
            parts.Mutes(now));
    }
}
