using Advisor.Core.Alerting;

namespace Advisor.Configuration.Schedules;

/// <summary>Recurring planned time without messages.</summary>
/// <param name="Times">Times of the schedule; its settings for sizes have no effect.</param>
/// <param name="Matchers">Labels and their values; empty = everything.</param>
public sealed record MuteSchedule(Schedule Times, IReadOnlyDictionary<string, string> Matchers)
{
    /// <summary>
    /// Returns the windows in force at an instant, start inclusive and end exclusive; two if one is long enough to overlap the next.
    /// </summary>
    public IEnumerable<MuteWindow> FindActive(DateTimeOffset now) =>
        Times.Expand(now, TimeSpan.FromTicks(1)).Select(window => new MuteWindow(window.Name, Matchers, window.Start, window.End));
}
