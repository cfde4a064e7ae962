namespace Advisor.Core.Alerting;

/// <summary>Silence: no messages of matching alerts for a time, created by a person for a reason.</summary>
/// <param name="Matchers">
/// Labels (alert, team, region, resource, channel) and their values; all must match, ignoring case. Without any, nothing matches.
/// </param>
/// <param name="Start">First instant, inclusive.</param>
/// <param name="End">End, exclusive.</param>
public sealed record AlertSilence(
    IReadOnlyDictionary<string, string> Matchers,
    string Author,
    string Reason,
    DateTimeOffset Start,
    DateTimeOffset End
);

/// <summary>Planned time without messages, such as a night or a maintenance; recurring windows are already expanded to instants.</summary>
/// <param name="Matchers">Same as of a silence, but without any, everything matches.</param>
/// <param name="Start">First instant, inclusive.</param>
/// <param name="End">End, exclusive.</param>
public sealed record MuteWindow(string Name, IReadOnlyDictionary<string, string> Matchers, DateTimeOffset Start, DateTimeOffset End);

/// <summary>All silences and mute windows in force.</summary>
public sealed record AlertSuppression(IReadOnlyList<AlertSilence> Silences, IReadOnlyList<MuteWindow> MuteWindows)
{
    public static AlertSuppression None { get; } = new([], []);

    /// <summary>Returns the reason why an alert is suppressed now, in words; null if it is not.</summary>
    public string? FindReason(AlertSubject subject, string condition, DateTimeOffset now)
    {
        foreach (var silence in Silences)
        {
            if (silence.Matchers.Count > 0 && silence.Start <= now && now < silence.End && Matches(silence.Matchers, subject, condition))
            {
                return $"silenced by {silence.Author}: {silence.Reason}";
            }
        }

        foreach (var mute in MuteWindows)
        {
            if (mute.Start <= now && now < mute.End && Matches(mute.Matchers, subject, condition))
            {
                return $"muted: {mute.Name}";
            }
        }

        return null;
    }

    private static bool Matches(IReadOnlyDictionary<string, string> matchers, AlertSubject subject, string condition)
    {
        foreach (var (label, value) in matchers)
        {
            if (!subject.ListLabels(label, condition).Contains(value, StringComparer.OrdinalIgnoreCase))
            {
                return false;
            }
        }

        return true;
    }
}
