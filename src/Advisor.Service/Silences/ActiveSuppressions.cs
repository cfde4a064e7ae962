using Advisor.Core.Alerting;
using Advisor.Service.Store;

namespace Advisor.Service.Silences;

/// <summary>Reads all suppressions in force: the silences of the state and the mute windows of the configuration.</summary>
internal sealed class ActiveSuppressions(AdvisorState state, Func<DateTimeOffset, IReadOnlyList<MuteWindow>> findMuteWindows)
{
    /// <summary>Reads the suppressions in force at an instant. One query; call once for many subjects.</summary>
    public async Task<AlertSuppression> ReadAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var silences = await state.Silences.ListAsync(cancellation);
        return new AlertSuppression(
            [.. silences.Where(s => s.IsActive(now)).Select(s => new AlertSilence(s.Matchers, s.Author, s.Reason, s.Start, s.End))],
            findMuteWindows(now)
        );
    }
}
