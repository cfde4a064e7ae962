using Advisor.Core.Alerting;

namespace Advisor.Service.Notify;

/// <summary>Reads all suppressions in force: the silences of the state and the mute windows of the configuration.</summary>
internal static class ActiveSuppressions
{
    /// <summary>Reads the suppressions in force at an instant. One query; call once for many subjects.</summary>
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
