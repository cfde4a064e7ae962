namespace Advisor.Core.Alerting;

/// <summary>No messages of what matches, for a time, by a person and for a reason.</summary>
/// <param name="Matchers">
/// Labels (alert, team, region, resource, channel) and their values; all must match, without case. None matches nothing.
/// </param>
/// <param name="Start">First instant, inclusive.</param>
/// <param name="End">Last instant, exclusive.</param>
public sealed record AlertSilence(
    IReadOnlyDictionary<string, string> Matchers,
    string Author,
    string Reason,
    DateTimeOffset Start,
    DateTimeOffset End
);

/// <summary>A planned time without messages, such as a night or a maintenance; recurring ones are already expanded to instants.</summary>
/// <param name="Matchers">As of a silence, but none matches everything.</param>
/// <param name="Start">First instant, inclusive.</param>
/// <param name="End">Last instant, exclusive.</param>
public sealed record MuteWindow(string Name, IReadOnlyDictionary<string, string> Matchers, DateTimeOffset Start, DateTimeOffset End);

/// <summary>Everything that people ask to be quiet.</summary>
public sealed record AlertSuppression(IReadOnlyList<AlertSilence> Silences, IReadOnlyList<MuteWindow> MuteWindows)
{
    public static AlertSuppression None { get; } = new([], []);

    /// <summary>Who or what keeps an alert quiet now, in words; null where nothing does.</summary>
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
            if (!string.Equals(subject.Label(label, condition), value, StringComparison.OrdinalIgnoreCase))
            {
                return false;
            }
        }

        return true;
    }
}
