using Advisor.Core.Alerting;

namespace Advisor.Configuration.Schedules;

/// <summary>A planned time without messages that comes again.</summary>
/// <param name="Times">When; its effects on sizes are none.</param>
/// <param name="Matchers">Labels and their values; empty = everything.</param>
public sealed record MuteSchedule(Schedule Times, IReadOnlyDictionary<string, string> Matchers)
{
    /// <summary>The window in force at an instant, begin inclusive and end exclusive; two where it is long enough to meet itself.</summary>
    public IEnumerable<MuteWindow> FindActive(DateTimeOffset now) =>
        Times.Expand(now, TimeSpan.FromTicks(1)).Select(window => new MuteWindow(window.Name, Matchers, window.Start, window.End));
}
