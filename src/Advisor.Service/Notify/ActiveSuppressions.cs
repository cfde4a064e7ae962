using Advisor.Core.Alerting;

namespace Advisor.Service.Notify;

/// <summary>Everything that people ask to be quiet: the silences of the state and the mute windows of the configuration.</summary>
internal static class ActiveSuppressions
{
    /// <summary>What is in force at an instant. One query, so ask once for many subjects.</summary>
    public static async Task<AlertSuppression> ReadAsync(
        ServiceDependencies dependencies,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var silences = await dependencies.State.Silences.ListAsync(cancellation);
        return new AlertSuppression(
            [.. silences.Where(s => s.IsActive(now)).Select(s => new AlertSilence(s.Matchers, s.Author, s.Reason, s.Start, s.End))],
            dependencies.FindMuteWindows(now)
        );
    }
}
